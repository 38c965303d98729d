import { VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { askAgain } from '../../lib/first-answers.ts';
import { useMessages } from '../../lib/messages.ts';
import { Shortcuts } from '../palette/shortcuts.tsx';
import styles from './root.module.css';

export function Root() {
  const queryClient = useQueryClient();
  useEffect(() => void askAgain(queryClient), [queryClient]);
  return (
    <Shortcuts>
      <NavigationProgress />
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
