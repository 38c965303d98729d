import type { ReactNode } from 'react';
import styles from './full-page-note.module.css';
import { Mark } from './mark.tsx';
import { MainHeading } from './page-heading.tsx';

interface FullPageNoteProps {
  title: string;
  line: string;
  /** Small print before the title, e.g. a status code. */
  eyebrow?: string;
  children?: ReactNode;
}

/** A page that has one thing to say: not found, not allowed, not available. */
export function FullPageNote({ title, line, eyebrow, children }: FullPageNoteProps) {
  return (
    <div className={styles.note}>
      <span className={styles.mark}>
        <Mark size={48} />
      </span>
      {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
      <MainHeading>{title}</MainHeading>
      <p className={styles.line}>{line}</p>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
