import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listAuthors } from '#contract/accounts.ts';
import {
  type AdminProblem,
  deleteProblem,
  getLastImport,
  getProblem,
  getTestSet,
  listAdminProblems,
  setProblemVisibility,
} from '#contract/problems.ts';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export const adminProblemsQuery = queryOptions({
  queryKey: queryKeys.admin.problems.list,
  queryFn: () => api(listAdminProblems),
});

export const authorsQuery = queryOptions({
  queryKey: queryKeys.admin.authors,
  queryFn: () => api(listAuthors),
});

export const testSetQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.admin.problems.tests(id),
    queryFn: () => api(getTestSet, { params: { id } }),
  });

/** All that is known about problems is read anew: a change here shows in every list. */
export function useRefreshProblems() {
  const queryClient = useQueryClient();
  return async () => {
    const { problems, submissions, scoreboard, admin } = queryKeys;
    for (const queryKey of [problems.any, submissions.any, scoreboard]) {
      void queryClient.invalidateQueries({ queryKey });
    }
    await queryClient.invalidateQueries({ queryKey: admin.problems.any });
  };
}

function useProblemChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const refresh = useRefreshProblems();
  return useMutation({ mutationFn, onSettled: refresh });
}

export function useLoadProblem() {
  return useMutation({
    mutationFn: async (id: string) => {
      const [problem, lastImport] = await Promise.all([
        api(getProblem, { params: { problemId: id } }),
        api(getLastImport, { params: { id } }),
      ]);
      return { problem, lastImport };
    },
  });
}

const setVisibility = (id: string, isVisible: boolean) =>
  api(setProblemVisibility, { params: { id }, body: { isVisible } });

export function useSetVisibility() {
  return useProblemChange(({ id, is_visible }: Pick<AdminProblem, 'id' | 'is_visible'>) =>
    setVisibility(id, !is_visible),
  );
}

/** Two at a time: for each the server counts the scores anew of everybody who has tried it, one after the other. */
const changesAtOnce = 2;

/** Shows every hidden problem or hides every visible one. The first failure is told; the others still happen. */
export function useSetAllVisibility() {
  return useProblemChange(
    async ({ problems, isVisible }: { problems: readonly AdminProblem[]; isVisible: boolean }) => {
      const waiting = problems.filter(({ is_visible }) => is_visible !== isVisible);
      const failures: unknown[] = [];
      const changeOneByOne = async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          await setVisibility(next.id, isVisible).catch((error: unknown) => failures.push(error));
        }
      };
      await Promise.all(Array.from({ length: changesAtOnce }, changeOneByOne));
      if (failures.length > 0) throw failures[0];
    },
  );
}

export function useDeleteProblem(id: string) {
  return useProblemChange(() => api(deleteProblem, { params: { id } }));
}
