/**
 * The judging process: takes jobs from the queue, judges submissions and imports test archives.
 *
 * It needs nothing but the database, whose schema it leaves to the servers. It enters itself in the list of judge
 * machines, and before it takes any work it shows that this machine judges as it should (`conformance`); one that
 * does not takes none, says why, and looks again every minute. What an administrator switches on meanwhile is proved beside
 * the work in all other languages (`judged-languages.ts`); one that lacks it takes no work any more. Asked to stop, or left
 * behind by an update of the servers, it breaks off what runs and hands it back to the queue; killed, it stops its
 * heartbeat and the queue gives its jobs to another.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { claimWorkerFolder } from '#config/data-folder.ts';
import { PassingStartError, readEnvironment, runOrExplain, StartError } from '#config/environment.ts';
import { stopRequested } from '#config/stop-request.ts';
import { words } from '#contract/words.ts';
import { describeExcess } from '#store/access.ts';
import { joinDatabase } from '#store/join-database.ts';
import type { RequiredOfWorkers } from '#store/languages.ts';
import { openLogger } from '#store/logger.ts';
import { newerSchemaMessage } from '#store/migrate.ts';
import { joinQueue } from '#store/queue.ts';
import { openSandbox, type Sandbox, usableCores } from '../sandbox/sandbox.ts';
import { aheadBuilder } from './ahead-builder.ts';
import { openBlobCache } from './blob-cache.ts';
import { describeLanguages, listVersions, tellShortcoming } from './describe-languages.ts';
import { readFreeBytes, watchDisk } from './disk-room.ts';
import { type FitJudge, openFitJudge } from './gate.ts';
import { keepJudgedLanguages } from './judged-languages.ts';
import { registerWorker } from './registration.ts';
import { startTakingJobs } from './take-jobs.ts';
import { watchLanguages } from './watch-languages.ts';

const megabyte = 1024 * 1024;
const checkAgainMs = 60_000;
/** What has not been handed back by then is given to others when its heartbeat has lapsed. */
const handBackDeadlineMs = 10_000;

