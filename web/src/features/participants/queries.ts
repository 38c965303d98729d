import { queryOptions } from '@tanstack/react-query';
import { listParticipants } from '#contract/contest-participants.ts';
import { intervals } from '#contract/limits.ts';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** People join while staff look. */
export const participantsQuery = (contestId: number) =>
  queryOptions({
    queryKey: queryKeys.admin.contests.participants(contestId),
    queryFn: () => api(listParticipants, { params: { id: contestId } }),
    refetchInterval: intervals.contestScoreboardRefreshMs,
  });
