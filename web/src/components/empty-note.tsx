import type { ReactNode } from 'react';
import styles from './empty-note.module.css';

/** An empty list: what it means and what to do next. */
export function EmptyNote({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.note}>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.next}>{children}</div>}
    </div>
  );
}