await runOrExplain(async () => {
  const stop = stopRequested();
  const environment = readEnvironment(process.env);
  if (!environment.DATABASE_URL)
    throw new StartError('DATABASE_URL: a worker needs the database of its servers.');
  const url = environment.DATABASE_URL;
  const dataDir = await claimWorkerFolder(environment.DATA_DIR);
  const name = environment.WORKER_NAME ?? defaultName(dataDir);
  const logger = openLogger(environment.LOG_LEVEL, {
    worker: name,
    pid: process.pid,
    process: 'worker',
  });

  const joining = joinServers(url, logger);
  const joined = await Promise.race([joining, stop]);
  if (typeof joined === 'string') {
    // Until it has joined there is nothing to hand back.
    logger.info({ reason: joined }, 'stopping');
    process.exit(0);
  }
  const { database, queue } = joined;
  const excess = await describeExcess(database.pool, 'worker');
  if (excess) logger.warn(excess);

  const cores = usableCores(environment.JUDGE_CORES);
  let sandbox: Sandbox | undefined;
  const open = async () => {
    sandbox = await openSandbox({ cores });
    return sandbox;
  };
  const about = { name, cores: cores.length, architecture: process.arch, version: minosVersion() };
  const registration = await registerWorker(database, about, () => sandbox?.busyCores() ?? 0, logger);
  const leaving = new AbortController();
  const outdated = registration.outdated.then(() => new PassingStartError(newerSchemaMessage));
  const leave = Promise.race([stop, outdated]).then((reason) => {
    logger.info({ reason: String(reason) }, 'stopping');
    leaving.abort(new Error('The worker is stopping'));
    void registration.tell({ state: 'draining' });
    return reason;
  });

  const cacheFolder = join(dataDir, 'cache');
  const cacheBytes = environment.CACHE_MB * megabyte;
  // Releases before this one unpacked imports here and left what was killed with them.
  await rm(join(cacheFolder, 'imports'), { recursive: true, force: true });
  const watched = await watchLanguages(database.db, logger);
  while (!leaving.signal.aborted) await judgeWhileFit();

  const reason = await leave;
  await queue.stop({ graceful: false });
  await registration.leave();
  if (reason instanceof StartError) throw reason;
  process.exit(0);

  /** Passes the gate, and then takes work until it is told to leave, or lacks a language that is switched on. */
  async function judgeWhileFit(): Promise<void> {
    await registration.tell({ state: 'checking', reason: null });
    const fit = await passGate();
    if (!fit) return;
    const { judge } = fit;
    const lacking = new AbortController();
    const ending = AbortSignal.any([leaving.signal, lacking.signal]);
    const blobs = await openBlobCache(judge.cache, join(cacheFolder, 'blobs'), database.db);
    let isDiskFull = false;
    const languages = keepJudgedLanguages(
      {
        judge,
        logger,
        ending,
        onChange: () => {
          void tellState();
          void ahead.build();
        },
        onLacking: () => lacking.abort(new Error('A language that is switched on is missing')),
        tryAgainMs: checkAgainMs,
      },
      fit,
    );
    const tellState = () => {
      const now = languages.describe();
      return registration.tell({
        ...(isDiskFull
          ? { state: 'refused', reason: words('disk_full') }
          : { state: 'ready', reason: tellShortcoming(now, ahead.slowBecause) }),
        compiler: listVersions(judge.languages),
        languages: describeLanguages(judge.languages, now.failing),
        sandbox: judge.sandbox.facts.tier,
      });
    };
    const ahead = aheadBuilder({
      languages: judge.languages,
      listJudged: () => languages.describe().proved,
      ending,
      logger,
      onChange: () => void tellState(),
      tryAgainMs: checkAgainMs,
    });
    const disk = watchDisk({
      freeBytes: () => readFreeBytes(cacheFolder),
      dropUnused: judge.cache.dropUnused,
      tellFull: (isFull) => {
        isDiskFull = isFull;
        void tellState();
      },
    });
    const takeChange = () => languages.require(watched.now());
    watched.changes.on('change', takeChange);
    // What was switched while it passed the gate.
    if (watched.now() !== fit.required) takeChange();
    await tellState();
    const work = { name, db: database.db, queue, judge, languages, blobs, disk, logger };
    const taking = startTakingJobs(work, { databaseUrl: url, cores: cores.length, leaving: ending });
    void ahead.build();
    logger.info({ cores: cores.length, sandbox: judge.sandbox.facts.tier, ...fit.required }, 'ready');
    if (!ending.aborted) await once(ending, 'abort');
    watched.changes.off('change', takeChange);
    await Promise.race([taking.stop(), delay(handBackDeadlineMs, undefined, { ref: false })]);
    await fit.close();
  }

  /**
   * Tries again after a while: a machine that was too busy, or whose disk was full, may be fit later; and at once when other
   * languages are to be judged. Null when the worker leaves before it was.
   */
  async function passGate(): Promise<(FitJudge & { required: RequiredOfWorkers }) | null> {
    while (!leaving.signal.aborted) {
      const required = watched.now();
      const fit = await openFitJudge(open, { cacheFolder, cacheBytes }, required, logger, leaving.signal);
      if ('judge' in fit) {
        if (!leaving.signal.aborted) return { ...fit, required };
        // Nothing is taken that would be handed back at once.
        await fit.close();
        break;
      }
      if (leaving.signal.aborted) break;
      await registration.tell({
        state: 'refused',
        reason: words('gate_failed', { failures: fit.failures }),
        ...(fit.languages && { languages: describeLanguages(fit.languages) }),
      });
      if (watched.now() === required) await untilWorthAnotherTry();
    }
    return null;
  }

  async function untilWorthAnotherTry(): Promise<void> {
    const tried = new AbortController();
    const signal = AbortSignal.any([leaving.signal, tried.signal]);
    const wakers = [delay(checkAgainMs, undefined, { signal }), once(watched.changes, 'change', { signal })];
    await Promise.race(wakers).catch(() => {});
    tried.abort();
    await Promise.allSettled(wakers);
  }
});

/** The database and the queue as the servers keep them, as soon as they do. */
async function joinServers(databaseUrl: string, logger: Logger) {
  const warn = (what: string) => (error: Error) => logger.warn({ err: error }, what);
  const database = await joinDatabase(databaseUrl, warn('a database connection was lost'), () =>
    logger.warn('waiting for a server to bring the database up to date'),
  );
  const queue = await joinQueue(databaseUrl, warn('queue'), (reason) =>
    logger.info({ reason }, 'waiting for a server to prepare the queue'),
  );
  return { database, queue };
}

/** The same at every start, and another for a second worker of the same machine. */
function defaultName(dataDir: string): string {
  return `${hostname()}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 4)}`;
}

function minosVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
