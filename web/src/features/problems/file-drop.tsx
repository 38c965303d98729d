import { Button } from '@mantine/core';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Icon } from '../../components/icons.tsx';
import { useMessages } from '../../lib/messages.ts';
import styles from './file-drop.module.css';
import { acceptedFiles } from './guess-language.ts';

interface FileTarget {
  isDisabled: boolean;
  onFile: (file: File | undefined) => void;
}

export function FileChoice({ isDisabled, onFile }: FileTarget) {
  const { problem: texts } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  return (
    <p className={styles.choice}>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedFiles}
        aria-label={texts.chooseFile}
        onChange={({ currentTarget }) => {
          onFile(currentTarget.files?.[0]);
          // So that the same file, changed meanwhile, can be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button
        variant="default"
        size="sm"
        leftSection={<Icon name="file" />}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        {texts.chooseFile}
      </Button>
      <span className={styles.orDrop}>{texts.orDrop}</span>
    </p>
  );
}

export function DropArea({ isDisabled, onFile, children }: FileTarget & { children: ReactNode }) {
  const { problem: texts } = useMessages();
  const [isOver, setOver] = useState(false);
  const holdsFile = ({ dataTransfer }: DragEvent) => !isDisabled && dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first
    <div
      className={styles.drop}
      // In the capture phase: the editor would put the file's text where the pointer is.
      onDragOverCapture={(event) => {
        if (!holdsFile(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      }}
      onDropCapture={(event) => {
        setOver(false);
        if (!holdsFile(event)) return;
        event.preventDefault();
        event.stopPropagation();
        onFile(event.dataTransfer.files[0]);
      }}
    >
      {children}
      {isOver && <p className={styles.dropHint}>{texts.dropHere}</p>}
    </div>
  );
}
