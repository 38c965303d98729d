/**
 * What a board must be, from the raw history and the rules as people know them, written without a look at how the server
 * does it: everything is counted anew from the beginning, for one format and one pair of eyes.
 */
import type { ContestFormatName } from '#contract/contest-formats.ts';
import type { FinishedStatus } from '#contract/statuses.ts';

export interface Verdict {
  readonly status: FinishedStatus;
  readonly score: number;
  /** What each group of tests earned, of all of 100 points, in parts of a point; none where nothing ran. */
  readonly earned: readonly number[];
}

export interface HistoricTry {
  readonly person: string;
  readonly problem: string;
  /** Since the start, or their own. The histories are in the order in which all of them were made. */
  readonly atMs: number;
  /** After the freeze. */
  readonly isLate: boolean;
  /** The one in force; null: not judged yet. */
  verdict: Verdict | null;
}

/** Halves, thirds and sevenths of points are whole numbers of them. */
export const partsOfPoint = 42;

export interface Rules {
  readonly format: ContestFormatName;
  /** How many decimals the scores of each problem have. */
  readonly decimalsOf: ReadonlyMap<string, number>;
  readonly penaltyMinutes: number;
  /** What was made after the freeze is not told. */
  readonly hidesLate: boolean;
  /** Who is shown behind all others, without a rank and never first. */
  readonly unofficial: ReadonlySet<string>;
  /** Of this problem it is told how often it was tried, and nothing else. */
  readonly keptBack?: string | null;
}

export interface ReferenceCell {
  /** Null: not told. */
  readonly score: number | null;
  readonly attempts: number;
  readonly first: boolean;
  readonly pending: number;
  readonly minute: number | null;
}

export interface ReferenceRow {
  readonly person: string;
  readonly place: number | null;
  readonly total: number;
  readonly penalty: number | null;
  readonly cells: Readonly<Record<string, ReferenceCell>>;
}

const noTry: readonly FinishedStatus[] = ['Compilation Error', 'Skipped'];

export function rankReference(history: readonly HistoricTry[], rules: Rules): ReferenceRow[] {
  const isIcpc = rules.format === 'icpc';
  const isTold = ({ isLate }: HistoricTry) => !rules.hidesLate || !isLate;
  const inOrder = history.toSorted((a, b) => a.atMs - b.atMs);
  const solvedBy = (tries: readonly HistoricTry[]): HistoricTry | null => {
    if (isIcpc) return tries.find(({ verdict }) => verdict?.status === 'Accepted') ?? null;
    for (let count = 1; count <= tries.length; count += 1)
      if (scoreOf(tries.slice(0, count), rules) === 100) return tries[count - 1] ?? null;
    return null;
  };

  const people = [...new Set(inOrder.map(({ person }) => person))];
  const problems = [...new Set(inOrder.map(({ problem }) => problem))];
  const triesOf = (person: string, problem: string) =>
    inOrder.filter((each) => each.person === person && each.problem === problem);
  const firstSolvers = new Map(
    problems.map((problem) => {
      const solves = people.flatMap((person) => {
        if (rules.unofficial.has(person)) return [];
        const solve = solvedBy(triesOf(person, problem).filter(isTold));
        return solve ? [solve] : [];
      });
      return [
        problem,
        solves.toSorted((a, b) => a.atMs - b.atMs || history.indexOf(a) - history.indexOf(b))[0]?.person,
      ];
    }),
  );

  const rows = people.map((person) => {
    const cells: Record<string, ReferenceCell> = {};
    let total = 0;
    let penalty = 0;
    const reached: number[] = [];
    for (const problem of problems) {
      const all = triesOf(person, problem);
      if (all.length === 0) continue;
      if (problem === rules.keptBack) {
        cells[problem] = { score: null, attempts: all.length, pending: 0, first: false, minute: null };
        continue;
      }
      const told = all.filter(isTold);
      const solve = solvedBy(told);
      const at = solve?.atMs ?? null;
      const first = firstSolvers.get(problem) === person;
      if (isIcpc) {
        const before = solve ? told.slice(0, told.indexOf(solve)) : told;
        const wrong = before.filter(
          ({ verdict }) => verdict && verdict.status !== 'Accepted' && !noTry.includes(verdict.status),
        ).length;
        const minute = at === null ? null : Math.floor(at / 60_000);
        const unknown = all.length - told.filter(({ verdict }) => verdict).length;
        cells[problem] = {
          score: at === null ? 0 : 100,
          attempts: wrong + (at === null ? 0 : 1),
          pending: at === null ? unknown : 0,
          first,
          minute,
        };
        if (at === null || minute === null) continue;
        total += 1;
        penalty += minute + wrong * rules.penaltyMinutes;
        reached.push(at);
      } else {
        const score = scoreOf(told, rules);
        cells[problem] = {
          score,
          attempts: told.length,
          pending: all.length - told.length,
          first,
          minute: null,
        };
        total += score;
        if (score > 0) reached.push(reachedMs(told, rules));
      }
    }
    return {
      person,
      cells,
      total: Math.round(total * 100) / 100,
      penalty,
      reachedMs: Math.max(-1, ...reached),
      lastMinute: Math.max(-1, ...Object.values(cells).flatMap(({ minute }) => minute ?? [])),
    };
  });

  type Counted = (typeof rows)[number];
  const compare: Record<ContestFormatName, (a: Counted, b: Counted) => number> = {
    // Those with nothing have reached it at no time, all of them.
    scores: (a, b) =>
      b.total - a.total || (a.total > 0 ? a.reachedMs - b.reachedMs : 0) || (a.person < b.person ? -1 : 1),
    ioi: (a, b) => b.total - a.total,
    icpc: (a, b) => b.total - a.total || a.penalty - b.penalty || a.lastMinute - b.lastMinute,
  };
  const before = compare[rules.format];
  const isApart = ({ person }: Counted) => rules.unofficial.has(person);
  return rows
    .toSorted(
      (a, b) => Number(isApart(a)) - Number(isApart(b)) || before(a, b) || (a.person < b.person ? -1 : 1),
    )
    .map((row) => ({
      person: row.person,
      cells: row.cells,
      total: row.total,
      penalty: isIcpc ? row.penalty : null,
      place: isApart(row)
        ? null
        : 1 + rows.filter((other) => other !== row && !isApart(other) && before(other, row) < 0).length,
    }));
}

function scoreOf(tries: readonly HistoricTry[], { format, decimalsOf }: Rules): number {
  const verdicts = tries.flatMap(({ verdict }) => verdict ?? []);
  const best = Math.max(0, ...verdicts.map(({ score }) => score));
  if (format !== 'ioi') return best;
  const groups = verdicts.find(({ earned }) => earned.length > 0)?.earned.length ?? 0;
  let together = 0;
  for (let group = 0; group < groups; group += 1)
    together += Math.max(0, ...verdicts.map(({ earned }) => earned[group] ?? 0));
  return Math.max(best, roundReference(together, decimalsOf.get(tries[0]?.problem ?? '') ?? 0));
}

/** So many parts of points, rounded down. */
export function roundReference(parts: number, decimals: number): number {
  const units = 10 ** decimals;
  return Math.floor((parts * units) / partsOfPoint) / units;
}

/** When the first of the best was made: the score was not had before it. */
function reachedMs(tries: readonly HistoricTry[], rules: Rules): number {
  const best = scoreOf(tries, rules);
  const count = tries.findIndex((_, index) => scoreOf(tries.slice(0, index + 1), rules) === best);
  return tries[count]?.atMs ?? 0;
}
