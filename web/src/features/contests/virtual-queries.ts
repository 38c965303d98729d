import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { intervals } from '#contract/limits.ts';
import { endVirtualRun, getVirtualRun, removeVirtualRun, startVirtualRun } from '#contract/page-calls.ts';
import { isInProgress } from '#contract/statuses.ts';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Read anew while something of it is being judged. */
export const virtualRunQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.contest.virtual(id),
    queryFn: () => api(getVirtualRun, { params: { id } }),
    refetchInterval: ({ state: { data } }) =>
      data?.run?.submissions.some(({ overall_status }) => isInProgress(overall_status))
        ? intervals.submissionsRefreshMs
        : intervals.contestScoreboardRefreshMs,
  });

export type VirtualAction = 'start' | 'end' | 'remove';

export function useVirtualAction(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (action: VirtualAction): Promise<void> => {
      if (action === 'start') await api(startVirtualRun, { params: { id } });
      if (action === 'end') await api(endVirtualRun, { params: { id } });
      if (action === 'remove') await api(removeVirtualRun, { params: { id } });
    },
    onSettled: async () => {
      const { contest, submissions, problems, scoreboard } = queryKeys;
      for (const queryKey of [submissions.any, problems.any, scoreboard])
        void queryClient.invalidateQueries({ queryKey });
      await queryClient.invalidateQueries({ queryKey: contest.virtual(id) });
    },
  });
}
