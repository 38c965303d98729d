import type { Contest } from '#contract/contests.ts';
import { readId } from '#contract/id-texts.ts';
import { useContestEntry } from '../../features/contests/contest-list.ts';
import { ContestTimeLeft } from '../../features/contests/contest-time-left.tsx';
import styles from './contest-clock.module.css';

/** In the bar of a contest's pages, beside the person's name: how long until its start or its end. */
export function ContestClock({ contest }: { contest: Contest }) {
  if (contest.status !== 'scheduled' && contest.status !== 'running') return null;
  return (
    <div className={styles.clock}>
      <ContestTimeLeft contest={contest} />
    </div>
  );
}

/** In a bar that is not the contest's own. `named`: its id, as the address has it. */
export function ClockOfContest({ named }: { named: string }) {
  const { contest } = useContestEntry(readId(named));
  return contest ? <ContestClock contest={contest} /> : null;
}
