import { type Fraction, one, zero } from '#contract/fractions.ts';
import type { CheckerWords } from '#contract/judge-words.ts';
import type { Words } from '#contract/words.ts';
import type { Launch } from '../languages/language.ts';
import type { Content, RunFacts, RunRequest } from '../sandbox/run-types.ts';

/** One finished run to be judged. */
export interface Check {
  input: Content;
  output: Content;
  answer: Content;
  run: (request: RunRequest) => Promise<RunFacts>;
  /** The author's program, compiled; null for a checker without one. */
  program: Launch | null;
  /** What the author's program is told beyond the names of the files. */
  args: readonly string[];
  /** What the test is worth in its group, or null where there are no groups. */
  worth: () => number | null;
}

export interface CheckResult {
  /** What part of the test's worth the output earns: 1 is Accepted, anything less is Wrong Answer. */
  share: Fraction;
  /** The output was accepted, if with a part of the points. Default: when it earns all of them. */
  passed?: boolean;
  /** Words for staff: never shown to contestants, since a checker may quote the secret answer. */
  said: Words<keyof CheckerWords> | null;
  /** Words that an author's program means for the contestant. */
  told?: string;
  /** Where it went wrong, for those that compare with the answer. A program may accept other answers than that. */
  differsAt?: DifferencePlace;
}

/** Bytes of the two contents. */
export interface DifferencePlace {
  outputAt: number;
  answerAt: number;
  /** Blanks at the end of a line make a difference. */
  countsBlanks: boolean;
}

export const accepted: CheckResult = { share: one, said: null };

export function wrong(said: Words<keyof CheckerWords> | null, differsAt?: DifferencePlace): CheckResult {
  return { share: zero, said, ...(differsAt && { differsAt }) };
}
