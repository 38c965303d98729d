import type { CSSProperties } from 'react';
import { isInProgress, statusClass, statusLetter } from '#contract/statuses.ts';
import { useMessages } from '../lib/messages.ts';
import styles from './status-label.module.css';

/** The colour of a status, as a custom property for its letter, its word and its tint. */
export function statusTone(status: string): CSSProperties {
  return { '--tone': `var(--verdict-${statusClass(status)}, var(--muted))` } as CSSProperties;
}

interface StatusLabelProps {
  status: string;
  /** How far judging is, when it is under way. */
  progress?: { done: number; total: number };
  /** As a headline. */
  isLarge?: boolean;
}

/** A status by colour, letter and word; never by colour alone. */
export function StatusLabel({ status, progress, isLarge }: StatusLabelProps) {
  const { submissions } = useMessages();
  const name = submissions.statusName(status);
  const underWay = isInProgress(status);
  const counted = underWay && progress !== undefined && progress.total > 0;
  return (
    <span
      className={styles.status}
      data-under-way={underWay || undefined}
      data-large={isLarge || undefined}
      style={statusTone(status)}
    >
      <span className={styles.sign} aria-hidden="true">
        {underWay ? '' : statusSign(status)}
      </span>
      {counted ? submissions.runningAt(name, progress.done, progress.total) : name}
    </span>
  );
}

/** Compilation Error has no letter among the tests' own: it never gets as far as a test. */
function statusSign(status: string): string {
  return status === 'Compilation Error' ? 'C' : statusLetter(status);
}
