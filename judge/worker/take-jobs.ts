import type { Job } from 'pg-boss';
import { type ImportJob, type JudgeJob, queues, sendImportJob } from '#store/queue.ts';
import { hasRoom, waitForRoom } from './disk-room.ts';
import { endLostImport, type ImportingWorker, importArchive } from './import-archive.ts';
import { endFaultySubmission, type JudgingWorker, judgeSubmission } from './judge-submission.ts';

/** The queue tells of new jobs at once; asking is for the ones whose telling was lost. */
const pollSeconds = 2;

type Worker = JudgingWorker & ImportingWorker;

/** Takes as many submissions at a time as there are cores: while one compiles, another's tests fill the rest. */
export async function startTakingJobs(worker: Worker, cores: number, leaving: AbortSignal): Promise<void> {
  const { queue } = worker;
  const options = { pollingIntervalSeconds: pollSeconds, notifyPollingIntervalSeconds: pollSeconds };

  await queue.work(queues.judge, { ...options, localConcurrency: cores }, async (jobs: Job<JudgeJob>[]) => {
    for (const job of jobs) {
      await judgeSubmission(worker, job.data.submissionId, { job, given: job.signal, leaving });
    }
  });
  await queue.work(queues.judgeFailed, options, async (jobs: Job<JudgeJob>[]) => {
    for (const job of jobs) await endFaultySubmission(worker, job.data.submissionId, job);
  });
  await queue.work(queues.import, options, async (jobs: Job<ImportJob>[]) => {
    for (const { data, signal } of jobs) {
      await importOrPassOn(worker, data.importId, { given: signal, leaving });
    }
  });
  await queue.work(queues.importFailed, options, async (jobs: Job<ImportJob>[]) => {
    for (const { data } of jobs) await endLostImport(worker, data.importId);
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
    if (leaving.aborted || (await hasRoom(worker))) throw error;
    worker.logger.error({ err: error, import: importId }, 'no room on the disk: this worker pauses');
    await sendImportJob(worker.queue, worker.db, importId);
    await waitForRoom(worker, leaving);
  }
}
