import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type Contest,
  type ContestStatus,
  getContest,
  getContestScoreboard,
  listContestProblems,
} from '#contract/contests.ts';
import { intervals } from '#contract/limits.ts';
import { api, RequestFailed } from '../../api.ts';
import { serverClock } from '../../server-clock.ts';

/** Asked for anew whenever the public list tells something else about this contest. */
export const contestQuery = (id: number, entry: Contest | null | undefined) =>
  queryOptions({
    queryKey: ['contest', id, 'detail', entry],
    queryFn: () => api(getContest, { params: { id } }),
    placeholderData: keepPreviousData,
  });

/** Two servers' clocks may differ by a moment at the start. */
const notStartedYetMs = 1_000;

export const contestProblemsQuery = (id: number, status: ContestStatus | undefined) =>
  queryOptions({
    queryKey: ['contest', id, 'problems', status],
    queryFn: () => api(listContestProblems, { params: { id } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { error } }) =>
      status === 'running' && isRefusedWith(error, 'contest_not_started') ? notStartedYetMs : false,
  });

export const contestScoreboardQuery = (id: number, status: ContestStatus | undefined) =>
  queryOptions({
    queryKey: ['contest', id, 'scoreboard', status],
    queryFn: async () => {
      const board = await api(getContestScoreboard, { params: { id } });
      return { board, fetchedAtMs: serverClock.now() };
    },
    placeholderData: keepPreviousData,
    // While finishing too: the last verdicts still change it.
    refetchInterval:
      status === 'running' || status === 'finishing' ? intervals.contestScoreboardRefreshMs : false,
  });

export function isRefusedWith(error: Error | null, code: string): boolean {
  return error instanceof RequestFailed && error.code === code;
}
