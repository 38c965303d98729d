import type { ReactNode } from 'react';
import { Outlet, useMatches } from 'react-router';
import { useIsOffline } from '../../lib/connection.ts';
import { useMessages } from '../../lib/messages.ts';
import styles from './layout.module.css';

/** A page's `handle` in the route table: how much of a wide screen it uses. */
export interface PageHandle {
  width: 'reading' | 'wide';
}

function usePageWidth(): PageHandle['width'] | undefined {
  return useMatches()
    .map(({ handle }) => (handle as PageHandle | undefined)?.width)
    .findLast((width) => width !== undefined);
}

/** What all three layouts share: the way past the bar, the bar, the column. */
export function Layout({ bar, children }: { bar: ReactNode; children?: ReactNode }) {
  const { app } = useMessages();
  const width = usePageWidth();
  return (
    <>
      <a href="#content" className={styles.skip}>
        {app.skipToContent}
      </a>
      <header className={styles.bar}>
        <div className={styles.barColumn}>{bar}</div>
        <OfflineBar />
      </header>
      <main id="content" tabIndex={-1} className={styles.main} data-width={width}>
        {children ?? <Outlet />}
      </main>
    </>
  );
}

/** For the wall of a hall: with nothing around the page, but that there is no network. */
export function BareLayout() {
  return (
    <>
      <Outlet />
      <div className={styles.bare}>
        <OfflineBar />
      </div>
    </>
  );
}

/** Says so as long as it is so; what is on the screen is read anew as soon as it is over. */
function OfflineBar() {
  const { app } = useMessages();
  const isOffline = useIsOffline();
  return <div role="status">{isOffline && <p className={styles.offline}>{app.offlineBar}</p>}</div>;
}
