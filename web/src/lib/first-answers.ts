/**
 * The answers that a page was drawn with on the server (app/page-drawing.tsx). They come with the document, so that the app's
 * first picture of the page is the one that the document shows already.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { nextTask } from './next-task.ts';
import { serverClock } from './server-clock.ts';

/** The server's clock at that time, and what is known under which key. */
export type FirstAnswers = [serverMs: number, ...answers: [QueryKey, unknown][]];

/** Data, not a program: nothing in it can end the element or begin a comment. */
export function writeFirstAnswers(first: FirstAnswers): string {
  return `<script type="application/json">${JSON.stringify(first).replaceAll('<', '\\u003c')}</script>`;
}

let areAskedAgain = true;

/** Whatever a component finds known when it is mounted is asked for again, but not while the first picture is drawn. */
export const mayAskOnMount = () => areAskedAgain;

/** As old as the question for the document: what a page keeps for longer is not asked for again. */
export function takeFirstAnswers(queryClient: QueryClient): void {
  const text = document.querySelector('[type="application/json"]')?.textContent;
  if (!text) return;
  areAskedAgain = false;
  const [serverMs, ...answers]: FirstAnswers = JSON.parse(text);
  const { timeOrigin } = performance;
  const navigations = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  for (const { requestStart, responseStart } of navigations)
    serverClock.note(timeOrigin + requestStart, timeOrigin + responseStart, serverMs);
  for (const [queryKey, data] of answers) queryClient.setQueryData(queryKey, data, { updatedAt: timeOrigin });
}

/** Once the first picture is there, one after the other: asked while it is drawn, all of them would hold it up in one task. */
export async function askAgain(queryClient: QueryClient): Promise<void> {
  if (areAskedAgain) return;
  areAskedAgain = true;
  for (const { queryKey } of queryClient.getQueryCache().findAll({ type: 'active', stale: true })) {
    await nextTask();
    void queryClient.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false });
  }
}
