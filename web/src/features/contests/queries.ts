import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type ContestStatus, isContestGoingOn } from '#contract/contest-status.ts';
import { intervals } from '#contract/limits.ts';
import {
  getContest,
  getContestDay,
  getContestHistory,
  getContestProgress,
  getContestScoreboard,
  getContestStatistics,
  getEditorial,
  getFrozenScoreboard,
  getOwnContestRow,
  listContestProblems,
  thawContest,
} from '#contract/page-calls.ts';
import { api, isUnanswered } from '../../lib/api.ts';
import { isNotStarted, notStartedYetMs } from '../../lib/contest-start.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { serverClock } from '../../lib/server-clock.ts';

/** Many pages ask in the same moment at a start; one that was not answered asks again by itself. */
const afterLossMs = 5_000;

function repeatAfterLoss(error: Error | null): number | false {
  return isUnanswered(error) ? afterLossMs : false;
}

export const contestQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.contest.detail(id),
    queryFn: () => api(getContest, { params: { id } }),
    refetchInterval: ({ state }) => repeatAfterLoss(state.error),
  });

export const contestProblemsQuery = (id: number, status: ContestStatus | undefined) =>
  queryOptions({
    queryKey: queryKeys.contest.problems(id),
    queryFn: () => api(listContestProblems, { params: { id } }),
    refetchInterval: ({ state: { error } }) =>
      status === 'running' && isNotStarted(error) ? notStartedYetMs : repeatAfterLoss(error),
  });

/** `frozen`, for staff: as the others see it. */
export type BoardView = 'own-eyes' | 'frozen';

export const contestScoreboardQuery = (
  id: number,
  status: ContestStatus | undefined,
  view: BoardView = 'own-eyes',
) =>
  queryOptions({
    queryKey: queryKeys.contest.scoreboardView(id, view),
    queryFn: async () => ({
      board: await api(view === 'frozen' ? getFrozenScoreboard : getContestScoreboard, { params: { id } }),
      fetchedAtMs: serverClock.now(),
    }),
    // While finishing too: the last verdicts still change it.
    refetchInterval: ({ state }) =>
      isContestGoingOn(status) ? intervals.contestScoreboardRefreshMs : repeatAfterLoss(state.error),
  });

/**
 * The two boards of the ceremony as they are when its page is opened: neither kept from before nor read anew by itself. How
 * much is not judged is asked first: what is by then is in both. Null where that is not answered: the boards do without.
 */
export const revealQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.reveal(id),
    queryFn: async () => {
      const day = await api(getContestDay, { params: { id } }).catch(() => null);
      const [live, frozen] = await Promise.all([
        api(getContestScoreboard, { params: { id } }),
        api(getFrozenScoreboard, { params: { id } }),
      ]);
      const unjudged = day && day.queue.waiting + day.queue.judging + day.queue.rejudging;
      return { live, frozen, unjudged };
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });

/** What one has reached by now, while the board that all see keeps back the latest. */
export const ownContestRowQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.contest.ownRow(id),
    queryFn: async () => (await api(getOwnContestRow, { params: { id } })).row,
    refetchInterval: intervals.contestScoreboardRefreshMs,
  });

export function useThawContest(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api(thawContest, { params: { id } }),
    onSettled: async () => {
      const { contests, contest, submissions, admin } = queryKeys;
      for (const queryKey of [contest.one(id), submissions.any, admin.contests.any])
        void queryClient.invalidateQueries({ queryKey });
      await queryClient.invalidateQueries({ queryKey: contests });
    },
  });
}

/** Of a contest that has finished: it does not change any more. */
export const contestProgressQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.contest.progress(id),
    queryFn: () => api(getContestProgress, { params: { id } }),
    refetchInterval: ({ state }) => repeatAfterLoss(state.error),
  });

/** The same. */
export const contestHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.contest.history(id),
    queryFn: () => api(getContestHistory, { params: { id } }),
    staleTime: Infinity,
    refetchInterval: ({ state }) => repeatAfterLoss(state.error),
  });

/** Staff may look while it runs. */
export const contestStatisticsQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.contest.statistics(id),
    queryFn: () => api(getContestStatistics, { params: { id } }),
    refetchInterval: ({ state }) => repeatAfterLoss(state.error),
  });

/** Of a contest that has finished; staff may mend it at any time. */
export const editorialQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.contest.editorial(id),
    queryFn: () => api(getEditorial, { params: { id } }),
  });

/** Reads anew what depends on the public list's word about a contest, whenever that changes. */
export function useRefetchOnChange(told: unknown, refetch: () => unknown) {
  const known = useRef(told);
  useEffect(() => {
    const before = known.current;
    known.current = told;
    if (before !== undefined && before !== told) void refetch();
  }, [told, refetch]);
}
