/**
 * The ceremony: what a frozen scoreboard kept back is shown try by try, from the last rank up. Worked out beforehand from
 * the frozen and the live board, every step with the board as it is after it, so that a step back is a step back.
 *
 * Whoever stands last of those that are not settled has the first of their open problems shown. Who rises by that leaves
 * the place to the one who stands there then; who has nothing open any more is settled. The last board is the live one,
 * of those who are ranked: who takes part unofficially is not called up.
 */
import type { ContestFormatName } from '#contract/contest-formats.ts';
import type {
  ContestBoardCell,
  ContestScoreboard,
  ContestScoreboardEntry,
} from '#contract/contest-scoreboard.ts';
import type { Contest } from '#contract/contests.ts';
import { formatLooks } from './formats/format-looks.ts';

export type Medal = 'gold' | 'silver' | 'bronze';

export interface RevealRow extends ContestScoreboardEntry {
  readonly place: number;
  /** Its place is final. */
  readonly isSettled: boolean;
  readonly medal: Medal | null;
}

export interface RevealStep {
  readonly rows: readonly RevealRow[];
  /** Whose turn it was; null at the beginning. */
  readonly userId: number | null;
  /** What was shown; null where a medal was given. */
  readonly problemId: string | null;
}

export interface Ceremony extends Pick<Contest, 'gold_medals' | 'silver_medals' | 'bronze_medals'> {
  readonly format: ContestFormatName;
  readonly penalty_minutes: number;
}

type Ranked = ContestScoreboardEntry & { readonly place: number };

/** Whoever stands as before is the same object as before: steps share them, and a page draws only the others. */
type Row = RevealRow;

export function planReveal(
  frozen: ContestScoreboard,
  live: ContestScoreboard,
  ceremony: Ceremony,
): RevealStep[] {
  const look = formatLooks[ceremony.format];
  const ranked = live.scoreboard.filter(isRanked);
  const final = new Map(ranked.map((row, index) => [row.user_id, { row, index }]));
  const finalOf = ({ user_id }: Row) => final.get(user_id) as { row: Ranked; index: number };
  const problemIds = live.problems.map(({ problem_id }) => problem_id);
  const findOpen = (row: Row) =>
    problemIds.find((id) => isOpen(row.detailed_scores[id], finalOf(row).row.detailed_scores[id]));
  const isBefore = (a: Row, b: Row) => (compareShown(a, b) || finalOf(a).index - finalOf(b).index) < 0;
  const isShared = (a: Row, b: Row) => look.sharesPlaces && compareShown(a, b) === 0;

  // Whoever has gone since has no place to come to.
  let rows: readonly Row[] = frozen.scoreboard
    .filter(isRanked)
    .filter(({ user_id }) => final.has(user_id))
    .map((row) => ({ ...row, isSettled: false, medal: null }));
  const steps: RevealStep[] = [];
  const addStep = (userId: number | null, problemId: string | null) =>
    steps.push({ rows, userId, problemId });

  rows = withPlaces(rows, isShared);
  addStep(null, null);
  for (let last = rows.length - 1; last >= 0; ) {
    const row = rows[last] as Row;
    const problemId = findOpen(row);
    if (problemId !== undefined) {
      const shown = showCell(row, problemId, finalOf(row).row, ceremony);
      const to = findRise(rows, last, shown, isBefore);
      if (shown.detailed_scores[problemId]?.first) rows = rows.map((other) => withoutFirst(other, problemId));
      rows = withPlaces(rows.toSpliced(last, 1).toSpliced(to, 0, shown), isShared, { from: to, to: last });
      addStep(row.user_id, problemId);
      continue;
    }
    // Its place of the end: the one shown may be shared with somebody who has yet to rise from it.
    const settled = { ...row, isSettled: true, place: finalOf(row).row.place };
    const medal = medalOf(settled, ceremony);
    rows = rows.with(last, { ...settled, medal });
    if (medal) addStep(row.user_id, null);
    last -= 1;
  }
  // Those that are settled without a medal make no step of their own.
  if (steps.at(-1)?.rows.some(({ isSettled }) => !isSettled)) addStep(null, null);
  return steps;
}

function isRanked(row: ContestScoreboardEntry): row is Ranked {
  return row.place !== null;
}

/** Not told at the freeze, or kept back by its problem until the end. */
function isOpen(cell: ContestBoardCell | undefined, live: ContestBoardCell | undefined): boolean {
  if (!cell) return false;
  return cell.pending !== undefined || (cell.score === undefined && live?.score !== undefined);
}

function showCell(row: Row, problemId: string, live: ContestScoreboardEntry, ceremony: Ceremony): Row {
  // What is still being judged is shown as it stands, or it would be open for ever.
  const { pending: _, ...cell } = live.detailed_scores[problemId] ?? { attempts: 0 };
  const detailed_scores = { ...row.detailed_scores, [problemId]: cell };
  const added = formatLooks[ceremony.format].addUp(Object.values(detailed_scores), ceremony);
  return { ...row, detailed_scores, ...added };
}

/** Where each has a window of their own, a try after the freeze may have come earlier in contest time than one before it. */
function withoutFirst(row: Row, problemId: string): Row {
  const { first, ...cell } = row.detailed_scores[problemId] ?? { attempts: 0 };
  return first ? { ...row, detailed_scores: { ...row.detailed_scores, [problemId]: cell } } : row;
}

/** Where the row that stood there stands as it is now: it passes whoever it comes before. Nobody ever falls by themselves. */
function findRise(
  rows: readonly Row[],
  from: number,
  changed: Row,
  isBefore: (a: Row, b: Row) => boolean,
): number {
  let to = from;
  while (to > 0 && isBefore(changed, rows[to - 1] as Row)) to -= 1;
  return to;
}

/**
 * Only of those that have moved, and of whoever shares a place with them: a ceremony of thousands has thousands of steps. All
 * of them, if nothing is said. Who is settled has the place of the end already.
 */
function withPlaces(
  rows: readonly Row[],
  isShared: (a: Row, b: Row) => boolean,
  moved = { from: 0, to: rows.length - 1 },
): Row[] {
  const placed = [...rows];
  for (let index = moved.from; index < rows.length; index += 1) {
    const row = rows[index] as Row;
    const above = placed[index - 1];
    if (row.isSettled) break;
    const place = above && isShared(above, row) ? above.place : index + 1;
    if (place !== row.place) placed[index] = { ...row, place };
    else if (index > moved.to) break;
  }
  return placed;
}

/** By what each has been shown to have. Where equals share no place, the boards do not tell what decides between them. */
function compareShown(a: Row, b: Row): number {
  return (
    b.total_score - a.total_score || (a.penalty ?? 0) - (b.penalty ?? 0) || lastMinute(a) - lastMinute(b)
  );
}

/** Of the accepted ones; 0 where minutes are not told. */
function lastMinute({ detailed_scores }: Row): number {
  return Math.max(0, ...Object.values(detailed_scores).map(({ minute = 0 }) => minute));
}

/** Nobody gets one for nothing. */
function medalOf({ place, total_score }: Row, ceremony: Ceremony): Medal | null {
  const { gold_medals: gold, silver_medals: silver, bronze_medals: bronze } = ceremony;
  if (total_score === 0) return null;
  if (place <= gold) return 'gold';
  if (place <= gold + silver) return 'silver';
  return place <= gold + silver + bronze ? 'bronze' : null;
}
