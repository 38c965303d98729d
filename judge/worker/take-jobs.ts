import type { JobWithMetadata } from 'pg-boss';
import {
  type ImportJob,
  type JudgeJob,
  priorityOfNext,
  type Queue,
  queues,
  sendImportJob,
} from '#store/queue.ts';
import { endLostImport, type ImportingWorker, importArchive } from './import-archive.ts';
import { endFaultySubmission, type JudgingWorker, judgeSubmission } from './judge-submission.ts';

/** The queue tells of new jobs at once; asking is for the ones whose telling was lost. */
const pollSeconds = 2;

type Worker = JudgingWorker & ImportingWorker;

/**
 * Takes as many submissions at a time as there are cores: while one compiles, another's tests fill the rest. And as
 * many again of people who have nothing else under way: however slow the programs are that one person has under way,
 * everybody else's are begun at once, and the judge shares its cores among all that have begun.
 */
export async function startTakingJobs(worker: Worker, cores: number, leaving: AbortSignal): Promise<void> {
  const { queue } = worker;
  const judge = (job: JobWithMetadata<JudgeJob>) =>
    judgeSubmission(worker, job.data.submissionId, { job, given: job.signal, leaving });
  for (let core = 0; core < cores; core += 1) {
    await takeInTurn(queue, queues.judge, judge);
    await takeInTurn(queue, queues.judge, judge, { minPriority: priorityOfNext });
  }
  await takeInTurn<JudgeJob>(queue, queues.judgeFailed, (job) =>
    endFaultySubmission(worker, job.data.submissionId, job),
  );
  await takeInTurn<ImportJob>(queue, queues.import, (job) =>
    importOrPassOn(worker, job.data.importId, { given: job.signal, leaving }),
  );
  await takeInTurn<ImportJob>(queue, queues.importFailed, (job) => endLostImport(worker, job.data.importId));
}

/** After a job asks for the next one at once: a full queue would otherwise move on only every `pollSeconds`. */
async function takeInTurn<Data extends object>(
  queue: Queue,
  name: string,
  handle: (job: JobWithMetadata<Data>) => Promise<void>,
  which: { minPriority?: number } = {},
): Promise<void> {
  const pace = { pollingIntervalSeconds: pollSeconds, notifyPollingIntervalSeconds: pollSeconds };
  let id = '';
  const options = { ...pace, ...which, includeMetadata: true } as const;
  id = await queue.work(name, options, async (jobs: JobWithMetadata<Data>[]) => {
    try {
      for (const job of jobs) await handle(job);
    } finally {
      queue.notifyWorker(id);
    }
  });
}

/** As with submissions: what fails because the disk is full is for another worker, and is no failed try. */
async function importOrPassOn(
  worker: Worker,
  importId: string,
  { given, leaving }: { given: AbortSignal; leaving: AbortSignal },
): Promise<void> {
  try {
    await importArchive(worker, importId, AbortSignal.any([given, leaving]));
  } catch (error) {
    // Here, after what the import itself had unpacked is gone.
    if (leaving.aborted || (await worker.disk.hasRoom())) throw error;
    worker.logger.error({ err: error, import: importId }, 'no room on the disk: this worker pauses');
    await sendImportJob(worker.queue, worker.db, importId);
    await worker.disk.waitForRoom(leaving);
  }
}
