import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listAuthors } from '#contract/accounts.ts';
import { intervals } from '#contract/limits.ts';
import {
  type discardVersion,
  type forceVersion,
  getTrial,
  listWaitingImports,
  type PackageChoice,
  savePackages,
} from '#contract/packages.ts';
import {
  type AdminProblem,
  deleteProblem,
  getFilesInForce,
  getLastImport,
  getProblem,
  getRejudge,
  getTestSet,
  getUploadProgress,
  listAdminProblems,
  rejudgeProblem,
  setProblemVisibility,
  setVisibilityOfMany,
} from '#contract/problems.ts';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export const adminProblemsQuery = queryOptions({
  queryKey: queryKeys.admin.problems.list,
  queryFn: () => api(listAdminProblems),
});

export const authorsQuery = queryOptions({
  queryKey: queryKeys.admin.authors,
  queryFn: () => api(listAuthors),
});

export const testSetQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.admin.problems.tests(id),
    queryFn: () => api(getTestSet, { params: { id } }),
  });

export const filesQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.admin.problems.files(id),
    queryFn: () => api(getFilesInForce, { params: { id } }),
  });

export const trialQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.admin.problems.trial(id),
    queryFn: () => api(getTrial, { params: { id } }),
  });

export const waitingImportsQuery = queryOptions({
  queryKey: queryKeys.admin.problems.waiting,
  queryFn: () => api(listWaitingImports),
});

/** Asked again until it has ended. */
export const importQuery = (jobId: string) =>
  queryOptions({
    queryKey: queryKeys.admin.uploadProgress(jobId),
    queryFn: () => api(getUploadProgress, { params: { jobId } }),
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'completed' || data?.status === 'failed' ? false : intervals.uploadPollMs,
  });

/** Asked again while something of it waits to be judged. */
export const rejudgeQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.admin.problems.rejudge(id),
    queryFn: () => api(getRejudge, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data?.latest?.waiting ? intervals.rejudgeRefreshMs : false),
  });

export function useRejudgeProblem(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api(rejudgeProblem, { params: { id } }),
    onSettled: async () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.submissions.any });
      await queryClient.invalidateQueries({ queryKey: queryKeys.admin.problems.rejudge(id) });
    },
  });
}

/** All that is known about problems is read anew: a change here shows in every list. */
export function useRefreshProblems() {
  const queryClient = useQueryClient();
  return async () => {
    const { problems, submissions, scoreboard, admin } = queryKeys;
    for (const queryKey of [problems.any, submissions.any, scoreboard]) {
      void queryClient.invalidateQueries({ queryKey });
    }
    await queryClient.invalidateQueries({ queryKey: admin.problems.any });
  };
}

function useProblemChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const refresh = useRefreshProblems();
  return useMutation({ mutationFn, onSettled: refresh });
}

export function useLoadProblem() {
  return useMutation({
    mutationFn: async (id: string) => {
      const [problem, lastImport] = await Promise.all([
        api(getProblem, { params: { problemId: id } }),
        api(getLastImport, { params: { id } }),
      ]);
      return { problem, lastImport };
    },
  });
}

const setVisibility = (id: string, isVisible: boolean) =>
  api(setProblemVisibility, { params: { id }, body: { isVisible } });

export function useSetVisibility() {
  return useProblemChange(({ id, is_visible }: Pick<AdminProblem, 'id' | 'is_visible'>) =>
    setVisibility(id, !is_visible),
  );
}

/** Many at once; answers with those that were not so before. */
export function useSetVisibilityOfMany() {
  return useProblemChange((body: { problemIds: string[]; isVisible: boolean }) =>
    api(setVisibilityOfMany, { body }),
  );
}

export function useDeleteProblem(id: string) {
  return useProblemChange(() => api(deleteProblem, { params: { id } }));
}

export function useSavePackages() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ jobId, problems }: { jobId: string; problems: PackageChoice[] }) =>
      api(savePackages, { params: { jobId }, body: { problems } }),
    // It is the job of the preview, which had been completed.
    onSuccess: (_, { jobId }) =>
      queryClient.removeQueries({ queryKey: queryKeys.admin.uploadProgress(jobId) }),
  });
}

/** What somebody decides about a version that the jury's solutions speak against. */
export function useDecision(
  call: typeof forceVersion | typeof discardVersion,
  jobId: string,
  folder: string,
) {
  const queryClient = useQueryClient();
  const refresh = useRefreshProblems();
  return useMutation({
    mutationFn: () => api(call, { params: { jobId }, body: { folder } }),
    onSuccess: async () => {
      void refresh();
      await queryClient.invalidateQueries({ queryKey: queryKeys.admin.uploadProgress(jobId) });
    },
  });
}
