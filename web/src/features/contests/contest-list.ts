import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import { readId } from '#contract/id-texts.ts';
import { beginOwnTime, joinContest, listContests } from '#contract/page-calls.ts';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { serverClock } from '../../lib/server-clock.ts';
import { nextRefreshMs } from './contest-refresh.ts';

/** A server that is away is not asked as often as one that is about to answer. */
const afterErrorMs = 5_000;
const whileAskingMs = 1_000;
/** This page's share of the rush at a start or an end. */
const spreadMs = Math.random() * 1_000;

interface AnswerState {
  data: readonly Contest[] | undefined;
  dataUpdatedAt: number;
  error: unknown;
  fetchStatus: string;
}

/** Keeps a list of contests true: asked again when one of them starts or ends. */
export function refetchAtStatusChange({ state }: { state: AnswerState }): number {
  if (state.fetchStatus !== 'idle') return whileAskingMs;
  if (state.error) return afterErrorMs;
  const ageMs = Math.max(0, Date.now() - state.dataUpdatedAt);
  return nextRefreshMs(state.data ?? [], { nowMs: serverClock.now(), ageMs, spreadMs });
}

/**
 * All contests, open to everyone. Whatever a page decides by the status of a contest it decides by this list, and
 * what it fetches beside is fetched anew when the list tells another status.
 */
export const contestsQuery = queryOptions({
  queryKey: queryKeys.contests,
  queryFn: () => api(listContests),
  refetchInterval: refetchAtStatusChange,
  // The layout and the page inside it ask within the same moment.
  staleTime: 1_000,
});

export interface ContestEntry {
  /** Undefined while it is not known, null when there is no such contest. */
  contest: Contest | null | undefined;
  /** The list has come, or could not be read: what depends on it need not wait any longer. */
  isSettled: boolean;
}

/** One contest as the list tells it. */
export function useContestEntry(contestId: number | null): ContestEntry {
  const { data, isPending } = useQuery({ ...contestsQuery, enabled: contestId !== null });
  return { contest: data && (data.find(({ id }) => id === contestId) ?? null), isSettled: !isPending };
}

/** Of the contest whose page this is. The layout shows no page without one. */
export function useContestId(): number {
  const id = readId(useParams().contestId);
  if (id === null) throw new Error('A contest page outside the contest layout');
  return id;
}

export function useJoinContest() {
  return useOwnPart(({ id, password }: { id: number; password?: string }) =>
    api(joinContest, { params: { id }, ...(password !== undefined && { body: { password } }) }),
  );
}

/** Starts one's own time, where the contest has a personal window. */
export function useBeginOwnTime() {
  return useOwnPart(({ id }: { id: number }) => api(beginOwnTime, { params: { id } }));
}

/** What changes one's own part in a contest, and answers with it: much more of it may be open then. */
function useOwnPart<Asked extends { id: number }>(change: (asked: Asked) => Promise<Contest>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (changed) => {
      queryClient.setQueryData(contestsQuery.queryKey, (list) =>
        list?.map((contest) => (contest.id === changed.id ? changed : contest)),
      );
    },
    onSettled: (_changed, _error, { id }) => {
      void queryClient.invalidateQueries({ queryKey: contestsQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: queryKeys.contest.one(id) });
    },
  });
}
