/**
 * The board of a contest as it was at any moment, from its history. What a try was worth and how participants stand to
 * each other has been decided by the contest's format when the history was written: here they are only put in order.
 */
import { assignPlaces, comparePlaced } from './board-places.ts';
import type { ContestHistory, HistoryRow } from './contest-history.ts';
import type { ContestScoreboard, ContestScoreboardEntry } from './contest-scoreboard.ts';

type Entry = Omit<ContestScoreboardEntry, 'place'>;

/** From one of a participant's tries on. */
interface Moment {
  readonly order: readonly number[];
  readonly entry: Entry;
}

interface Line {
  /** By which the names are put in order, as the server does. */
  readonly name: string;
  readonly isUnofficial: boolean;
  /** When each of the moments begins. */
  readonly atMs: readonly number[];
  readonly moments: readonly Moment[];
}

export interface Replay {
  /** What was made in this millisecond or before it counts. The same board as long as nothing has changed. */
  at(ms: number): ContestScoreboard;
  /** The latest try before that moment, and the first after it; null where there is none. */
  changeBefore(ms: number): number | null;
  changeAfter(ms: number): number | null;
}

export function createReplay({ rows, problems, shares_places }: ContestHistory): Replay {
  const lines = rows.map(toLine);
  const times = [...new Set(lines.flatMap(({ atMs }) => atMs))];
  times.sort((a, b) => a - b);
  let known: { readonly count: number; readonly board: ContestScoreboard } | null = null;
  /** Rows that stay as they are stay the same objects, and are not drawn anew. */
  let drawn = new Map<Entry, ContestScoreboardEntry>();

  return {
    changeBefore: (ms) => times[countUntil(times, ms - 1) - 1] ?? null,
    changeAfter: (ms) => times[countUntil(times, ms)] ?? null,
    at(ms) {
      const count = countUntil(times, ms);
      if (known?.count === count) return known.board;
      const present = lines
        .flatMap(({ name, isUnofficial, atMs, moments }) => {
          const moment = moments[countUntil(atMs, ms) - 1];
          return moment ? [{ name, isUnofficial, ...moment }] : [];
        })
        .sort(comparePlaced);
      const places = assignPlaces(present, shares_places);
      const next = new Map<Entry, ContestScoreboardEntry>();
      for (const [index, { entry }] of present.entries()) {
        const place = places[index] ?? null;
        const same = drawn.get(entry);
        next.set(entry, same?.place === place ? same : { ...entry, place });
      }
      drawn = next;
      known = { count, board: { scoreboard: [...next.values()], problems, version: '' } };
      return known.board;
    },
  };
}

function toLine({ user_id, username, is_unofficial, steps }: HistoryRow): Line {
  let cells: Entry['detailed_scores'] = {};
  const moments = steps.map(({ problem_id, cell, total_score, penalty, order }) => {
    cells = { ...cells, [problem_id]: cell };
    const entry = {
      user_id,
      username,
      total_score,
      ...(penalty !== undefined && { penalty }),
      detailed_scores: cells,
    };
    return { order, entry };
  });
  return {
    name: username.toLowerCase(),
    isUnofficial: is_unofficial,
    atMs: steps.map(({ at_ms }) => at_ms),
    moments,
  };
}

/** How many of these times, which are in their order, have come by then. */
function countUntil(times: readonly number[], ms: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
