import { queryOptions } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  type ContestStatus,
  getContest,
  getContestScoreboard,
  listContestProblems,
} from '#contract/contests.ts';
import { intervals } from '#contract/limits.ts';
import { api, RequestFailed } from '../../api.ts';
import { serverClock } from '../../server-clock.ts';

/** Many pages ask in the same moment at a start; one that was not answered asks again by itself. */
const afterLossMs = 5_000;
/** Two servers' clocks may differ by a moment at the start. */
const notStartedYetMs = 1_000;

function askAgain(error: Error | null): number | false {
  return error && !isRefusal(error) ? afterLossMs : false;
}

export const contestQuery = (id: number) =>
  queryOptions({
    queryKey: ['contest', id, 'detail'],
    queryFn: () => api(getContest, { params: { id } }),
    refetchInterval: ({ state }) => askAgain(state.error),
  });

export const contestProblemsQuery = (id: number, status: ContestStatus | undefined) =>
  queryOptions({
    queryKey: ['contest', id, 'problems'],
    queryFn: () => api(listContestProblems, { params: { id } }),
    refetchInterval: ({ state: { error } }) =>
      status === 'running' && isRefusedWith(error, 'contest_not_started') ? notStartedYetMs : askAgain(error),
  });

export const contestScoreboardQuery = (id: number, status: ContestStatus | undefined) =>
  queryOptions({
    queryKey: ['contest', id, 'scoreboard'],
    queryFn: async () => {
      const board = await api(getContestScoreboard, { params: { id } });
      return { board, fetchedAtMs: serverClock.now() };
    },
    // While finishing too: the last verdicts still change it.
    refetchInterval: ({ state }) =>
      status === 'running' || status === 'finishing'
        ? intervals.contestScoreboardRefreshMs
        : askAgain(state.error),
  });

/** Reads anew what depends on the public list's word about a contest, whenever that changes. */
export function useRefetchOnTurn(word: unknown, refetch: () => unknown) {
  const known = useRef(word);
  useEffect(() => {
    const before = known.current;
    known.current = word;
    if (before !== undefined && before !== word) void refetch();
  }, [word, refetch]);
}

/** The server's no, in contrast to no answer. */
export function isRefusal(error: Error | null): boolean {
  return error instanceof RequestFailed && error.status >= 400 && error.status < 500;
}

export function isRefusedWith(error: Error | null, code: string): boolean {
  return error instanceof RequestFailed && error.code === code;
}
