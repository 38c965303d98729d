import { afterEach, expect, test, vi } from 'vitest';
import { saveFile } from './save-file.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a slow browser still finds the file after the press; the memory is given back in the end', () => {
  vi.useFakeTimers();
  const link = { href: '', download: '', click: vi.fn() };
  vi.stubGlobal('document', { createElement: () => link });
  const revoked = vi.spyOn(URL, 'revokeObjectURL');

  saveFile('users.csv', 'text/csv', 'username,password\r\n');
  expect(link.download).toBe('users.csv');
  expect(link.click).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(30_000);
  expect(revoked).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(revoked).toHaveBeenCalledExactlyOnceWith(link.href);
});
