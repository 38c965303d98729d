import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { errorText, isRefusal } from '../lib/api.ts';
import { useIsOffline, useOnReturn } from '../lib/connection.ts';
import { useMessages } from '../lib/messages.ts';
import styles from './fetch-failure.module.css';
import { Icon } from './icons.tsx';
import { Notice } from './notice.tsx';

/**
 * What could not be read, and the way on: another try. Without a network that is nobody's failure, and the next try begins
 * by itself.
 */
export function FetchFailure({ children, onRetry }: { children: string; onRetry: () => void }) {
  const { app } = useMessages();
  useOnReturn(onRetry);
  if (useIsOffline()) return <Notice tone="info">{app.offline}</Notice>;
  return (
    <Notice
      tone="error"
      action={
        <Button variant="default" onClick={onRetry}>
          {app.retry}
        </Button>
      }
    >
      {children}
    </Notice>
  );
}

interface Fetched {
  data: unknown;
  error: unknown;
  refetch: (how: { cancelRefetch: boolean }) => unknown;
}

/**
 * The one rule for a query that failed: what was never read could not be read, in the words given here unless the
 * server has its own. What is on the screen stays there when reading it anew fails, and is only called old.
 */
export function QueryFailure({ query, children }: { query: Fetched; children: string }) {
  const { app } = useMessages();
  if (!query.error) return null;
  const isOnlyOld = query.data !== undefined && !isRefusal(query.error);
  return (
    <div className={styles.failure}>
      <FetchFailure onRetry={() => query.refetch({ cancelRefetch: false })}>
        {isOnlyOld ? app.notRefreshed : errorText(query.error, children)}
      </FetchFailure>
    </div>
  );
}

/** An invitation, not a failure: for what only accounts may read. After the login one is back where one was. */
export function LoginNeeded({ children }: { children: string }) {
  const { navigation } = useMessages();
  const { pathname, search } = useLocation();
  return (
    <div role="status" className={styles.invitation}>
      <Icon name="person" size={32} />
      <p className={styles.words}>{children}</p>
      <Button component={Link} to={pagePaths.login} state={{ from: `${pathname}${search}` }}>
        {navigation.login}
      </Button>
    </div>
  );
}
