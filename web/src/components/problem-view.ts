/** Which of a list's problems are shown, and in which order: as somebody asked for it, and as the address says it. */
import type { ProblemWithStats } from '#contract/problems.ts';
import { fullScore } from '#contract/scores.ts';
import type { AddressView } from '../lib/address-view.ts';
import { matchesSearch } from '../lib/fold-text.ts';

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

export const problemView: AddressView<ProblemView> = {
  read: (address) => ({
    search: address.get('search') ?? '',
    state: oneOf(problemStates, address.get('show')),
    order: oneOf(problemOrders, address.get('sort')),
  }),
  write: ({ search, state, order }) => ({ search, show: state, sort: order }),
};

function oneOf<T extends string>(values: readonly T[], value: string | null): T | null {
  return values.find((each) => each === value) ?? null;
}

export function stateOf({
  submission_count,
  best_score,
}: Pick<ProblemWithStats, 'submission_count' | 'best_score'>): ProblemState {
  if ((best_score ?? 0) >= fullScore) return 'solved';
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
  const shown = problems.filter(
    (problem) =>
      (state === null || stateOf(problem) === state) &&
      (search === '' || matchesSearch(`${problem.title} ${problem.id}`, search)),
  );
  return order ? shown.toSorted(comparators[order]) : shown;
}

type Comparator = (a: ProblemWithStats, b: ProblemWithStats) => number;

/** Made when somebody sorts: it takes longer than all else that the page's script does at first. */
let byTitle: Intl.Collator | undefined;

function compareTitles(a: string, b: string): number {
  byTitle ??= new Intl.Collator(undefined, { numeric: true });
  return byTitle.compare(a, b);
}

/** The greatest first: what was tried last, scored best, tried most. Equal ones stay as they were. */
const comparators: Record<ProblemOrder, Comparator> = {
  title: (a, b) => compareTitles(a.title, b.title),
  tried: (a, b) => (b.latest_submission_at ?? '').localeCompare(a.latest_submission_at ?? ''),
  score: (a, b) => (b.best_score ?? 0) - (a.best_score ?? 0),
  tries: (a, b) => b.submission_count - a.submission_count,
};
