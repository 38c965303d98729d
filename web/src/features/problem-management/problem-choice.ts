import type { AdminProblem } from '#contract/problems.ts';

export const choices = ['all', 'visible', 'hidden', 'incomplete'] as const;
export type Choice = (typeof choices)[number];

type Missing = 'tests' | 'import' | 'statement';

/** What a problem lacks before people can work on it. */
export function findMissing({ has_tests, import: lastImport, has_pdf }: AdminProblem): Missing[] {
  return [
    ...(has_tests ? [] : (['tests'] as const)),
    ...(lastImport === 'failed' ? (['import'] as const) : []),
    ...(has_pdf ? [] : (['statement'] as const)),
  ];
}

const isWanted: Record<Choice, (problem: AdminProblem) => boolean> = {
  all: () => true,
  visible: ({ is_visible }) => is_visible,
  hidden: ({ is_visible }) => !is_visible,
  incomplete: (problem) => findMissing(problem).length > 0,
};

export function chooseProblems(
  problems: readonly AdminProblem[],
  { search, which }: { search: string; which: Choice },
): AdminProblem[] {
  const wanted = search.trim().toLowerCase();
  return problems.filter(
    (problem) =>
      isWanted[which](problem) &&
      (problem.id.toLowerCase().includes(wanted) || problem.title.toLowerCase().includes(wanted)),
  );
}
