import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { FullPageNote } from '../../components/full-page-note.tsx';
import { useMessages } from '../../lib/messages.ts';

interface ContestNoteProps {
  title: string;
  line: string;
  eyebrow?: string;
  /** What can be done here, before the way back. */
  children?: ReactNode;
}

/** In place of a page of a contest, with the way back to all of them. */
export function ContestNote({ children, ...note }: ContestNoteProps) {
  const { contests: texts } = useMessages();
  return (
    <FullPageNote {...note}>
      {children}
      <Button variant="default" component={Link} to={pagePaths.contests}>
        {texts.backToContests}
      </Button>
    </FullPageNote>
  );
}

export function ContestNotFound() {
  const { contests: texts } = useMessages();
  return <ContestNote eyebrow="404" title={texts.notFound} line={texts.notFoundNext} />;
}
