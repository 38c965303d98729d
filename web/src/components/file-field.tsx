import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { words } from '#contract/words.ts';
import { say, useMessages } from '../lib/messages.ts';
import table from './data-table.module.css';
import styles from './file-field.module.css';
import { type FileKind, findArchiveName, isOfKind } from './file-kind.ts';
import { Icon } from './icons.tsx';

interface FileFieldProps {
  name: string;
  label: string;
  /** The limits, told before anyone hits them. */
  hint: string;
  kind: FileKind;
  maxBytes: number;
  file: File | null;
  /** What the server said about it. */
  error: string | undefined;
  /** The only thing there is to do. */
  isLarge?: boolean;
  /** What is in force now. */
  children?: ReactNode;
  onChange: (file: File | null) => void;
}

/**
 * A place to drop a file. The input itself lies over it, unseen: it is what the keyboard and screen readers meet, and the
 * browser drops onto it by itself.
 */
export function FileField({
  name,
  label,
  hint,
  kind,
  maxBytes,
  file,
  error,
  isLarge = false,
  children,
  onChange,
}: FileFieldProps) {
  const { problemManagement: texts } = useMessages();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const other = useOther(file, kind);
  useDropsBesideRefused();
  const isTooLarge = file !== null && file.size > maxBytes;
  const complaint = isTooLarge ? texts.fileTooLarge(texts.fileSize(maxBytes)) : (other ?? error);
  const invitation = file === null ? texts.dropHint : texts.dropReplace;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
      {children}
      <div
        className={styles.zone}
        data-over={isOver || undefined}
        data-wrong={complaint ? true : undefined}
        data-large={isLarge || undefined}
      >
        <input
          ref={input}
          id={id}
          className={styles.input}
          type="file"
          name={name}
          accept={accepted[kind]}
          aria-describedby={`${id}-hint ${id}-chosen ${id}-complaint`}
          aria-invalid={complaint !== undefined}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={({ currentTarget }) => onChange(currentTarget.files?.[0] ?? null)}
        />
        <Icon name="file" size={20} />
        <span className={styles.text}>
          <span id={`${id}-chosen`} className={styles.chosen}>
            {file && texts.chosen(file.name, texts.fileSize(file.size))}
          </span>
          <span className={styles.invitation}>{isOver ? texts.dropNow : invitation}</span>
        </span>
        {file && (
          <button
            type="button"
            className={`${table.action} ${table.dangerous} ${styles.remove}`}
            onClick={() => {
              if (input.current) input.current.value = '';
              onChange(null);
              input.current?.focus();
            }}
          >
            {texts.removeFile}
          </button>
        )}
      </div>
      <p id={`${id}-complaint`} role="status" className={styles.complaint}>
        {complaint}
      </p>
    </div>
  );
}

const accepted: Record<FileKind, string> = {
  pdf: '.pdf,application/pdf',
  zip: '.zip,application/zip',
};

/** While there is a place for files, one that is dropped beside it must not take the page away. */
function useDropsBesideRefused(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      const isOnInput = event.target instanceof HTMLInputElement && event.target.type === 'file';
      if (!isOnInput && event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('dragover', refuse, { signal });
    document.addEventListener('drop', refuse, { signal });
    return () => controller.abort();
  }, []);
}

/** Read from its beginning, as the server will: why it is none of this kind, or null. */
function useOther(file: File | null, kind: FileKind): string | null {
  const { problemManagement: texts } = useMessages();
  const [found, setFound] = useState<{ file: File; complaint: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file
  useEffect(() => {
    let isLeft = false;
    const look = async (chosen: File) => {
      if (await isOfKind(chosen, kind)) return null;
      const name = kind === 'zip' ? await findArchiveName(chosen) : null;
      const complaint = name
        ? say(words('archive_of_another_kind', { kind: name }))
        : texts.notThatKind[kind](chosen.name);
      return { file: chosen, complaint };
    };
    if (file)
      void look(file).then((seen) => {
        if (!isLeft) setFound(seen);
      });
    return () => {
      isLeft = true;
    };
  }, [file, kind]);
  return file !== null && found?.file === file ? found.complaint : null;
}
