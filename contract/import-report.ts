import { z } from 'zod';
import type { CheckerNames, IgnoredReasons } from './import-words.ts';
import type { StoredWords } from './words.ts';
import { wordsBeside } from './words-beside.ts';

/** What an import made of an archive: every entry is paired, or ignored with a reason. */
export const importReport = z.object({
  tests: z.int(),
  groups: z.int(),
  /** In several groups; absent in reports of earlier releases. */
  shared_tests: z.int().optional(),
  samples: z.int(),
  largest_file: z.object({ name: z.string(), bytes: z.int() }).nullable(),
  checker: z.string(),
  checker_words: wordsBeside,
  paired: z.array(z.object({ test: z.string(), input: z.string(), answer: z.string() })),
  ignored: z.array(z.object({ name: z.string(), reason: z.string(), reason_words: wordsBeside })),
});
export type ImportReport = z.infer<typeof importReport>;

/** The same as it is kept. */
export interface StoredReport extends Omit<ImportReport, 'checker' | 'checker_words' | 'ignored'> {
  checker: StoredWords<keyof CheckerNames>;
  ignored: { name: string; reason: StoredWords<keyof IgnoredReasons> }[];
}
