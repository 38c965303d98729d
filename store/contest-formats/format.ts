import type { SQL } from 'drizzle-orm';
import type { Queryable } from '../database.ts';

/** Who looks at a board, as the policy of the server tells them apart. */
export type Audience = 'staff' | 'contestants' | 'public';

/** Which cell of a scoreboard: one participant on one problem of one contest. */
export interface CellKey {
  readonly contestId: number;
  readonly userId: number;
  readonly problemId: number;
}

/** What a participant has reached there: kept with each verdict, in the columns of contest_results by these names. */
export interface Cell {
  /** The one that lists show as the best, whatever the format counts. */
  readonly bestSubmissionId: number | null;
  readonly bestScore: number;
  /** When that was reached: the time that decides between equals. */
  readonly bestScoreAt: Date | null;
}

/**
 * How the participants of a contest are scored, ranked and shown. Here and not with the server, because the worker that
 * stores a verdict keeps the cell in the same transaction. A format is a file beside this one, an entry in formats.ts
 * and its name in the contract; nobody else asks which one a contest has.
 */
export interface ContestFormat {
  /** What the submissions to this problem in this contest come to. */
  findCell(db: Queryable, cell: CellKey): Promise<Cell>;
  /**
   * Everyone who has submitted, as a query for `user_id`, `username`, `total_score`, `detailed_scores` (what each cell
   * shows, by the slug of its column) and `place`, counted from the first: as this audience is to see it. The finish
   * stores what staff see, from then on for everybody.
   */
  rank(contestId: number, audience: Audience): SQL;
  /**
   * How the totals of these users grew, as a query for `user_id` and `progress`: each time that a total went up, in
   * milliseconds since the start, with what it was from then on. By the verdicts in force; the finish stores what it
   * gives.
   */
  trace(contestId: number, userIds: readonly number[]): SQL;
}
