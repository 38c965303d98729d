import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { useMessages } from '../../lib/messages.ts';
import styles from './layout.module.css';

/** What all three layouts share: the way past the bar, the bar, the column. */
export function Layout({ bar, children }: { bar: ReactNode; children?: ReactNode }) {
  const { app } = useMessages();
  return (
    <>
      <a href="#content" className={styles.skip}>
        {app.skipToContent}
      </a>
      <header className={styles.bar}>
        <div className={styles.barColumn}>{bar}</div>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        {children ?? <Outlet />}
      </main>
    </>
  );
}
