import { Button } from '@mantine/core';
import { Link, useRouteError } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { FullPageNote } from '../../components/full-page-note.tsx';
import { useIsOffline, useOnReturn } from '../../lib/connection.ts';
import { PageNotLoaded } from '../../lib/load-page.ts';
import { useMessages } from '../../lib/messages.ts';

/**
 * Shown in place of a page that did not load or broke. Retry loads the document anew: browsers may remember a
 * failed script for the life of a document, and after an update the old names no longer exist. A page that did not load
 * does so by itself when there is a network again.
 */
export function RouteError() {
  const { app, trouble } = useMessages();
  const notLoaded = useRouteError() instanceof PageNotLoaded;
  const isOffline = useIsOffline();
  const reload = () => window.location.reload();
  useOnReturn(() => {
    if (notLoaded) reload();
  });
  if (notLoaded && isOffline) return <FullPageNote title={trouble.loadTitle} line={app.offline} />;
  return (
    <FullPageNote
      title={notLoaded ? trouble.loadTitle : trouble.crashTitle}
      line={notLoaded ? trouble.loadLine : trouble.crashLine}
    >
      <Button onClick={reload}>{app.retry}</Button>
      <BackToHome />
    </FullPageNote>
  );
}

export function NotFoundNote() {
  const { trouble } = useMessages();
  return (
    <FullPageNote eyebrow="404" title={trouble.notFoundTitle} line={trouble.notFoundLine}>
      <BackToHome />
    </FullPageNote>
  );
}

export function BackToHome() {
  const { app } = useMessages();
  return (
    <Button variant="default" component={Link} to={pagePaths.home}>
      {app.backToHome}
    </Button>
  );
}
