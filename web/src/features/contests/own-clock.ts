/** A contest's time as it is for whoever looks at its pages. The server decides by the same rules, by its own clock. */
import type { WindowClock } from '#contract/contest-scoreboard.ts';
import type { Contest } from '#contract/contests.ts';

type Timed = Pick<
  Contest,
  'status' | 'end_time' | 'paused_at' | 'window_minutes' | 'is_participant' | 'own_start' | 'own_end'
>;

/**
 * Of a contest that runs: `awaited` is a personal window that has not been started, `over` the time of this person, while
 * others may still have some left. Null: it does not run.
 */
export type OwnPhase = 'awaited' | 'counting' | 'over' | null;

export function ownPhase(contest: Timed, nowMs: number): OwnPhase {
  if (contest.status !== 'running') return null;
  const at = contest.paused_at === null ? nowMs : Date.parse(contest.paused_at);
  if (at >= Date.parse(ownEnd(contest))) return 'over';
  return awaitsStart(contest) ? 'awaited' : 'counting';
}

/** It has ended, and finishes when its scoreboard thaws. */
export function awaitsThaw({ status, is_frozen }: Pick<Contest, 'status' | 'is_frozen'>): boolean {
  return status === 'finishing' && is_frozen;
}

/** The list of contests has been read anew by then. A contest that still runs does so for those with more time. */
const settledMs = 5_000;

/** From when on somebody whose time is over while the contest runs is told that others have some left. */
export function othersGoOnFrom(contest: Pick<Contest, 'window_minutes' | 'own_end' | 'end_time'>): string {
  const end = ownEnd(contest);
  return contest.window_minutes === null ? new Date(Date.parse(end) + settledMs).toISOString() : end;
}

/** Until when they can submit, or start their window. */
export function ownEnd({ own_end, end_time }: Pick<Contest, 'own_end' | 'end_time'>): string {
  return own_end ?? end_time;
}

/** Takes part, and has not started their window. */
export function awaitsStart(
  contest: Pick<Timed, 'window_minutes' | 'is_participant' | 'own_start'>,
): boolean {
  return contest.window_minutes !== null && contest.is_participant && contest.own_start === null;
}

interface Beginning {
  /** What whoever starts now has, extra minutes included. */
  haveMs: number;
  /** The last moment at which one has all of the window; null: it has passed. */
  latest: string | null;
}

/** What starting the window now means. */
export function planBeginning(
  { length_ms, end_time, paused_at, own_extra_minutes }: Contest,
  nowMs: number,
): Beginning {
  const at = paused_at === null ? nowMs : Date.parse(paused_at);
  const leftMs = Date.parse(end_time) - at;
  const latestMs = Date.parse(end_time) - length_ms;
  return {
    haveMs: Math.max(0, Math.min(length_ms, leftMs)) + own_extra_minutes * 60_000,
    latest: latestMs > at ? new Date(latestMs).toISOString() : null,
  };
}

/** How much of their window somebody has used, or of its time a contest, in contest time. */
export function elapsedMs(
  { ends_at, length_ms }: Pick<WindowClock, 'ends_at' | 'length_ms'>,
  standsAt: string | null,
  nowMs: number,
): number {
  const at = standsAt === null ? nowMs : Date.parse(standsAt);
  return Math.min(length_ms, Math.max(0, length_ms - (Date.parse(ends_at) - at)));
}
