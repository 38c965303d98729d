import { useDocumentVisibility } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { extendContest, pauseContest, resumeContest } from '#contract/contest-clock.ts';
import { type AlarmMinutes, getContestDay, putAlarmMinutes } from '#contract/contest-day.ts';
import { eventNames } from '#contract/event-names.ts';
import { intervals } from '#contract/limits.ts';
import { api } from '../../lib/api.ts';
import { listenToEvents, useIsStreaming } from '../../lib/event-stream.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { createRefresher } from '../submissions/refresher.ts';

/** However much is judged: figures that jump faster than this nobody reads. */
const rest = { shortestMs: 1_000, longestMs: 3_000 };

/** Asked again when something was submitted, judged or asked, and from time to time for what no event tells. */
export function useContestDay(contestId: number) {
  const queryClient = useQueryClient();
  const isStreaming = useIsStreaming();
  const isVisible = useDocumentVisibility() === 'visible';
  useEffect(() => {
    if (!isVisible) return;
    const refresh = createRefresher(
      () => queryClient.refetchQueries({ queryKey: queryKeys.admin.contests.day(contestId) }),
      rest,
    );
    const { inbox, judging } = eventNames;
    return listenToEvents({ contestId, on: { [inbox]: refresh, [judging]: refresh }, onOpen: refresh });
  }, [isVisible, contestId, queryClient]);
  return useQuery({
    queryKey: queryKeys.admin.contests.day(contestId),
    queryFn: () => api(getContestDay, { params: { id: contestId } }),
    refetchInterval: isStreaming ? intervals.contestDayRefreshMs : intervals.contestDayRefreshWithoutStreamMs,
  });
}

export function useSaveAlarmMinutes(contestId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: AlarmMinutes) => api(putAlarmMinutes, { params: { id: contestId }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.admin.contests.day(contestId) }),
  });
}

/** What tells a time of this contest, and whatever depends on whether it runs. */
function useForgetTimes(contestId: number) {
  const queryClient = useQueryClient();
  return async () => {
    const { contests, contest, admin } = queryKeys;
    void queryClient.invalidateQueries({ queryKey: contest.one(contestId) });
    await Promise.all(
      [contests, admin.contests.any].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
  };
}

export function usePauseContest(id: number) {
  return useMutation({
    mutationFn: () => api(pauseContest, { params: { id } }),
    onSettled: useForgetTimes(id),
  });
}

export function useResumeContest(id: number) {
  return useMutation({
    mutationFn: () => api(resumeContest, { params: { id } }),
    onSettled: useForgetTimes(id),
  });
}

export function useExtendContest(id: number) {
  return useMutation({
    mutationFn: (body: { minutes: number; end_time: string }) => api(extendContest, { params: { id }, body }),
    onSettled: useForgetTimes(id),
  });
}
