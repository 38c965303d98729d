import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { contestProblemPdf, getContestProblem } from '#contract/contests.ts';
import { getProblem, listProblems, problemPdf } from '#contract/problems.ts';
import { submit } from '#contract/submissions.ts';
import { api, callUrl, RequestFailed } from '../../lib/api.ts';

export const problemsQuery = queryOptions({
  queryKey: ['problems', 'list'],
  queryFn: () => api(listProblems),
});

/** Where a problem is read and submitted: in the main list, or inside a contest. */
export interface ProblemPlace {
  problemId: string;
  contestId: number | null;
}

export const problemQuery = (problemId: string) =>
  queryOptions({
    queryKey: ['problems', 'one', problemId],
    queryFn: () => api(getProblem, { params: { problemId } }),
  });

/** Two servers' clocks may differ by a moment at the start. */
const notStartedYetMs = 1_000;

/** Inside a contest; asked for anew when the contest starts. */
export const contestProblemQuery = (contestId: number, problemId: string, hasStarted: boolean) =>
  queryOptions({
    queryKey: ['contest', contestId, 'problem', problemId, hasStarted],
    queryFn: () => api(getContestProblem, { params: { contestId, problemId } }),
    refetchInterval: ({ state: { error } }) =>
      hasStarted && error instanceof RequestFailed && error.code === 'contest_not_started'
        ? notStartedYetMs
        : false,
  });

export function pdfAddress({ problemId, contestId }: ProblemPlace): string {
  return contestId === null
    ? callUrl(problemPdf.path, { problemId })
    : callUrl(contestProblemPdf.path, { contestId, problemId });
}

export function useSubmit({ problemId, contestId }: ProblemPlace) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) =>
      api(submit, { body: { problemId, language: 'cpp', code, ...(contestId !== null && { contestId }) } }),
    onSuccess: () => {
      for (const scope of ['submissions', 'problems', 'contest']) {
        void queryClient.invalidateQueries({ queryKey: [scope] });
      }
    },
  });
}
