import { useId } from 'react';
import { useMessages } from '../../lib/messages.ts';
import styles from './file-field.module.css';

interface FileFieldProps {
  name: string;
  label: string;
  /** The limits, told before anyone hits them. */
  hint: string;
  accept: string;
  maxBytes: number;
  file: File | null;
  onChange: (file: File | null) => void;
}

export function FileField({ name, label, hint, accept, maxBytes, file, onChange }: FileFieldProps) {
  const { problemManagement: texts } = useMessages();
  const id = useId();
  const isTooLarge = file !== null && file.size > maxBytes;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
      <input
        id={id}
        className={styles.input}
        type="file"
        name={name}
        accept={accept}
        aria-describedby={`${id}-hint ${id}-size`}
        aria-invalid={isTooLarge}
        onChange={({ currentTarget }) => onChange(currentTarget.files?.[0] ?? null)}
      />
      <p id={`${id}-size`} className={styles.size} data-over={isTooLarge || undefined}>
        {file && (isTooLarge ? texts.fileTooLarge(texts.fileSize(maxBytes)) : texts.fileSize(file.size))}
      </p>
    </div>
  );
}
