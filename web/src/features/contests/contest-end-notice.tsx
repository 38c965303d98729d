import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { generatePath, Link } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import { useMessages } from '../../lib/messages.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import styles from './contest-end-notice.module.css';

/** Who does not see the clock hears of these. */
const saidMinutes = [10, 5, 1];

/**
 * In the bar of every page of a contest: says so the moment that it ends, and while its last submissions are judged.
 * Who comes after the results is told by the page.
 */
export function ContestEndNotice({ contest }: { contest: Contest }) {
  const { contests: texts, contestFormat: formatTexts } = useMessages();
  const [wasRunning, setWasRunning] = useState(false);
  const leftMs = Date.parse(contest.own_end ?? contest.end_time) - useServerNow(1_000);
  const isRunning = contest.status === 'running' && leftMs > 0;
  if (isRunning && !wasRunning) setWasRunning(true);
  const minutes = Math.ceil(leftMs / 60_000);
  const address = generatePath(pagePaths.contestScoreboard, { contestId: String(contest.id) });
  const isJudging = contest.status === 'finishing' || (contest.status === 'running' && !isRunning);
  return (
    <div role="status" className={styles.region}>
      {isRunning && saidMinutes.includes(minutes) && (
        <VisuallyHidden>{texts.minutesLeft(minutes)}</VisuallyHidden>
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
