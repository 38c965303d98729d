import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  deleteEditorialPdf,
  type Editorial,
  putEditorial,
  uploadEditorial,
} from '#contract/contest-editorials.ts';
import {
  type AssignedProblem,
  arrangeContestProblems,
  listAssignedProblems,
  listAvailableProblems,
  listProblemsElsewhere,
  type MoveAction,
  moveContestProblems,
} from '#contract/contest-problems.ts';
import {
  type ContestInput,
  copyContest,
  createContest,
  deleteContest,
  listAdminContests,
  updateContest,
} from '#contract/contests.ts';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useRequestKeys } from '../../lib/request-keys.ts';
import { refetchAtStatusChange } from '../contests/contest-list.ts';

export const adminContestsQuery = queryOptions({
  queryKey: queryKeys.admin.contests.list,
  queryFn: () => api(listAdminContests),
  refetchInterval: refetchAtStatusChange,
});

export const assignedProblemsQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.admin.contests.assignedProblems(id),
    queryFn: () => api(listAssignedProblems, { params: { id } }),
  });

export const problemsElsewhereQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.admin.contests.problemsElsewhere(id),
    queryFn: () => api(listProblemsElsewhere, { params: { id } }),
  });

export const availableProblemsQuery = queryOptions({
  queryKey: queryKeys.admin.contests.availableProblems,
  queryFn: () => api(listAvailableProblems),
});

/**
 * A change of a contest shows in every list of contests and of problems; a refused one means ours are old. Those of one
 * `series` are sent one after the other, and the lists are read anew after the last: before, the server would not know
 * yet what our own list has.
 */
function useContestChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>, series?: string) {
  const queryClient = useQueryClient();
  const mutationKey = [series];
  return useMutation({
    mutationFn,
    ...(series && { mutationKey, scope: { id: series } }),
    onSettled: async () => {
      if (series && queryClient.isMutating({ mutationKey }) > 1) return;
      const { contests, contest, problems, submissions, scoreboard, admin } = queryKeys;
      for (const queryKey of [contests, contest.any, problems.any, submissions.any, scoreboard]) {
        void queryClient.invalidateQueries({ queryKey });
      }
      await queryClient.invalidateQueries({ queryKey: admin.contests.any });
    },
  });
}

/** What becomes of the form: a new contest, a new one with the problems of another, or one as it is from now on. */
export type Saving = { kind: 'create' } | { kind: 'copy' | 'update'; id: number };

export function useSaveContest(saving: Saving) {
  const makeRequestKey = useRequestKeys();
  return useContestChange((contest: ContestInput) => {
    if (saving.kind === 'update') return api(updateContest, { params: { id: saving.id }, body: contest });
    const body = { ...contest, requestKey: makeRequestKey(contest) };
    return saving.kind === 'create'
      ? api(createContest, { body })
      : api(copyContest, { params: { id: saving.id }, body });
  });
}

export function useDeleteContest(id: number) {
  return useContestChange(() => api(deleteContest, { params: { id } }));
}

export function useMoveProblems(id: number) {
  return useContestChange(
    (body: { problemIds: string[]; action: MoveAction; deleteAnnouncements?: boolean }) =>
      api(moveContestProblems, { params: { id }, body }),
  );
}

/** The file first: what is refused of it leaves the text to be sent again. */
interface EditorialChange {
  readonly text: string;
  /** Null: the one that is there stays. */
  readonly file: File | null;
  /** As it was when the form was filled with it: what others make of it meanwhile is not written over. */
  readonly seen: Editorial;
}

export function useSaveEditorial(id: number) {
  return useContestChange(async ({ file, text, seen }: EditorialChange) => {
    if (file) {
      const form = new FormData();
      form.set('editorialPdf', file);
      await api(uploadEditorial, { params: { id }, query: { seen: seen.pdf_version }, form });
    }
    await api(putEditorial, { params: { id }, body: { text, seen: seen.text } });
  });
}

export function useRemoveEditorialPdf(id: number) {
  return useContestChange((seen: Editorial) =>
    api(deleteEditorialPdf, { params: { id }, query: { seen: seen.pdf_version } }),
  );
}

/** Seen at once as it is to be; what the server says afterwards is the truth. */
export function useArrangeProblems(id: number) {
  const queryClient = useQueryClient();
  const toBody = (problems: readonly AssignedProblem[]) =>
    problems.map(({ id: problemId, label, points, colour, holds }) => ({
      id: problemId,
      label,
      points,
      colour,
      holds,
    }));
  const saving = useContestChange(
    ({ before, arranged }: { before: readonly AssignedProblem[]; arranged: readonly AssignedProblem[] }) =>
      api(arrangeContestProblems, {
        params: { id },
        body: { problems: toBody(arranged), seen: toBody(before) },
      }),
    `arrange-${id}`,
  );
  /** Of the list as it is by now, which may be ahead of what is painted. */
  const arrange = (change: (present: readonly AssignedProblem[]) => AssignedProblem[]) => {
    const { queryKey } = assignedProblemsQuery(id);
    void queryClient.cancelQueries({ queryKey });
    // Ours, if one of them is still on its way: the server has it by the time that it looks at this one.
    const before = queryClient.getQueryData(queryKey) ?? [];
    const arranged = change(before);
    queryClient.setQueryData(queryKey, arranged);
    saving.mutate({ before, arranged });
  };
  return { arrange, error: saving.error };
}
