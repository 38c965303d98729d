import type { JobWithMetadata } from 'pg-boss';
import { queueImport } from '#store/imports.ts';
import {
  followJobs,
  type GivenJob,
  highestUnawaited,
  type ImportJob,
  importPriorities,
  type JudgeJob,
  priorityOfNext,
  queues,
} from '#store/queue.ts';
import { type Fetcher, fetchJobs } from './fetch-jobs.ts';
import { endLostImport, importArchive } from './import-archive.ts';
import { endFaultySubmission, type JudgingWorker, judgeSubmission } from './judge-submission.ts';
import type { JudgedLanguages } from './judged-languages.ts';

type Worker = JudgingWorker & { readonly languages: Pick<JudgedLanguages, 'listJudged'> };

interface TakingOptions {
  readonly databaseUrl: string;
  readonly cores: number;
  readonly leaving: AbortSignal;
}

export interface TakingJobs {
  /** Asks for no more, and waits for what is under way. */
  stop(): Promise<void>;
}

/**
 * Takes as many submissions at a time as there are cores: while one compiles, another's tests fill the rest. And as
 * many again of people who have nothing else under way: however slow the programs are that one person has under way,
 * everybody else's are begun at once, and the judge shares its cores among all that have begun. One more is for rejudges
 * and what staff try: they come after everything that contestants wait for, and a contest that has ended waits for its
 * rejudges all the same.
 */
export function startTakingJobs(worker: Worker, { databaseUrl, cores, leaving }: TakingOptions): TakingJobs {
  const { queue, logger } = worker;
  const judging = {
    any: cores,
    reserved: [
      { count: cores, priorities: { minPriority: priorityOfNext } },
      { count: 1, priorities: { maxPriority: highestUnawaited } },
    ],
  };
  const oneByOne = { any: 1 };
  // However long an import takes, whoever has chosen a file sees what is in it.
  const importing = {
    any: 1,
    reserved: [{ count: 1, priorities: { minPriority: importPriorities.preview } }],
  };
  const fetchers: Record<string, Fetcher> = {
    [queues.judge]: fetchJobs<JudgeJob>(queue, logger, {
      name: queues.judge,
      slots: judging,
      handle: (job) => judgeSubmission(worker, job.data.submissionId, { job, given: job.signal, leaving }),
    }),
    [queues.judgeFailed]: fetchJobs<JudgeJob>(queue, logger, {
      name: queues.judgeFailed,
      slots: oneByOne,
      handle: (job) => endFaultySubmission(worker, job.data.submissionId, job),
    }),
    [queues.import]: fetchJobs<ImportJob>(queue, logger, {
      name: queues.import,
      slots: importing,
      handle: (job) => importOrPassOn(worker, job, leaving),
    }),
    [queues.importFailed]: fetchJobs<ImportJob>(queue, logger, {
      name: queues.importFailed,
      slots: oneByOne,
      handle: (job) => endLostImport(worker, job.data.importId, job),
    }),
  };
  const unfollow = followJobs(
    databaseUrl,
    (name) => fetchers[name]?.wake(),
    (error) => logger.warn({ err: error }, 'listening for jobs'),
  );
  return {
    async stop() {
      unfollow();
      await Promise.all(Object.values(fetchers).map((fetcher) => fetcher.stop()));
    },
  };
}

/** As with submissions: what fails because the disk is full is for another worker, and is no failed try. */
async function importOrPassOn(
  worker: Worker,
  job: GivenJob & Pick<JobWithMetadata<ImportJob>, 'data' | 'signal'>,
  leaving: AbortSignal,
): Promise<void> {
  const { importId } = job.data;
  try {
    await importArchive(worker, importId, { job, signal: AbortSignal.any([job.signal, leaving]) });
  } catch (error) {
    // Here, after what the import itself had unpacked is gone.
    if (leaving.aborted || (await worker.disk.hasRoom())) throw error;
    worker.logger.error({ err: error, import: importId }, 'no room on the disk: this worker pauses');
    await queueImport(worker.db, worker.queue, importId);
    await worker.disk.waitForRoom(leaving);
  }
}
