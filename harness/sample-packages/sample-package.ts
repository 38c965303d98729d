import type { FinishedStatus } from '#contract/statuses.ts';
import type { ZipEntry } from '../zip.ts';

/** A package of another system, complete, and what each solution in it must get here. */
export interface SamplePackage {
  /** The name of its folder where there are several. */
  readonly folder: string;
  readonly title: string;
  /** Named from its folder. */
  readonly entries: readonly ZipEntry[];
  readonly solutions: readonly SampleSolution[];
}

export interface SampleSolution {
  /** As `JurySolution.name`. */
  readonly name: string;
  /** Null: in a language that is not judged here. */
  readonly verdict: { readonly status: FinishedStatus; readonly score: number } | null;
}
