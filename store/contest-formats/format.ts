import type { SQL } from 'drizzle-orm';
import type { ContestBoardCell } from '#contract/contest-scoreboard.ts';
import type { FinishedStatus } from '#contract/statuses.ts';
import type { contests, StoredGroup } from '../schema.ts';
import type { Order, Standing } from './order.ts';

/**
 * Who looks at a board. `frozen` is everybody but staff for as long as a freeze is to come or lasts: until something is
 * submitted after it has begun, such a board is like that of the others. `own` is a participant who looks at one row, their
 * own, with what came after the freeze.
 */
export type Audience = 'staff' | 'others' | 'frozen' | 'own';

/** What there is to know of a contest whose board is asked for. */
export type RankedContest = Pick<
  typeof contests.$inferSelect,
  'id' | 'format' | 'startTime' | 'windowMinutes' | 'pauses'
>;

/** Which cell of a scoreboard: one participant on one problem of one contest. */
export interface CellKey {
  readonly contestId: number;
  readonly userId: number;
  readonly problemId: number;
}

/** One submission that has its verdict, which is the one in force. */
export interface Try {
  readonly id: number;
  readonly submittedAt: Date;
  readonly status: FinishedStatus;
  readonly score: number | null;
  /** Null where the problem has none, nothing was run, or the format does not read them. */
  readonly groups: readonly StoredGroup[] | null;
  readonly testSetId: number | null;
  /** How many decimals scores have by that test set. */
  readonly scoreDecimals: number;
}

/** What a participant has reached there: kept with each verdict, in the columns of contest_results by these names. */
export interface Cell {
  /** The one that lists show as the best, whatever the format counts. */
  readonly bestSubmissionId: number | null;
  readonly bestScore: number;
  /** When that was reached: the time that decides between equals. */
  readonly bestScoreAt: Date | null;
  /** The submission that reached it: of two in the same millisecond the one with the smaller id was first. */
  readonly bestScoreBy: number | null;
  /** ICPC alone: of the tries, those that have a verdict, and those that count against who made them. */
  readonly judgedCount: number;
  readonly wrongCount: number;
}

/** What tries come to that are told one by one, in the order in which they were made: each costs the same. */
export interface CellInProgress {
  add(made: Try): void;
  read(): Cell;
}

export function evaluate(format: Pick<ContestFormat, 'begin'>, tries: readonly Try[]): Cell {
  const cell = format.begin();
  for (const made of tries) cell.add(made);
  return cell.read();
}

/** A cell as it was at some moment, with what counting and showing it takes. */
export interface PastCell {
  readonly cell: Cell;
  /** How many tries it comes from, all of which have their verdicts. */
  readonly tries: number;
  /** What the problem is worth. */
  readonly points: number;
}

/** What must be known of a contest for that. */
export interface PastContest {
  readonly penaltyMinutes: number;
  /** The participant's contest time, in milliseconds. */
  millisAt(at: Date): number;
}

/**
 * How the participants of a contest are scored, ranked and shown. Here and not with the server, because the worker that
 * stores a verdict keeps the cell in the same transaction. A format is a file beside this one, an entry in formats.ts
 * and its name in the contract; nothing else here or in the server asks which one a contest has. How it looks is said
 * in web/src/features/contests/formats/.
 */
export interface ContestFormat {
  /** Whether its cells follow from the groups, which are much to read, or from the scores alone. */
  readonly readsGroups: boolean;
  /** Of a cell in which nothing was tried yet. */
  begin(): CellInProgress;
  readonly order: Order;
  /**
   * Everyone who has submitted, as a query for `user_id`, `username`, `total_score`, `penalty` (null where there is none),
   * `detailed_scores` (what each cell shows, by the slug of its column), `reached_at` (in milliseconds of contest time) and `place`, counted from the first,
   * which equals may share, among all of them, official or not: as this audience is to see it. The finish stores what staff
   * see, from then on for everybody. Of some users alone, if a query for their ids is told: then `place` says nothing.
   */
  rank(contest: RankedContest, audience: Audience, whose?: SQL): SQL;
  /** What a participant stood with whoever had these cells: of one moment that is over, as `rank` tells it of the present. */
  standing(cells: Iterable<PastCell>, contest: PastContest): Standing;
  /** What somebody has who has solved all of the problems that are worth this much. */
  highestTotal(points: readonly number[]): number;
  /** What the board showed of such a cell, but for who was first. */
  show(cell: PastCell, contest: PastContest): ContestBoardCell;
}
