import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getProblem, listProblems } from '#contract/problems.ts';
import { submit } from '#contract/submissions.ts';
import { api } from '../../api.ts';

export const problemsQuery = queryOptions({
  queryKey: ['problems', 'list'],
  queryFn: () => api(listProblems),
});

export const problemQuery = (problemId: string) =>
  queryOptions({
    queryKey: ['problems', 'one', problemId],
    queryFn: () => api(getProblem, { params: { problemId } }),
  });

export function useSubmit(problemId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => api(submit, { body: { problemId, language: 'cpp', code } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['submissions'] });
      void queryClient.invalidateQueries({ queryKey: ['problems'] });
    },
  });
}
