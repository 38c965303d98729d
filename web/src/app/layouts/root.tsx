import { VisuallyHidden } from '@mantine/core';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { useIsOffline } from '../../lib/connection.ts';
import { useMessages } from '../../lib/messages.ts';
import { Shortcuts } from '../palette/shortcuts.tsx';
import styles from './root.module.css';

export function Root() {
  return (
    <Shortcuts>
      <NavigationProgress />
      <OfflineBar />
      <Outlet />
      <ScrollRestoration />
    </Shortcuts>
  );
}

/** The next page's script is on its way; the present page stays until it is here. */
function NavigationProgress() {
  const { app } = useMessages();
  const isLoading = useNavigation().state === 'loading';
  return (
    <div role="status">
      {isLoading && (
        <div className={styles.progress}>
          <VisuallyHidden>{app.loadingPage}</VisuallyHidden>
        </div>
      )}
    </div>
  );
}

/** Says so as long as it is so; what is on the screen is read anew as soon as it is over. */
function OfflineBar() {
  const { app } = useMessages();
  const isOffline = useIsOffline();
  return <div role="status">{isOffline && <p className={styles.offline}>{app.offlineBar}</p>}</div>;
}
