import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { useMessages } from '../../lib/messages.ts';
import styles from './closed-note.module.css';
import { FrozenBoardLink } from './frozen-board-link.tsx';
import { JoinTools } from './join-tools.tsx';
import { awaitsThaw } from './own-clock.ts';

interface ClosedNoteProps {
  children: string;
  /** As far as the public list tells it. */
  contest: Contest | null | undefined;
}

/** In place of what only participants see: no failure, but an invitation, or the way to what everybody may see. */
export function ClosedNote({ children, contest }: ClosedNoteProps) {
  const { contests: texts, contestFormat } = useMessages();
  const isFrozen = contest ? awaitsThaw(contest) : false;
  return (
    <EmptyNote title={children}>
      <p>{isFrozen ? contestFormat.endedFrozen : texts.notJoinedNext}</p>
      <div className={styles.tools}>
        {contest && (isFrozen ? <FrozenBoardLink contest={contest} /> : <JoinTools contest={contest} />)}
        <Button variant="default" component={Link} to={pagePaths.contests}>
          {texts.backToContests}
        </Button>
      </div>
    </EmptyNote>
  );
}
