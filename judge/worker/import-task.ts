/** What imports have in common, whatever their kind. */

import type { Logger } from 'pino';
import type { ImportSteps } from '#contract/import-words.ts';
import type { LanguageLimits } from '#contract/language-limits.ts';
import type { StoredTrial } from '#contract/packages.ts';
import type { LanguageId } from '#contract/programs.ts';
import { type Words, words } from '#contract/words.ts';
import type { Database } from '#store/database.ts';
import type { takeImport } from '#store/imports.ts';
import { findAllowances } from '#store/languages.ts';
import type { Queue } from '#store/queue.ts';
import { cutNames } from '../import/refusal.ts';
import type { Judge } from '../run/judge.ts';
import type { BlobCache } from './blob-cache.ts';
import { type TriedVersion, trySolutions } from './try-solutions.ts';

export interface ImportingWorker {
  readonly db: Database;
  readonly queue: Queue;
  readonly judge: Judge;
  /** Those that are on, in which it judges: nothing else is judged, the jury's neither. */
  readonly judged: readonly LanguageId[];
  readonly blobs: BlobCache;
  readonly logger: Logger;
}

/** Of a problem in an archive of many. */
export interface Place {
  readonly id: string;
  readonly number: number;
  readonly count: number;
}

export interface Import extends NonNullable<Awaited<ReturnType<typeof takeImport>>> {
  readonly id: string;
  readonly worker: ImportingWorker;
  readonly signal: AbortSignal;
  /** Throws when there is nothing left to do: it was cancelled, or another worker has finished it. */
  readonly tell: (
    step: Words<keyof ImportSteps>,
    progress?: number,
    total?: number,
    place?: Place,
  ) => Promise<void>;
}

/** Thrown to stop: staff have cancelled it, or another worker has finished it. */
export class ImportEnded extends Error {}

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

const progressEveryMs = 300;

export async function tryVersion(
  { worker, signal, tell }: Import,
  { languageLimits, ...version }: Omit<TriedVersion, 'allowanceOf'> & { languageLimits: LanguageLimits },
) {
  let toldAt = 0;
  const allowanceOf = await findAllowances(worker.db, languageLimits);
  return trySolutions(
    worker,
    { ...version, allowanceOf },
    {
      signal,
      tell: async (done, total) => {
        if (done < total && Date.now() - toldAt < progressEveryMs) return;
        toldAt = Date.now();
        await tell(words('import_trying'), done, total);
      },
    },
  );
}

export function sayDisagreement({ solutions }: StoredTrial): Words<'solutions_disagree'> {
  const against = solutions.filter(({ seen }) => seen && !seen.agrees).map(({ name }) => name);
  return words('solutions_disagree', { solutions: cutNames(against) });
}
