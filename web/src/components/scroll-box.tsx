import type { ReactNode } from 'react';
import styles from './scroll-box.module.css';

interface ScrollBoxProps {
  label: string;
  isTall?: boolean;
  children: ReactNode;
}

/** For a long table: it scrolls in a frame of its own, and its head stays. */
export function ScrollBox({ label, isTall, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.box} data-tall={isTall || undefined} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
