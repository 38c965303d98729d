import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { words } from '#contract/words.ts';
import type { Languages, OpenLanguage } from '../languages/catalogue.ts';
import { JudgeFault } from '../sandbox/fault.ts';
import { aheadBuilder } from './ahead-builder.ts';

test('what could not be built ahead is told and tried again', async ({ onTestFinished }) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const full = new JudgeFault(words('library_not_built'), { cause: new Error('no space left') });
  const buildAhead = vi.fn<OpenLanguage['buildAhead']>().mockResolvedValue();
  buildAhead.mockRejectedValueOnce(full).mockRejectedValueOnce(full);
  const go = { buildAhead, slowBecause: () => null } as Partial<OpenLanguage> as OpenLanguage;
  const languages: Languages = { installed: { go }, missing: new Map(), reopen: async () => {} };
  const onChange = vi.fn();
  const ahead = aheadBuilder({
    languages,
    listJudged: () => ['go'],
    ending: new AbortController().signal,
    logger: pino({ enabled: false }),
    onChange,
    tryAgainMs: 60_000,
  });

  await ahead.build();
  const told = ahead.slowBecause('go');
  expect(told && sayInEnglish(told)).toBe(
    'Compiling is slower than it could be: could not compile the standard library: no space left, which is tried again.',
  );
  expect(onChange).toHaveBeenCalledTimes(1);

  // Other languages may come meanwhile, which is no reason to try it.
  await ahead.build();
  expect(buildAhead).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(buildAhead).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(119_000);
  expect(buildAhead).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(buildAhead).toHaveBeenCalledTimes(3);
  expect(ahead.slowBecause('go')).toBeNull();
  expect(onChange).toHaveBeenCalledTimes(3);

  await ahead.build();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(buildAhead).toHaveBeenCalledTimes(3);
});
