import { VisuallyHidden } from '@mantine/core';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { useMessages } from '../../lib/messages.ts';
import styles from './root.module.css';

export function Root() {
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <ScrollRestoration />
    </>
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
