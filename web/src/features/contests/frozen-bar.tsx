import { Button } from '@mantine/core';
import { useState } from 'react';
import { generatePath, Link } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import { useMessages } from '../../lib/messages.ts';
import { formatContestTime } from './contest-times.ts';
import styles from './frozen-bar.module.css';
import type { BoardView } from './queries.ts';
import { ThawDialog } from './thaw-dialog.tsx';

interface FrozenBarProps {
  contest: Contest;
  isStaff: boolean;
  view: BoardView;
  onView: (view: BoardView) => void;
}

const views: readonly BoardView[] = ['own-eyes', 'frozen'];

/** Above a frozen scoreboard: since when, until when; for staff both boards, the ceremony and the thaw. */
export function FrozenBar({ contest, isStaff, view, onView }: FrozenBarProps) {
  const { moments, contestFormat: texts } = useMessages();
  const [isThawing, setThawing] = useState(false);
  const { freeze_at: since, thaw_time: until } = contest;
  const sayFrozen = isStaff ? texts.frozenForOthers : texts.frozenSince;
  return (
    <div className={styles.bar}>
      <p className={styles.line}>
        {since && sayFrozen(formatContestTime(since, moments))}{' '}
        {until && texts.frozenThaws(formatContestTime(until, moments))}{' '}
        {contest.is_participant && !isStaff && texts.ownAfterFreeze}
      </p>
      {isStaff && (
        <div className={styles.tools}>
          <fieldset className={styles.views} aria-label={texts.view}>
            {views.map((each) => (
              <Button
                key={each}
                size="xs"
                variant={view === each ? 'filled' : 'default'}
                aria-pressed={view === each}
                onClick={() => onView(each)}
              >
                {each === 'frozen' ? texts.viewFrozen : texts.viewLive}
              </Button>
            ))}
          </fieldset>
          <Button
            size="xs"
            variant="default"
            component={Link}
            to={generatePath(pagePaths.contestReveal, { contestId: String(contest.id) })}
          >
            {texts.openReveal}
          </Button>
          <Button size="xs" variant="default" onClick={() => setThawing(true)}>
            {texts.thawNow}
          </Button>
        </div>
      )}
      {isThawing && <ThawDialog contest={contest} onClose={() => setThawing(false)} />}
    </div>
  );
}
