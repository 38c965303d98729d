import { z } from 'zod';
import { isInProgress } from '#contract/statuses.ts';
import { wordsBeside } from '#contract/words.ts';

const results = z.array(
  z.object({
    testCase: z.number(),
    status: z.string(),
    timeMs: z.number().nullable(),
    memoryKb: z.number().nullable(),
    reason: z.string().nullish(),
    reasonWords: wordsBeside.optional(),
    checkerMessage: z.string().nullish(),
    checkerWords: wordsBeside.optional(),
  }),
);

export type TestResults =
  | { kind: 'list'; items: z.infer<typeof results> }
  /** Nothing to show: not there yet, not readable, or a problem without tests. */
  | { kind: 'none' | 'broken' | 'empty' };

/** Results come as a list or as a JSON string of one. */
export function readResults(raw: unknown, status: string): TestResults {
  if (raw === null || raw === undefined || raw === '') return { kind: 'none' };
  const read = results.safeParse(typeof raw === 'string' ? parseJson(raw) : raw);
  if (!read.success) return { kind: 'broken' };
  if (read.data.length > 0) return { kind: 'list', items: read.data };
  const gotToTests = !isInProgress(status) && status !== 'Compilation Error';
  return { kind: gotToTests ? 'empty' : 'none' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
