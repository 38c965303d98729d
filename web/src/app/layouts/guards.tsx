import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from 'react-router';
import type { SessionUser } from '#contract/accounts.ts';
import { pagePaths } from '#contract/pages.ts';
import { FullPageNote } from '../../components/full-page-note.tsx';
import { PageSkeleton } from '../../components/page-skeleton.tsx';
import { useMessages } from '../../lib/messages.ts';
import { isAdmin, isStaff, sessionQuery } from '../../lib/session.ts';
import { BackToHome } from './route-error.tsx';

/**
 * Keeps pages from whoever may not see them: visitors are sent to log in and come back afterwards, others are told.
 * Only a courtesy: the server refuses by itself. A check that failed says nothing about who is signed in, so it
 * sends nobody away.
 */
function RoleGuard({ admits }: { admits: (user: SessionUser) => boolean }) {
  const session = useQuery({ ...sessionQuery, refetchOnMount: 'always' });
  const { pathname, search, hash } = useLocation();
  const user = session.data;
  if (user === undefined) {
    // Once it has failed the note stays during another try: the focus is on its button.
    return session.errorUpdateCount === 0 ? (
      <PageSkeleton />
    ) : (
      <SessionUncheckedNote isRetrying={session.isFetching} onRetry={session.refetch} />
    );
  }
  if (!user) return <Navigate to={pagePaths.login} replace state={{ from: pathname + search + hash }} />;
  if (!admits(user)) return <ForbiddenNote />;
  return <Outlet />;
}

export function StaffGuard() {
  return <RoleGuard admits={isStaff} />;
}

export function AdminGuard() {
  return <RoleGuard admits={isAdmin} />;
}

interface SessionUncheckedNoteProps {
  isRetrying: boolean;
  onRetry: () => void;
}

function SessionUncheckedNote({ isRetrying, onRetry }: SessionUncheckedNoteProps) {
  const { app, guards: trouble } = useMessages();
  return (
    <FullPageNote title={trouble.sessionTitle} line={trouble.sessionLine}>
      {/* Not disabled meanwhile: that would take the focus away from the keyboard. */}
      <Button onClick={() => !isRetrying && onRetry()}>{isRetrying ? app.retrying : app.retry}</Button>
      <BackToHome />
    </FullPageNote>
  );
}

function ForbiddenNote() {
  const { guards: trouble } = useMessages();
  return (
    <FullPageNote eyebrow="403" title={trouble.forbiddenTitle} line={trouble.forbiddenLine}>
      <BackToHome />
    </FullPageNote>
  );
}
