import { Button } from '@mantine/core';
import { type DragEvent, type FormEvent, type ReactNode, useRef, useState } from 'react';
import { generatePath, useNavigate } from 'react-router';
import { limits } from '#contract/limits.ts';
import { pagePaths } from '#contract/pages.ts';
import { byteLength } from '#contract/submissions.ts';
import { words } from '#contract/words.ts';
import { CodeField } from '../../components/code-field.tsx';
import { Icon } from '../../components/icons.tsx';
import { Notice } from '../../components/notice.tsx';
import { errorText } from '../../lib/api.ts';
import { say, useMessages } from '../../lib/messages.ts';
import { useUnloadWarning } from '../../lib/unload-warning.ts';
import { findDraft, saveDraft } from './drafts.ts';
import { type ProblemPlace, useSubmit } from './queries.ts';
import { decodeSource } from './source-file.ts';
import styles from './submit-form.module.css';

interface SubmitFormProps {
  place: ProblemPlace;
  userId: number;
  /** A contest that does not run takes nothing; what was written stays in the editor. */
  closedBecause: ReactNode;
}

/** Code that was typed but not submitted, for who looks at another page in between. Gone with the document. */
const unsentCode = new Map<string, string>();

export function SubmitForm({ place, userId, closedBecause }: SubmitFormProps) {
  const { problem: texts, submissions } = useMessages();
  const draftPlace = { userId, problemId: place.problemId };
  const unsentKey = `${userId} ${place.problemId}`;
  const [draft] = useState(() => findDraft(localStorage, draftPlace, Date.now()));
  const [code, setCode] = useState(() => unsentCode.get(unsentKey) ?? draft ?? '');
  const [complaint, setComplaint] = useState<string | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const submit = useSubmit(place);
  const navigate = useNavigate();
  const bytes = byteLength(code);
  const isTooLong = bytes > limits.sourceMaxBytes;
  useUnloadWarning(code !== '' && code !== draft && !submit.isSuccess);

  const change = (next: string) => {
    setCode(next);
    setComplaint(null);
    unsentCode.set(unsentKey, next);
  };

  const takeFile = async (file: File | undefined) => {
    if (!file) return;
    setTold(null);
    submit.reset();
    if (file.size > limits.sourceMaxBytes) {
      setComplaint(texts.fileTooLarge(file.name, file.size));
      return;
    }
    try {
      change(decodeSource(await file.arrayBuffer()));
      setTold(texts.fileLoaded(file.name));
    } catch {
      setComplaint(texts.fileUnreadable(file.name));
    }
  };

  // Until the list is on the screen: its page may still be loading.
  const isBusy = submit.isPending || submit.isSuccess;

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isTooLong || closedBecause) return;
    if (code === '') {
      setComplaint(say(words('code_required')));
      return;
    }
    setTold(null);
    submit.mutate(code, {
      onSuccess: () => {
        saveDraft(localStorage, draftPlace, code, Date.now());
        unsentCode.delete(unsentKey);
        navigate(listAfterSubmit(place));
      },
    });
  };

  const error = closedBecause ?? complaint ?? (isTooLong ? say(words('code_long')) : null);
  return (
    <form className={styles.form} noValidate onSubmit={send}>
      <Notice tone="error">{error ?? (submit.isError && errorText(submit.error, texts.submitFailed))}</Notice>
      <Notice tone="success">
        {!error && !submit.isError && (told ?? (draft !== null && code === draft && texts.draftRestored))}
      </Notice>
      <div className={styles.bar}>
        <p className={styles.limits}>
          {texts.language}: <strong>{submissions.languages.cpp}</strong>, {texts.sizeLimit}
        </p>
        <FileChoice isDisabled={isBusy} onFile={takeFile} />
      </div>
      <DropArea isDisabled={isBusy} onFile={takeFile}>
        <CodeField
          label={texts.code}
          value={code}
          onChange={change}
          isDisabled={isBusy}
          minHeight="24rem"
          maxHeight="min(48rem, 70dvh)"
        />
      </DropArea>
      <div className={styles.bar}>
        <p className={`${styles.limits} ${styles.keys}`}>{texts.editorHint}</p>
        <div className={styles.send}>
          <p className={styles.size} data-over={isTooLong || undefined}>
            {texts.sizeNow(bytes)}
          </p>
          <Button type="submit" disabled={isBusy || isTooLong || Boolean(closedBecause)}>
            {isBusy ? texts.submitting : texts.submitButton}
          </Button>
        </div>
      </div>
    </form>
  );
}

function listAfterSubmit({ contestId }: ProblemPlace): string {
  if (contestId === null) return pagePaths.submissions;
  return generatePath(pagePaths.contestSubmissions, { contestId: String(contestId) });
}

interface FileTarget {
  isDisabled: boolean;
  onFile: (file: File | undefined) => void;
}

function FileChoice({ isDisabled, onFile }: FileTarget) {
  const { problem: texts } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  return (
    <p className={styles.choice}>
      <input
        ref={input}
        type="file"
        hidden
        accept=".cpp,.cc,.cxx,.c++,.h,.hpp,.txt,text/*"
        aria-label={texts.chooseFile}
        onChange={({ currentTarget }) => {
          onFile(currentTarget.files?.[0]);
          // So that the same file, changed meanwhile, can be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button
        variant="default"
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

function DropArea({ isDisabled, onFile, children }: FileTarget & { children: ReactNode }) {
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
