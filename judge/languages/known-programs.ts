/**
 * Programs whose verdict is known. They are what the gate asks of a machine before it takes work, and what the judge's
 * own tests run.
 */

import type { RunReasons } from '#contract/judge-words.ts';
import type { PackageId } from '#contract/programs.ts';
import type { FinishedStatus } from '#contract/statuses.ts';
import type { Words } from '#contract/words.ts';

export interface KnownProgram {
  name: string;
  code: string;
  status: FinishedStatus;
  /** The reason it must be given. */
  reason?: Words<keyof RunReasons>;
  /** What the compiler must print, among other things. */
  compilerPrints?: string;
  /** It is judged where this is allowed. */
  needs?: PackageId;
}

/** All of them are asked for the sum of two numbers. */
export const knownInput = '20 22\n';
export const knownAnswer = '42\n';
export const knownLimits = {
  timeLimitMs: 500,
  memoryLimitBytes: 64 * 1024 * 1024,
  outputLimitBytes: 1024 * 1024,
};
