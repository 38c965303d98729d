/** A contest's time as one person is told it: in lists, with the news of the contest, and on the stream of events. */
import type { ContestClock } from '#contract/contests.ts';
import type { ContestRow } from '#store/contest-rows.ts';
import { contestLength, contestStatus, type OwnTime, personalTime } from '#store/contest-times.ts';
import { isFrozen } from './freeze.ts';

/** `own`: null for whoever does not take part. When others end who have extra minutes is nobody's business. */
export function describeClock(contest: ContestRow, own: OwnTime | null, now: Date): ContestClock {
  const time = own && personalTime(contest, own);
  return {
    start_time: contest.startTime.toISOString(),
    end_time: contest.endTime.toISOString(),
    status: contestStatus(contest, now),
    freeze_at: contest.freezeAt?.toISOString() ?? null,
    thaw_time: contest.thawAt?.toISOString() ?? null,
    is_frozen: isFrozen(contest, now),
    window_minutes: contest.windowMinutes,
    paused_at: contest.pausedAt?.toISOString() ?? null,
    length_ms: contestLength(contest),
    own_start: time?.start?.toISOString() ?? null,
    own_end: time?.start ? time.end.toISOString() : null,
    own_extra_minutes: own?.extraMinutes ?? 0,
  };
}
