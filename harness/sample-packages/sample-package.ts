import type { FinishedStatus } from '#contract/statuses.ts';
import type { ZipEntry } from '../zip.ts';

/** A package of another system, complete, and what each solution in it must get here. */
export interface SamplePackage {
  /** The name of its folder where there are several. */
  readonly folder: string;
  /** Null: the format has none. */
  readonly title: string | null;
  /** Named from its folder. */
  readonly entries: readonly ZipEntry[];
  readonly solutions: readonly SampleSolution[];
  /** Not in the package: they show what its groups are worth. Default: none. */
  readonly programs?: readonly SampleProgram[];
}

export interface SampleSolution {
  /** As `JurySolution.name`. */
  readonly name: string;
  /** Null: in a language that is not judged here. */
  readonly verdict: SampleVerdict | null;
}

export interface SampleProgram {
  readonly name: string;
  readonly code: string;
  readonly verdict: SampleVerdict;
}

interface SampleVerdict {
  readonly status: FinishedStatus;
  readonly score: number;
}
