import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import { useMessages } from '../../lib/messages.ts';

interface FrozenBoardLinkProps {
  contest: Contest;
  variant?: 'default' | 'filled';
  /** Behind the text, for whoever does not see where it stands. */
  children?: ReactNode;
}

/** Of a contest that has ended and awaits its thaw: everybody may see what there was at the freeze. */
export function FrozenBoardLink({ contest, variant = 'default', children }: FrozenBoardLinkProps) {
  const { contestFormat: texts } = useMessages();
  return (
    <Button
      variant={variant}
      component={Link}
      to={generatePath(pagePaths.contestScoreboard, { contestId: String(contest.id) })}
    >
      {texts.toFrozenBoard}
      {children}
    </Button>
  );
}
