import type { Checker } from './checkers.ts';

/**
 * A test set as it is stored and judged: which files, in which order, worth what, checked how. Files are named by the
 * SHA-256 of their content in hexadecimal, so a worker that has a file never fetches it again.
 */
export interface TestSetPlan {
  readonly tests: readonly PlannedTest<string>[];
  readonly groups: readonly TestGroup[];
  readonly stopAtFirstFailure: boolean;
  /** How many digits after the point a score may have: 0, 1 or 2. */
  readonly scoreDecimals: number;
  readonly checker: Checker;
  /** The files of the checker's program, by the names that `checker` gives them. */
  readonly checkerFiles: Readonly<Record<string, string>>;
}

/** `File` is where its data are: an entry of an archive, or the hash of what is stored. */
export interface PlannedTest<File> {
  readonly name: string;
  readonly input: File;
  readonly answer: File;
  /** The groups it is scored in, in their order; none where no manifest makes groups. */
  readonly groups: readonly string[];
  readonly isSample: boolean;
}

export interface TestGroup {
  readonly name: string;
  /** Count as a share of all groups' points. */
  readonly points: number;
  /** Names of groups that must have passed in full; they come earlier in the list. */
  readonly dependsOn: readonly string[];
}
