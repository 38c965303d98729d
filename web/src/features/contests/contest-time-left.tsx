import type { Contest } from '#contract/contests.ts';
import { TimeLeft } from '../../components/time-left.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { ownEnd, ownPhase } from './own-clock.ts';

/** In one line: how long until the start, or until the end of this person's time. Nothing once the contest is over. */
export function ContestTimeLeft({ contest }: { contest: Contest }) {
  const { contests: texts, contestClock } = useMessages();
  const phase = ownPhase(contest, useServerNow(1_000));
  if (contest.status === 'scheduled')
    return <TimeLeft until={contest.start_time} what={texts.clockUntilStart} />;
  if (phase === null) return null;
  const running = phase === 'awaited' ? contestClock.toBegin : texts.clockRemaining;
  return (
    <TimeLeft
      until={ownEnd(contest)}
      standsAt={contest.paused_at}
      what={contest.paused_at === null ? running : contestClock.paused}
    />
  );
}
