import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  enterParticipants,
  findAccounts,
  removeParticipant,
  setUnofficial,
} from '#contract/contest-entry.ts';
import { listParticipants, setExtraMinutes } from '#contract/contest-participants.ts';
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

/** Those with this in their names. What was found stays until more is typed and found. */
export const accountsQuery = (contestId: number, search: string) =>
  queryOptions({
    queryKey: queryKeys.admin.contests.accounts(contestId, search),
    queryFn: () => api(findAccounts, { params: { id: contestId }, query: { search } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });

/** Whoever takes part, and how, is told by the list, by the boards and by the counts of all contests. */
function useForget(contestId: number) {
  const queryClient = useQueryClient();
  return async () => {
    const { contests, contest, admin } = queryKeys;
    for (const queryKey of [contests, contest.one(contestId), admin.contests.list])
      void queryClient.invalidateQueries({ queryKey });
    await queryClient.invalidateQueries({ queryKey: admin.contests.participants(contestId) });
  };
}

export function useEnterParticipants(id: number) {
  return useMutation({
    mutationFn: (usernames: string[]) => api(enterParticipants, { params: { id }, body: { usernames } }),
    onSuccess: useForget(id),
  });
}

export function useSetUnofficial(id: number) {
  return useMutation({
    mutationFn: (body: { userIds: number[]; unofficial: boolean }) =>
      api(setUnofficial, { params: { id }, body }),
    onSettled: useForget(id),
  });
}

export function useSetExtraMinutes(id: number) {
  return useMutation({
    mutationFn: (body: { userIds: number[]; minutes: number }) =>
      api(setExtraMinutes, { params: { id }, body }),
    onSettled: useForget(id),
  });
}

export function useRemoveParticipant(id: number) {
  return useMutation({
    mutationFn: ({ userId }: { userId: number }) => api(removeParticipant, { params: { id, userId } }),
    onSettled: useForget(id),
  });
}
