import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { generatePath, Link } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import { useMessages } from '../../lib/messages.ts';
import { timeLeftMs, useServerNow } from '../../lib/server-clock.ts';
import styles from './contest-end-notice.module.css';
import { othersGoOnFrom, ownEnd, ownPhase } from './own-clock.ts';

/** Whoever does not see the clock hears of these. */
const saidMinutes = [10, 5, 1];

/**
 * In the bar of every page of a contest: says that it is paused, that it has ended in the moment that it does, and that
 * its last submissions are judged. Who comes after the results is told by the page.
 */
export function ContestEndNotice({ contest }: { contest: Contest }) {
  const { contests: texts, contestFormat: formatTexts, contestClock: clockTexts } = useMessages();
  const [wasRunning, setWasRunning] = useState(false);
  const now = useServerNow(1_000);
  const phase = ownPhase(contest, now);
  const isRunning = phase === 'counting' || phase === 'awaited';
  if (isRunning && !wasRunning) setWasRunning(true);
  const minutes = Math.ceil(timeLeftMs(ownEnd(contest), contest.paused_at, now) / 60_000);
  const address = generatePath(pagePaths.contestScoreboard, { contestId: String(contest.id) });
  const othersGoOn = phase === 'over' && now >= Date.parse(othersGoOnFrom(contest));
  const isJudging = contest.status === 'finishing' || (phase === 'over' && !othersGoOn);
  return (
    <div role="status" className={styles.region}>
      {isRunning && saidMinutes.includes(minutes) && (
        <VisuallyHidden>{texts.minutesLeft(minutes)}</VisuallyHidden>
      )}
      {contest.status === 'running' && contest.paused_at !== null && (
        <p className={styles.notice} data-paused>
          {clockTexts.pausedNotice}
        </p>
      )}
      {othersGoOn && (
        <p className={styles.notice}>{contest.is_participant ? clockTexts.ownOver : clockTexts.othersLeft}</p>
      )}
      {isJudging && (
        <p className={styles.notice}>{contest.is_frozen ? formatTexts.endedFrozen : texts.endedJudging}</p>
      )}
      {contest.status === 'finished' && wasRunning && (
        <p className={styles.notice}>
          {texts.endedFinal} <Link to={address}>{texts.viewResults}</Link>
        </p>
      )}
    </div>
  );
}
