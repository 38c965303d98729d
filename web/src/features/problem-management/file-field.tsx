import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../components/icons.tsx';
import { useMessages } from '../../lib/messages.ts';
import styles from './file-field.module.css';
import { type FileKind, isOfKind } from './file-kind.ts';

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
  const isOther = useIsOther(file, kind);
  const isTooLarge = file !== null && file.size > maxBytes;
  const complaint = isTooLarge
    ? texts.fileTooLarge(texts.fileSize(maxBytes))
    : isOther && file
      ? texts.notThatKind[kind](file.name)
      : error;
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
            className={styles.remove}
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

/** Read from its beginning, as the server will. */
function useIsOther(file: File | null, kind: FileKind): boolean {
  const [other, setOther] = useState<File | null>(null);
  useEffect(() => {
    let isLeft = false;
    if (file)
      void isOfKind(file, kind).then((isIt) => {
        if (!isLeft) setOther(isIt ? null : file);
      });
    return () => {
      isLeft = true;
    };
  }, [file, kind]);
  return file !== null && other === file;
}
