import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ContestInput,
  createContest,
  deleteContest,
  listAdminContests,
  listAssignedProblems,
  listAvailableProblems,
  moveContestProblems,
  updateContest,
} from '#contract/contests.ts';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { refetchAtStatusChange } from '../contests/contest-list.ts';

export const adminContestsQuery = queryOptions({
  queryKey: queryKeys.admin.contests.list,
  queryFn: () => api(listAdminContests),
  refetchInterval: refetchAtStatusChange,
});

export const assignedProblemsQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.admin.contests.assignedProblems(id),
    queryFn: () => api(listAssignedProblems, { params: { id } }),
  });

export const availableProblemsQuery = queryOptions({
  queryKey: queryKeys.admin.contests.availableProblems,
  queryFn: () => api(listAvailableProblems),
});

/** A change of a contest shows in every list of contests and of problems; a refused one means ours are old. */
function useContestChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: async () => {
      const { contests, contest, problems, submissions, scoreboard, admin } = queryKeys;
      for (const queryKey of [contests, contest.any, problems.any, submissions.any, scoreboard]) {
        void queryClient.invalidateQueries({ queryKey });
      }
      await queryClient.invalidateQueries({ queryKey: admin.contests.any });
    },
  });
}

/** Without an id: a new one. */
export function useSaveContest(id: number | null) {
  return useContestChange((body: ContestInput) =>
    id === null ? api(createContest, { body }) : api(updateContest, { params: { id }, body }),
  );
}

export function useDeleteContest(id: number) {
  return useContestChange(() => api(deleteContest, { params: { id } }));
}

export type MoveAction = 'move_to_contest' | 'move_to_main';

export function useMoveProblems(id: number) {
  return useContestChange((body: { problemIds: string[]; action: MoveAction }) =>
    api(moveContestProblems, { params: { id }, body }),
  );
}
