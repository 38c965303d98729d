/**
 * The judging process: takes jobs from the queue, judges submissions and imports test archives.
 *
 * Before it takes any work it shows that this machine judges as it should (`conformance`); one that does not takes
 * none and says why. Asked to stop, it breaks off what runs and hands it back to the queue; killed, it stops its
 * heartbeat and the queue gives its jobs to another.
 */
import { join } from 'node:path';
import { pino } from 'pino';
import { readEnvironment, runOrExplain, StartError } from '#config/environment.ts';
import { stopRequested } from '#config/stop-request.ts';
import { prepareDatabase } from '#store/database.ts';
import { openQueue } from '#store/queue.ts';
import { openSandbox, usableCores } from './sandbox.ts';
import { openBlobCache } from './worker/blob-cache.ts';
import { openFitJudge } from './worker/gate.ts';
import { startTakingJobs } from './worker/take-jobs.ts';

const megabyte = 1024 * 1024;

await runOrExplain(async () => {
  const stop = stopRequested();
  const environment = readEnvironment(process.env);
  if (!environment.DATABASE_URL)
    throw new StartError('DATABASE_URL: a worker needs the database of its servers.');
  const logger = pino({ level: environment.LOG_LEVEL, base: { process: 'worker' } });
  const warn = (what: string) => (error: Error) => logger.warn({ err: error }, what);
  const database = await prepareDatabase(environment.DATABASE_URL, warn('a database connection was lost'));
  const queue = await openQueue(environment.DATABASE_URL, warn('queue'));
  const cacheFolder = join(environment.DATA_DIR, 'cache');
  const leaving = new AbortController();
  const leave = stop.then((reason) => {
    logger.info({ reason }, 'stopping');
    leaving.abort(new Error('The worker is stopping'));
  });

  const open = () => openSandbox({ cores: usableCores(environment.JUDGE_CORES) });
  const fit = await openFitJudge(open, cacheFolder, logger, leaving.signal);
  if (fit && !leaving.signal.aborted) {
    const { judge, sandbox } = fit;
    const blobs = await openBlobCache(
      join(cacheFolder, 'blobs'),
      environment.CACHE_MB * megabyte,
      database.db,
    );
    const work = { db: database.db, queue, judge, blobs, logger, cacheFolder };
    await startTakingJobs(work, sandbox.facts.cores.length, leaving.signal);
    logger.info('taking work');
    judge.toolchain.buildHeaders(leaving.signal).catch((error) => {
      if (!leaving.signal.aborted) logger.warn({ err: error }, 'precompiled headers');
    });
  }

  await leave;
  await queue.stop({ graceful: true, timeout: 10_000 });
  await fit?.close();
  await database.close();
  process.exit(0);
});
