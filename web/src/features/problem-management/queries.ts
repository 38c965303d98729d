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

export const adminProblemsQuery = queryOptions({
  queryKey: ['admin', 'problems', 'list'],
  queryFn: () => api(listAdminProblems),
});

export const authorsQuery = queryOptions({
  queryKey: ['admin', 'authors'],
  queryFn: () => api(listAuthors),
});

export const testSetQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'problems', 'tests', id],
    queryFn: () => api(getTestSet, { params: { id } }),
  });

/** All that is known about problems is read anew: a change here shows in every list. */
export function useRefreshProblems() {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: ['problems'] });
    void queryClient.invalidateQueries({ queryKey: ['submissions'] });
    void queryClient.invalidateQueries({ queryKey: ['scoreboard'] });
    await queryClient.invalidateQueries({ queryKey: ['admin', 'problems'] });
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
      const takeTurns = async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          await setVisibility(next.id, isVisible).catch((error: unknown) => failures.push(error));
        }
      };
      await Promise.all(Array.from({ length: changesAtOnce }, takeTurns));
      if (failures.length > 0) throw failures[0];
    },
  );
}

export function useDeleteProblem(id: string) {
  return useProblemChange(() => api(deleteProblem, { params: { id } }));
}
