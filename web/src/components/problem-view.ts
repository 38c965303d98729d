/** Which of a list's problems are shown, and in which order: as somebody asked for it, and as the address says it. */
import type { ProblemWithStats } from '#contract/problems.ts';
import { fullScore } from '#contract/scores.ts';

export const problemStates = ['open', 'tried', 'solved'] as const;
export type ProblemState = (typeof problemStates)[number];

/** Those that are not chosen stand in the order of the list itself. */
export const problemOrders = ['title', 'tried', 'score', 'tries'] as const;
export type ProblemOrder = (typeof problemOrders)[number];

export interface ProblemView {
  readonly search: string;
  /** Null: all of them. */
  readonly state: ProblemState | null;
  readonly order: ProblemOrder | null;
}

export function readView(address: URLSearchParams): ProblemView {
  const oneOf = <T extends string>(values: readonly T[], value: string | null) =>
    values.find((each) => each === value) ?? null;
  return {
    search: address.get('search') ?? '',
    state: oneOf(problemStates, address.get('show')),
    order: oneOf(problemOrders, address.get('sort')),
  };
}

/** Whatever else the address says stays; what is as usual is not said. */
export function writeView(address: URLSearchParams, { search, state, order }: ProblemView): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const [name, value] of [
    ['search', search],
    ['show', state],
    ['sort', order],
  ] as const) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

export function stateOf({
  submission_count,
  best_score,
}: Pick<ProblemWithStats, 'submission_count' | 'best_score'>): ProblemState {
  if (best_score >= fullScore) return 'solved';
  return submission_count > 0 ? 'tried' : 'open';
}

export function countStates(problems: readonly ProblemWithStats[]): Record<ProblemState, number> {
  const counts = { open: 0, tried: 0, solved: 0 };
  for (const problem of problems) counts[stateOf(problem)] += 1;
  return counts;
}

export function arrangeProblems(
  problems: readonly ProblemWithStats[],
  { search, state, order }: ProblemView,
): readonly ProblemWithStats[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  const shown = problems.filter((problem) => {
    if (state && stateOf(problem) !== state) return false;
    const text = words.length > 0 ? foldText(`${problem.title} ${problem.id}`) : '';
    return words.every((word) => text.includes(word));
  });
  return order ? shown.toSorted(comparators[order]) : shown;
}

/** What somebody types and what a title says are compared without marks above and below letters, and without case. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toUpperCase();
}

type Comparator = (a: ProblemWithStats, b: ProblemWithStats) => number;

const byTitle = new Intl.Collator(undefined, { numeric: true });

/** The greatest first: what was tried last, scored best, tried most. Equal ones stay as they were. */
const comparators: Record<ProblemOrder, Comparator> = {
  title: (a, b) => byTitle.compare(a.title, b.title),
  tried: (a, b) => (b.latest_submission_at ?? '').localeCompare(a.latest_submission_at ?? ''),
  score: (a, b) => b.best_score - a.best_score,
  tries: (a, b) => b.submission_count - a.submission_count,
};
