import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { errorText, isRefusal } from '../lib/api.ts';
import { useMessages } from '../lib/messages.ts';
import styles from './fetch-failure.module.css';
import { Notice } from './notice.tsx';

/** What could not be read, and the way on: another try, or the login that it needs. */
export function FetchFailure({ children, onRetry }: { children: string; onRetry: () => void }) {
  const { app } = useMessages();
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
  refetch: () => unknown;
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
      <FetchFailure onRetry={() => query.refetch()}>
        {isOnlyOld ? app.notRefreshed : errorText(query.error, children)}
      </FetchFailure>
    </div>
  );
}

/** For a list that only accounts may read; after the login one is back where one was. */
export function LoginNeeded({ children }: { children: string }) {
  const { navigation } = useMessages();
  const { pathname, search } = useLocation();
  return (
    <Notice
      tone="error"
      action={
        <Button
          variant="default"
          component={Link}
          to={pagePaths.login}
          state={{ from: `${pathname}${search}` }}
        >
          {navigation.login}
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
