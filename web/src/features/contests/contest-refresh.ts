import type { Contest } from '#contract/contests.ts';

/** How often an open page asks, so that what staff change arrives. */
const pollMs = 30_000;
/** The results are about to come. */
const finishingPollMs = 3_000;
/** The answer at a start or an end still told the status before it. */
const repeatMs = 1_000;
const soonestMs = 50;

/** At the end it still runs, for those with extra minutes; until when is theirs alone to know. */
const othersGoOnPollMs = 10_000;
/** Until an answer that tells the old status is not for two servers' clocks any more. */
const settledMs = 3_000;

type Timed = Pick<
  Contest,
  'status' | 'start_time' | 'end_time' | 'freeze_at' | 'is_frozen' | 'thaw_time' | 'paused_at' | 'own_end'
>;

/**
 * When to ask for these contests again, in milliseconds from now: at the next start or end by the server's clock.
 * `ageMs` is the age of the answer that told them. `spreadMs` is this page's own small delay, so that not all open
 * pages ask in the same moment.
 */
export function nextRefreshMs(
  contests: readonly Timed[],
  { nowMs, ageMs, spreadMs }: { nowMs: number; ageMs: number; spreadMs: number },
): number {
  const waitUntil = (time: string) => Math.max(Date.parse(time) - nowMs + spreadMs, repeatMs - ageMs);
  const waits = contests.map((contest) => {
    const { status, start_time, freeze_at, is_frozen, thaw_time, paused_at, own_end } = contest;
    if (status === 'finished') return pollMs - ageMs;
    // It waits for the thaw, perhaps for hours.
    if (status === 'finishing' && is_frozen) return thaw_time ? waitUntil(thaw_time) : pollMs - ageMs;
    if (status === 'finishing') return finishingPollMs - ageMs;
    if (status === 'scheduled') return waitUntil(start_time);
    // Nothing comes by the clock until staff let it go on.
    if (paused_at !== null) return pollMs - ageMs;
    const borders = [contest.end_time, own_end, is_frozen ? null : freeze_at].filter((time) => time !== null);
    const next = borders.toSorted().find((time) => Date.parse(time) > nowMs);
    if (next !== undefined) return waitUntil(next);
    const isSettled = nowMs - ageMs > Math.max(...borders.map((time) => Date.parse(time))) + settledMs;
    return (isSettled ? othersGoOnPollMs : repeatMs) - ageMs;
  });
  return Math.max(soonestMs, Math.min(pollMs - ageMs, ...waits));
}
