import { useDocumentVisibility } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { eventNames } from '#contract/event-names.ts';
import { intervals } from '#contract/limits.ts';
import * as calls from '#contract/questions.ts';
import { api } from '../../lib/api.ts';
import { listenToEvents } from '../../lib/event-stream.ts';
import { queryKeys } from '../../lib/query-keys.ts';

interface InboxFilter {
  contestId?: number;
  state: (typeof calls.questionStates)[number];
  offset: number;
}

export const inboxQuery = (filter: InboxFilter) =>
  queryOptions({
    queryKey: queryKeys.admin.questions.inbox(filter),
    queryFn: () => api(calls.listInbox, { query: { ...filter, contestId: toText(filter.contestId) } }),
    refetchInterval: intervals.inboxRefreshMs,
    placeholderData: keepPreviousData,
  });

/** A number, and not the list behind it: it stands on every page of the panel. */
export const unansweredQuery = (contestId?: number) =>
  queryOptions({
    queryKey: queryKeys.admin.questions.unanswered({ contestId }),
    queryFn: () => api(calls.countUnanswered, { query: { contestId: toText(contestId) } }),
    refetchInterval: intervals.inboxRefreshMs,
  });

export const announcementsQuery = (contestId: number | undefined) =>
  queryOptions({
    queryKey: queryKeys.admin.questions.announcements({ contestId }),
    queryFn: () => api(calls.listAnnouncements, { query: { contestId: toText(contestId) } }),
    refetchInterval: intervals.inboxRefreshMs,
  });

/** As an address has it. */
const toText = (id: number | undefined) => (id === undefined ? undefined : String(id));

export const templatesQuery = queryOptions({
  queryKey: queryKeys.admin.questions.templates,
  queryFn: () => api(calls.getAnswerTemplates),
});

/** In the bar of the administration, for staff. */
export function useUnanswered(isStaff: boolean): number {
  const { data } = useQuery({ ...unansweredQuery(), enabled: isStaff });
  useInboxEvents(useDocumentVisibility() === 'visible' && isStaff);
  return data?.unanswered ?? 0;
}

function useInboxEvents(isWanted: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isWanted) return;
    const ask = () => void queryClient.invalidateQueries({ queryKey: queryKeys.admin.questions.any });
    return listenToEvents({ on: { [eventNames.inbox]: ask }, onOpen: ask });
  }, [isWanted, queryClient]);
}

/** Whatever staff do here shows in all of the inbox; a refusal means that what is on the screen is old. */
function useInboxChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.admin.questions.any }),
  });
}

export function useClaim(id: string) {
  return useInboxChange((takeOver: boolean) =>
    api(calls.claimQuestion, { params: { id }, body: { takeOver } }),
  );
}

export function useRelease(id: string) {
  return useInboxChange(() => api(calls.releaseQuestion, { params: { id } }));
}

export function useAnswer(id: string) {
  return useInboxChange((body: { text: string; is_public: boolean; version: number }) =>
    api(calls.answerQuestion, { params: { id }, body }),
  );
}

export interface NewAnnouncement {
  contestId: number;
  text: string;
  problemId?: string;
  requestKey: string;
}

export function usePostAnnouncement() {
  return useInboxChange(({ contestId, ...body }: NewAnnouncement) =>
    api(calls.postAnnouncement, { params: { id: contestId }, body }),
  );
}

export function useEditAnnouncement(id: string) {
  return useInboxChange((body: { text: string; version: number }) =>
    api(calls.editAnnouncement, { params: { id }, body }),
  );
}

export function useSaveTemplates() {
  return useInboxChange((body: { templates: string[]; seen: string[] | null }) =>
    api(calls.putAnswerTemplates, { body }),
  );
}
