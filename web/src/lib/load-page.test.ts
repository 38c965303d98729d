import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { intervals } from '#contract/limits.ts';
import { loadPage, PageNotLoaded } from './load-page.ts';

const Page = () => null;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a page that arrives is given to the router', async () => {
  await expect(loadPage(async () => ({ Page }), 'Page')()).resolves.toEqual({ Component: Page });
  expect(vi.getTimerCount()).toBe(0);
});

test('a page that does not arrive within 120 s is given up', async () => {
  const loading = loadPage(() => new Promise<{ Page: typeof Page }>(() => {}), 'Page')();
  const outcome = expect(loading).rejects.toBeInstanceOf(PageNotLoaded);
  await vi.advanceTimersByTimeAsync(intervals.pageScriptTimeoutMs - 1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await outcome;
});

test('a page that fails can be asked for again', async () => {
  const load = vi.fn<() => Promise<{ Page: typeof Page }>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  load.mockResolvedValueOnce({ Page });
  const lazy = loadPage(load, 'Page');
  await expect(lazy()).rejects.toBeInstanceOf(PageNotLoaded);
  await expect(lazy()).resolves.toEqual({ Component: Page });
});
