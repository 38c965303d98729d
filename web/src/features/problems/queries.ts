import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callUrl } from '#contract/call.ts';
import {
  contestProblemPdf,
  getContestProblem,
  getProblem,
  problemPdf,
  submit,
} from '#contract/page-calls.ts';
import type { LanguageId } from '#contract/programs.ts';
import { api } from '../../lib/api.ts';
import { isNotStarted, notStartedYetMs } from '../../lib/contest-start.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useRequestKeys } from '../../lib/request-keys.ts';

/** Where a problem is read and submitted: in the main list, or inside a contest. */
export interface ProblemPlace {
  problemId: string;
  contestId: number | null;
  /** In the main list, by somebody who takes this contest virtually: what is submitted counts in that run. */
  virtualContestId?: number | null;
}

export const problemQuery = (problemId: string) =>
  queryOptions({
    queryKey: queryKeys.problems.one(problemId),
    queryFn: () => api(getProblem, { params: { problemId } }),
  });

/** Inside a contest; asked for anew when the contest starts. */
export const contestProblemQuery = (contestId: number, problemId: string, hasStarted: boolean) =>
  queryOptions({
    queryKey: queryKeys.contest.problem(contestId, problemId, hasStarted),
    queryFn: () => api(getContestProblem, { params: { contestId, problemId } }),
    refetchInterval: ({ state: { error } }) => (hasStarted && isNotStarted(error) ? notStartedYetMs : false),
  });

/** `version`: so that another file has another address, for whoever shows it. */
export function pdfAddress({ problemId, contestId }: ProblemPlace, version: string | null = null): string {
  const query = version === null ? {} : { version };
  return contestId === null
    ? callUrl(problemPdf.path, { problemId }, query)
    : callUrl(contestProblemPdf.path, { contestId, problemId }, query);
}

export function useSubmit({ problemId, contestId: inContest, virtualContestId = null }: ProblemPlace) {
  const queryClient = useQueryClient();
  const contestId = inContest ?? virtualContestId;
  const requestKey = useRequestKeys();
  return useMutation({
    mutationFn: (program: { language: LanguageId; code: string }) => {
      const content = { problemId, ...program, ...(contestId !== null && { contestId }) };
      return api(submit, { body: { ...content, requestKey: requestKey(content) } });
    },
    onSuccess: () => {
      const { submissions, problems, contest } = queryKeys;
      for (const queryKey of [submissions.any, problems.any, contest.any]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}
