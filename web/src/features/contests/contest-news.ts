import { useDocumentVisibility } from '@mantine/hooks';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Contest, ContestClock } from '#contract/contests.ts';
import { eventNames } from '#contract/event-names.ts';
import type { NewsEvent } from '#contract/events.ts';
import { intervals } from '#contract/limits.ts';
import { listContestQuestions, markContestRead } from '#contract/page-calls.ts';
import { api, isRefusal } from '../../lib/api.ts';
import { listenToEvents, useIsStreaming } from '../../lib/event-stream.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { isStaff, useSession } from '../../lib/session.ts';
import { useAlertSettings } from './alert-settings.ts';
import { contestsQuery } from './contest-list.ts';
import { applyNews, type NewsItem, withRead } from './news.ts';
import { useRefetchOnChange } from './queries.ts';

export const contestNewsQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.contestNews(id),
    queryFn: () => api(listContestQuestions, { params: { id } }),
    // The bar, the page and a problem's page ask within the same moment.
    staleTime: 1_000,
  });

/** Whether there is anything for this person to read. */
export function useMayReadNews(contest: Contest | null | undefined): boolean {
  const { user } = useSession();
  if (!contest || !user) return false;
  return contest.is_participant || isStaff(user);
}

/** As it was last told; undefined until it is known, and for whoever may not read it. */
export function useContestNews(contest: Contest | null | undefined) {
  const mayRead = useMayReadNews(contest);
  return useQuery({ ...contestNewsQuery(contest?.id ?? 0), enabled: mayRead });
}

/**
 * Keeps the news of a contest as new as the server's: by the stream of events while somebody looks at the page, or has
 * asked to be called; by polling where that is blocked.
 */
export function useFollowNews(contest: Contest): void {
  const queryClient = useQueryClient();
  const alerts = useAlertSettings();
  const isVisible = useDocumentVisibility() === 'visible';
  const isWanted = useMayReadNews(contest) && (isVisible || alerts.sound || alerts.notify);
  const isStreaming = useIsStreaming();
  const { id } = contest;
  const { data, refetch } = useQuery({
    ...contestNewsQuery(id),
    enabled: isWanted,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => {
      if (isRefusal(state.error)) return false;
      return isStreaming ? intervals.newsRefreshMs : intervals.newsRefreshWithoutStreamMs;
    },
  });
  useRefetchOnChange(contest.status, refetch);

  // However it was told, the clock on the page moves at once; what else depends on it follows the list of contests.
  const clock = data?.clock;
  useEffect(() => {
    const list = queryClient.getQueryState(contestsQuery.queryKey);
    const news = queryClient.getQueryState(contestNewsQuery(id).queryKey);
    // What is remembered from an earlier visit is no news.
    if (!clock || !news || !list || news.dataUpdatedAt < list.dataUpdatedAt) return;
    if (
      isKnown(
        clock,
        list.data?.find((each) => each.id === id),
      )
    )
      return;
    queryClient.setQueryData(contestsQuery.queryKey, (known) =>
      known?.map((each) => (each.id === id ? { ...each, ...clock } : each)),
    );
    // An answer that is under way may not know of it yet.
    if (list.fetchStatus === 'fetching')
      void queryClient.invalidateQueries({ queryKey: contestsQuery.queryKey });
  }, [clock, id, queryClient]);

  useEffect(() => {
    if (!isWanted) return;
    const { queryKey } = contestNewsQuery(id);
    const ask = () => void queryClient.invalidateQueries({ queryKey });
    return listenToEvents({
      contestId: id,
      on: {
        [eventNames.news]: (data) => {
          const news = JSON.parse(data) as NewsEvent;
          if (news.contest_id !== id) return;
          const { clock } = news;
          const present = queryClient.getQueryData(queryKey);
          const isTold = news.announcement ?? news.question ?? news.statement ?? clock;
          if (!present || !isTold) return ask();
          queryClient.setQueryData(queryKey, applyNews(present, news));
          // An answer that is under way does not have it yet.
          if (queryClient.isFetching({ queryKey }) > 0) ask();
        },
      },
      onOpen: ask,
    });
  }, [isWanted, id, queryClient]);
}

/** As of a page that came with both. */
function isKnown(clock: ContestClock, contest: Contest | undefined): boolean {
  const names = Object.keys(clock) as (keyof ContestClock)[];
  return contest !== undefined && names.every((name) => clock[name] === contest[name]);
}

export function useMarkRead(contestId: number) {
  const queryClient = useQueryClient();
  const { queryKey } = contestNewsQuery(contestId);
  return useMutation({
    mutationFn: (items: readonly Pick<NewsItem, 'id' | 'version'>[]) =>
      api(markContestRead, {
        params: { id: contestId },
        body: { items: items.map(({ id, version }) => ({ id, version })) },
      }),
    retry: 3,
    onSuccess: (_, items) => {
      queryClient.setQueryData(queryKey, (present) => present && withRead(present, items));
      // An answer that was under way meanwhile does not know of it yet: it is not waited for.
      return queryClient.invalidateQueries({ queryKey });
    },
  });
}
