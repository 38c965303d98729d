import { queryOptions } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  type ContestScoreboard,
  type ContestStatus,
  getContest,
  getContestScoreboard,
  listContestProblems,
} from '#contract/contests.ts';
import { intervals } from '#contract/limits.ts';
import { api, isRefusal, RequestFailed } from '../../lib/api.ts';
import { serverClock } from '../../lib/server-clock.ts';

/** Many pages ask in the same moment at a start; one that was not answered asks again by itself. */
const afterLossMs = 5_000;
/** Two servers' clocks may differ by a moment at the start. */
const notStartedYetMs = 1_000;

function askAgain(error: Error | null): number | false {
  const isLost = error instanceof RequestFailed && (error.status === 0 || error.status >= 500);
  return isLost ? afterLossMs : false;
}

/** The server's no is an answer too: it stays on the screen until there is another. */
async function orRefusal<Answer>(answer: Promise<Answer>): Promise<Answer | RequestFailed> {
  return answer.catch((error: unknown) => {
    if (isRefusal(error)) return error;
    throw error;
  });
}

export const contestQuery = (id: number) =>
  queryOptions({
    queryKey: ['contest', id, 'detail'],
    queryFn: () => orRefusal(api(getContest, { params: { id } })),
    refetchInterval: ({ state }) => askAgain(state.error),
  });

export const contestProblemsQuery = (id: number, status: ContestStatus | undefined) =>
  queryOptions({
    queryKey: ['contest', id, 'problems'],
    queryFn: () => orRefusal(api(listContestProblems, { params: { id } })),
    refetchInterval: ({ state: { data, error } }) =>
      status === 'running' && isNotStarted(data) ? notStartedYetMs : askAgain(error),
  });

export function isNotStarted(answer: unknown): answer is RequestFailed {
  return answer instanceof RequestFailed && answer.code === 'contest_not_started';
}

export interface FetchedScoreboard {
  board: ContestScoreboard;
  /** By the server's clock. */
  fetchedAtMs: number;
}

export const contestScoreboardQuery = (id: number, status: ContestStatus | undefined) => {
  const queryKey = ['contest', id, 'scoreboard'];
  return queryOptions({
    queryKey,
    queryFn: async ({ client }): Promise<FetchedScoreboard | RequestFailed> => {
      const board = await orRefusal(api(getContestScoreboard, { params: { id } }));
      if (!(board instanceof RequestFailed)) return { board, fetchedAtMs: serverClock.now() };
      // A board that is on the screen stays there, whatever its refresh was told.
      const before = client.getQueryData<FetchedScoreboard | RequestFailed>(queryKey);
      if (before && !(before instanceof RequestFailed)) throw board;
      return board;
    },
    // While finishing too: the last verdicts still change it.
    refetchInterval: ({ state }) =>
      status === 'running' || status === 'finishing'
        ? intervals.contestScoreboardRefreshMs
        : askAgain(state.error),
  });
};

/** Reads anew what depends on the public list's word about a contest, whenever that changes. */
export function useRefetchOnTurn(word: unknown, refetch: () => unknown) {
  const known = useRef(word);
  useEffect(() => {
    const before = known.current;
    known.current = word;
    if (before !== undefined && before !== word) void refetch();
  }, [word, refetch]);
}
