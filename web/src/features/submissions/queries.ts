import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { intervals } from '#contract/limits.ts';
import {
  getSubmission,
  listContestProblems,
  listProblems,
  listSubmissions,
  rejudgeSubmission,
} from '#contract/page-calls.ts';
import type { LanguageId } from '#contract/programs.ts';
import { type FinishedStatus, isInProgress } from '#contract/statuses.ts';
import type { FullSubmission, Submission } from '#contract/submissions.ts';
import { api } from '../../lib/api.ts';
import { isNotStarted } from '../../lib/contest-start.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useLiveUpdates } from './live-updates.ts';

/** Which ones are listed; by person for staff only. */
export interface ListFilters {
  filter?: 'mine' | undefined;
  problemId?: string | undefined;
  verdict?: FinishedStatus | undefined;
  language?: LanguageId | undefined;
  username?: string | undefined;
}

interface ListQuery extends ListFilters {
  contestId: number | undefined;
  /** Below which id. */
  before: number | undefined;
}

/** The list, refreshed as long as something in it is being judged. */
export function useSubmissions(query: ListQuery, isEnabled: boolean) {
  const list = useQuery({
    queryKey: queryKeys.submissions.list(query),
    queryFn: () =>
      api(listSubmissions, {
        query: { ...query, contestId: query.contestId?.toString(), before: query.before?.toString() },
      }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      hasUnderWay(state.data) || isNotStarted(state.error) ? intervals.submissionsRefreshMs : false,
  });
  useRefreshedStats(list.data);
  useLiveUpdates(list.data ?? []);
  return list;
}

/** The problems that a list can be narrowed to; kept under the same names as for their own pages. */
export function useProblemChoices(
  contestId: number | undefined,
  isEnabled: boolean,
): { value: string; label: string }[] {
  const inMain = useQuery({
    queryKey: queryKeys.problems.list,
    queryFn: () => api(listProblems),
    enabled: isEnabled && contestId === undefined,
  });
  const inContest = useQuery({
    queryKey: queryKeys.contest.problems(contestId ?? 0),
    queryFn: () => api(listContestProblems, { params: { id: contestId ?? 0 } }),
    enabled: isEnabled && contestId !== undefined,
  });
  const problems = (contestId === undefined ? inMain.data : inContest.data) ?? [];
  return problems.map(({ id, title }) => ({ value: id, label: `${title} (${id})` }));
}

function hasUnderWay(list: readonly Submission[] | undefined): boolean {
  return list?.some(({ overall_status }) => isInProgress(overall_status)) ?? false;
}

/** A verdict that arrives while one watches changes scores and ranks elsewhere on the screen, or on the next one. */
function useRefreshedStats(list: readonly Submission[] | undefined) {
  const queryClient = useQueryClient();
  const underWay = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    if (!list) return;
    const now = new Set(list.filter((row) => isInProgress(row.overall_status)).map(({ id }) => id));
    const hasVerdict = list.some(({ id }) => underWay.current.has(id) && !now.has(id));
    underWay.current = now;
    if (!hasVerdict) return;
    const { problems, scoreboard, contest } = queryKeys;
    for (const queryKey of [problems.any, scoreboard, contest.any]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  }, [list, queryClient]);
}

/** One with its code and results, refreshed as long as it is being judged, or judged again. */
export function useSubmission(id: number, contestId: number | undefined) {
  const submission = useQuery({
    queryKey: queryKeys.submissions.one(id, contestId),
    queryFn: () => api(getSubmission, { params: { id }, query: { contestId: contestId?.toString() } }),
    refetchInterval: ({ state }) =>
      state.data && isUnderWay(state.data) ? intervals.submissionsRefreshMs : false,
  });
  useLiveUpdates(submission.data ? [submission.data] : []);
  return submission;
}

/** It has no verdict yet, or is being judged again. */
export function isUnderWay({ overall_status, rejudge }: FullSubmission): boolean {
  return isInProgress(overall_status) || (rejudge !== null && isInProgress(rejudge.status));
}

export function useRejudge(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api(rejudgeSubmission, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.submissions.any }),
  });
}
