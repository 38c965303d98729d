import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { useMessages } from '../messages.ts';
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
