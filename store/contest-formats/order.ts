/**
 * In which order participants stand, of whatever format: by their total, then by their penalty, then by when they reached
 * it, then by what tells equals apart, where the format does so. Whoever is equal in all of it shares the place. A format
 * gives what is compared, as columns of each row, and null or an empty text where it does not compare that.
 *
 * Told twice, for the database that stores the final standings and for the server that keeps an open board and is told
 * of a few rows at a time. That both say the same is checked after random histories (server/contests/live-board.test.ts).
 */
import { type SQL, sql } from 'drizzle-orm';

export interface Standing {
  readonly totalScore: number;
  readonly penalty: number | null;
  /** Milliseconds since 1970. */
  readonly reachedAtMs: number | null;
  readonly tieBreak: string;
}

/** Below zero if the first stands before the second. */
export function compareStandings(a: Standing, b: Standing): number {
  return (
    b.totalScore - a.totalScore ||
    (a.penalty ?? 0) - (b.penalty ?? 0) ||
    compareTimes(a.reachedAtMs, b.reachedAtMs) ||
    compareTexts(a.tieBreak, b.tieBreak)
  );
}

/** Who has not reached anything comes last. */
function compareTimes(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a - b;
}

/** As the database does in its collation "C". */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The same rows with their `place`, from 1 on. */
export function withPlaces(rows: SQL): SQL {
  return sql`
    select unplaced.*, rank() over (order by total_score desc, penalty, reached_at asc nulls last,
      tie_break collate "C") as place
    from (${rows}) as unplaced`;
}
