/** What each reader of a package format gives. */

import type { Feedback } from '#contract/feedback.ts';
import type { IgnoredReasons } from '#contract/import-words.ts';
import type { LanguageLimits } from '#contract/language-limits.ts';
import type { LanguageId } from '#contract/programs.ts';
import { testStatuses } from '#contract/statuses.ts';
import type { Demand, JurySolution, PlannedTest, TestSetPlan } from '#contract/test-set-plan.ts';
import type { Words } from '#contract/words.ts';
import type { Archive } from '../archive.ts';
import type { ArchiveEntry } from '../entry-content.ts';

/**
 * A problem as its package describes it. What a package asks for is in here or refuses it (`ArchiveRefused`), so that
 * nothing which changes a verdict or a score is ever left out; what changes neither is in `ignored`, with the reason.
 */
export interface PackagePlan extends Omit<TestSetPlan, 'tests' | 'checkerFiles'> {
  /** In the order in which they are judged and shown. */
  readonly tests: readonly PlannedTest<ArchiveEntry>[];
  readonly checkerFiles: ReadonlyMap<string, ArchiveEntry>;
  readonly ignored: readonly { readonly name: string; readonly reason: Words<keyof IgnoredReasons> }[];
  /** The groups that are scored or, without any, those that the tests' names speak of. */
  readonly groupCount: number;
  /** Null where the package says nothing. */
  readonly title: string | null;
  /** The package's own short name, from which the problem's id is made. */
  readonly name: string | null;
  readonly timeLimit: TimeLimit | null;
  readonly memoryLimitMb: number | null;
  /** What contestants see of their submissions. Absent: the package says nothing. */
  readonly feedback?: Feedback;
  /** What can be submitted in. Absent: the package says nothing, or all. */
  readonly allowedLanguages?: readonly LanguageId[];
  /** What it says of the limits of single languages. Absent: nothing. */
  readonly languageLimits?: LanguageLimits;
  /** A PDF. */
  readonly statement: ArchiveEntry | null;
  /** Statements in Markdown, HTML or TeX, kept as they are. */
  readonly texts: readonly ArchiveEntry[];
  readonly solutions: readonly JurySolution<ArchiveEntry>[];
}

/** Written in the package, or to be derived from the times of the jury's solutions. */
export type TimeLimit = { readonly ms: number } | DerivedLimit;

/** The time of the slowest by the factor, rounded up. */
export interface DerivedLimit {
  readonly factor: number;
  readonly resolutionMs: number;
  /**
   * Absent: of the slowest that must be right. Otherwise of the slowest that may not be too slow, be it right or wrong;
   * and what must be too slow has to take so many times as long as the limit.
   */
  readonly slowFactor?: number;
}

/** Of a solution that nothing is known of, in words that a manifest has. */
export const anyOutcome: Demand = { permitted: testStatuses.filter((status) => status !== 'Skipped') };

export interface PackageFormat {
  /** As people call it. */
  readonly name: string;
  /** By the names of the files alone, from the package's own folder: what lies around it is not in this archive. */
  readonly matches: (archive: Archive) => boolean;
  readonly plan: (archive: Archive) => Promise<PackagePlan>;
}
