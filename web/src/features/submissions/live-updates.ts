/**
 * The stream of events makes a page ask before its next poll, while somebody looks at it and something of their own is
 * being judged on it.
 */
import { useDocumentVisibility } from '@mantine/hooks';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { eventNames } from '#contract/event-names.ts';
import { isInProgress } from '#contract/statuses.ts';
import type { Submission } from '#contract/submissions.ts';
import { listenToEvents } from '../../lib/event-stream.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { createRefresher } from './refresher.ts';

const rest = { shortestMs: 150, longestMs: 1_000 };

/** Keeps what is shown as new as the server's, as long as something of the viewer's own in it is being judged. */
export function useLiveUpdates(shown: readonly Submission[]): void {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const visibility = useDocumentVisibility();
  const isWanted =
    visibility === 'visible' &&
    shown.some(({ username, overall_status }) => username === user?.username && isInProgress(overall_status));
  useEffect(() => (isWanted ? watch(queryClient) : undefined), [isWanted, queryClient]);
}

let watchers = 0;
let stopListening = () => {};

/** However many parts of the page watch, there is one refresh for all. */
function watch(queryClient: QueryClient): () => void {
  watchers += 1;
  if (watchers === 1) {
    const refresh = createRefresher(() => refetchShown(queryClient), rest);
    stopListening = listenToEvents({ on: { [eventNames.submission]: refresh }, onOpen: refresh });
  }
  return () => {
    watchers -= 1;
    if (watchers === 0) stopListening();
  };
}

/** Everything about submissions on the screen, one request for each: where one is under way, another after it. */
async function refetchShown(queryClient: QueryClient): Promise<void> {
  const shown = { queryKey: queryKeys.submissions.any, type: 'active' } as const;
  const underWay = queryClient.getQueryCache().findAll({ ...shown, fetchStatus: 'fetching' });
  await queryClient.refetchQueries(shown, { cancelRefetch: false });
  if (underWay.length === 0) return;
  await queryClient.refetchQueries(
    { ...shown, predicate: (query) => underWay.includes(query) },
    { cancelRefetch: false },
  );
}
