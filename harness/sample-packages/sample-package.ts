/** Small packages as other systems write them, with what must come out when they are judged. */

import type { FinishedStatus } from '#contract/statuses.ts';
import type { ZipEntry } from '../zip.ts';

export interface SamplePackage {
  readonly format: string;
  readonly title: string | null;
  readonly timeLimitMs: number | null;
  readonly memoryLimitMb: number | null;
  readonly entries: readonly ZipEntry[];
  /** The jury's, by the names that the package gives them, and others that show what its groups are worth. */
  readonly programs: readonly SampleProgram[];
}

export interface SampleProgram {
  readonly name: string;
  /** It is in the package. */
  readonly isJury: boolean;
  readonly code: string;
  readonly status: FinishedStatus;
  readonly score: number;
}
