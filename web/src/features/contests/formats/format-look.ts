import type { ParticipantReport } from '#contract/contest-reports.ts';
import type { ContestBoardCell, ContestScoreboardEntry } from '#contract/contest-scoreboard.ts';
import type { Contest } from '#contract/contests.ts';
import type { Messages } from '#contract/messages/en.ts';

/**
 * How contests of a format are shown: a file beside this one and an entry in format-looks.ts. Nothing else in the pages
 * asks which format a contest has. How participants are scored and ranked is said in store/contest-formats/.
 */
export interface FormatLook {
  /** Whether wrong tries cost minutes: how many is a setting of the contest, and what they come to a column of the board. */
  readonly hasPenalty: boolean;
  /** Whether equals share a place. */
  readonly sharesPlaces: boolean;
  /** What a cell of the board tells; board-cell.tsx draws it. */
  readonly cell: 'score' | 'solved';
  /** What a full score of the problem is on the board. */
  fullMarksOf(problem: { readonly points: number }): number;
  /** What a row with these cells comes to. */
  addUp(
    cells: readonly ContestBoardCell[],
    contest: PenaltySetting,
  ): Pick<ContestScoreboardEntry, 'total_score' | 'penalty'>;
  /** What the report on a participant tells of each problem. */
  reportColumns(messages: Messages, contest: PenaltySetting): readonly ReportColumn[];
  /** What has another name from format to format. */
  textsIn(messages: Messages): FormatTexts;
}

export type PenaltySetting = Pick<Contest, 'penalty_minutes'>;

interface ReportColumn {
  readonly head: string;
  tell(problem: ParticipantReport['problems'][number]): string | number;
}

interface FormatTexts {
  /** What a total is. */
  readonly total: string;
  ownTotal(total: number): string;
  /** Below a board, part by part. */
  legend(isScoreWithheld: boolean): readonly string[];
  /** How totals grew. */
  readonly progressTitle: string;
  progressChart(contestTitle: string): string;
  /** How many people have which total. */
  readonly distribution: string;
  readonly distributionHead: string;
  /** Of the totals from this one to below the next, which the last has not. */
  totalRange(from: number, next: number | null): string;
}
