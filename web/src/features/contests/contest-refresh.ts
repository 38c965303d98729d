import type { Contest } from '#contract/contests.ts';

/** How often an open page asks, so that what staff change arrives. */
const pollMs = 30_000;
/** The results are about to come. */
const finishingPollMs = 3_000;
/** The answer at a start or an end still told the status before it. */
const repeatMs = 1_000;
const soonestMs = 50;

type Timed = Pick<Contest, 'status' | 'start_time' | 'end_time'>;

/**
 * When to ask for these contests again, in milliseconds from now: at the next start or end by the server's clock.
 * `ageMs` is the age of the answer that told them. `spreadMs` is this page's own small delay, so that not all open
 * pages ask in the same moment.
 */
export function nextRefreshMs(
  contests: readonly Timed[],
  { nowMs, ageMs, spreadMs }: { nowMs: number; ageMs: number; spreadMs: number },
): number {
  const waits = contests.map(({ status, start_time, end_time }) => {
    if (status === 'finished') return pollMs - ageMs;
    if (status === 'finishing') return finishingPollMs - ageMs;
    const untilChangeMs = Date.parse(status === 'scheduled' ? start_time : end_time) - nowMs;
    return Math.max(untilChangeMs + spreadMs, repeatMs - ageMs);
  });
  return Math.max(soonestMs, Math.min(pollMs - ageMs, ...waits));
}
