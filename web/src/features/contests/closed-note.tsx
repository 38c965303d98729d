import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { useMessages } from '../../lib/messages.ts';
import styles from './closed-note.module.css';
import { JoinTools } from './join-tools.tsx';

interface ClosedNoteProps {
  children: string;
  /** As far as the public list tells it. */
  contest: Contest | null | undefined;
}

/** In place of what only participants see: no failure, but an invitation. */
export function ClosedNote({ children, contest }: ClosedNoteProps) {
  const { contests: texts } = useMessages();
  return (
    <EmptyNote title={children}>
      <p>{texts.notJoinedNext}</p>
      <div className={styles.tools}>
        {contest && <JoinTools contest={contest} />}
        <Button variant="default" component={Link} to={pagePaths.contests}>
          {texts.backToContests}
        </Button>
      </div>
    </EmptyNote>
  );
}
