import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { askAgain, mayAskOnMount, takeFirstAnswers, writeFirstAnswers } from './first-answers.ts';

test('what a page came with is asked for once more when it has been drawn, and not before', async () => {
  const text = writeFirstAnswers([Date.now(), [['shown'], 'from the document'], [['unused'], 'also']]);
  const textContent = /^<script[^>]*>(.*)<\/script>$/.exec(text)?.[1];
  vi.stubGlobal('document', { querySelector: () => ({ textContent }) });
  const queryClient = new QueryClient({ defaultOptions: { queries: { refetchOnMount: mayAskOnMount } } });
  takeFirstAnswers(queryClient);
  const ask = vi.fn(async () => 'from the server');
  const shown = new QueryObserver(queryClient, { queryKey: ['shown'], queryFn: ask });
  const leaveShown = shown.subscribe(() => {});
  expect(shown.getCurrentResult().data).toBe('from the document');
  expect(ask).not.toHaveBeenCalled();

  await askAgain(queryClient);
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('from the server'));
  await askAgain(queryClient);
  expect(ask).toHaveBeenCalledTimes(1);

  // Whatever is opened later is asked for as it is opened.
  const later = new QueryObserver(queryClient, { queryKey: ['unused'], queryFn: ask });
  const leaveLater = later.subscribe(() => {});
  await vi.waitFor(() => expect(later.getCurrentResult().data).toBe('from the server'));
  leaveShown();
  leaveLater();
  queryClient.clear();
});
