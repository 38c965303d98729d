/**
 * The stream of events that makes a page ask before its next poll. It is open only while somebody looks at the page
 * and something of their own is being judged on it: over HTTP/1.1 a browser has six connections to a server for all
 * its tabs together. Polling goes on beside it and needs nothing of it.
 */
import { useDocumentVisibility } from '@mantine/hooks';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callUrl } from '#contract/call.ts';
import { isInProgress } from '#contract/statuses.ts';
import { submissionEvents } from '#contract/submission-events.ts';
import type { Submission } from '#contract/submissions.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { createRefresher } from './refresher.ts';

const rest = { shortestMs: 150, longestMs: 1_000 };
const firstPauseMs = 10_000;
const longestPauseMs = 160_000;

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
let closeStream = () => {};

/** One stream for the page, however many parts of it watch. */
function watch(queryClient: QueryClient): () => void {
  watchers += 1;
  if (watchers === 1) closeStream = openStream(createRefresher(() => refetchShown(queryClient), rest));
  return () => {
    watchers -= 1;
    if (watchers === 0) closeStream();
  };
}

/** A lost connection is made again by the browser itself, a refusal is final to it: then we try, ever less often. */
function openStream(onNews: () => void): () => void {
  let source: EventSource;
  let pauseMs = firstPauseMs;
  let pause: ReturnType<typeof setTimeout>;

  function connect(): void {
    source = new EventSource(callUrl(submissionEvents.path));
    source.addEventListener(submissionEvents.eventName, onNews);
    source.addEventListener('open', () => {
      pauseMs = firstPauseMs;
      // What happened between the last answer and the beginning of the stream, nobody has told.
      onNews();
    });
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return;
      pause = setTimeout(connect, pauseMs);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    });
  }

  connect();
  return () => {
    clearTimeout(pause);
    source.close();
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
