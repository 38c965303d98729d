/**
 * The judging process: takes jobs from the queue, judges submissions and imports test archives.
 *
 * It needs nothing but the database, whose schema it leaves to the servers. It enters itself in the list of judge
 * machines, and before it takes any work it shows that this machine judges as it should (`conformance`); one that
 * does not takes none, says why, and looks again every minute. When an administrator switches a language on or off it passes
 * the gate anew. Asked to stop, or left behind by an update of the servers, it breaks off what
 * runs and hands it back to the queue; killed, it stops its heartbeat and the queue gives its jobs to another.
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
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import type { LanguageId } from '#contract/programs.ts';
import { type Words, words } from '#contract/words.ts';
import { describeExcess } from '#store/access.ts';
import { joinDatabase } from '#store/join-database.ts';
import { findRequired, type RequiredOfWorkers } from '#store/languages.ts';
import { openLogger } from '#store/logger.ts';
import { newerSchemaMessage } from '#store/migrate.ts';
import { joinQueue } from '#store/queue.ts';
import type { WorkerLanguages } from '#store/schema.ts';
import { getLanguage, type Languages } from '../languages/catalogue.ts';
import type { Judge } from '../run/judge.ts';
import { openSandbox, type Sandbox, usableCores } from '../sandbox/sandbox.ts';
import { openBlobCache } from './blob-cache.ts';
import { readFreeBytes, watchDisk } from './disk-room.ts';
import { type FitJudge, openFitJudge, type Unfit } from './gate.ts';
import { type Registration, registerWorker } from './registration.ts';
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
  let required = await findRequired(database.db);
  while (!leaving.signal.aborted) {
    const languages = watchLanguages(database.db, required, logger);
    await judgeUntil(AbortSignal.any([leaving.signal, languages.changed]), required);
    languages.stopWatching();
    required = languages.now();
  }

  const reason = await leave;
  await queue.stop({ graceful: false });
  await registration.leave();
  if (reason instanceof StartError) throw reason;
  process.exit(0);

  /** Passes the gate, and then takes work until it is told to leave, or other languages are to be judged. */
  async function judgeUntil(ending: AbortSignal, required: RequiredOfWorkers): Promise<void> {
    const { languages } = required;
    await registration.tell({ state: 'checking', reason: null });
    const fit = await passGate(
      () => openFitJudge(open, { cacheFolder, cacheBytes }, required, logger, ending),
      registration,
      ending,
    );
    if (!fit) return;
    // It may have been told so while it passed the gate: nothing is taken that would be handed back at once.
    if (ending.aborted) return fit.close();
    const { judge } = fit;
    const blobs = await openBlobCache(judge.cache, join(cacheFolder, 'blobs'), database.db);
    let isDiskFull = false;
    const tellState = () =>
      registration.tell(
        isDiskFull
          ? { state: 'refused', reason: words('disk_full') }
          : { state: 'ready', reason: slowBecause(judge, languages) },
      );
    const disk = watchDisk({
      freeBytes: () => readFreeBytes(cacheFolder),
      dropUnused: judge.cache.dropUnused,
      tellFull: (isFull) => {
        isDiskFull = isFull;
        void tellState();
      },
    });
    const work = { name, db: database.db, queue, judge, judged: languages, blobs, disk, logger };
    const { tier } = judge.sandbox.facts;
    const versions = new Set(languages.map((id) => getLanguage(judge.languages, id).version));
    await registration.tell({
      compiler: [...versions].join('\n'),
      languages: describeLanguages(judge.languages),
      sandbox: tier,
    });
    await tellState();
    const taking = startTakingJobs(work, { databaseUrl: url, cores: cores.length, leaving: ending });
    void buildAhead(judge, languages, ending, logger).then(() => {
      if (!ending.aborted) void tellState();
    });
    logger.info({ cores: cores.length, sandbox: tier, ...required }, 'ready');
    if (!ending.aborted) await once(ending, 'abort');
    await Promise.race([taking.stop(), delay(handBackDeadlineMs, undefined, { ref: false })]);
    await fit.close();
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

/**
 * Tries again after a while: a machine that was too busy, or whose disk was full, may be fit later. Null when the
 * worker leaves before it was.
 */
async function passGate(
  open: () => Promise<FitJudge | Unfit>,
  registration: Registration,
  leaving: AbortSignal,
): Promise<FitJudge | null> {
  while (!leaving.aborted) {
    const fit = await open();
    if ('judge' in fit) return fit;
    if (leaving.aborted) break;
    await registration.tell({
      state: 'refused',
      reason: words('gate_failed', { failures: fit.failures }),
      ...(fit.languages && { languages: describeLanguages(fit.languages) }),
    });
    await delay(checkAgainMs, undefined, { signal: leaving }).catch(() => {});
  }
  return null;
}

/** Why compiling is slower than it could be, for staff; null when it is not. */
function slowBecause(
  { languages }: Judge,
  required: readonly LanguageId[],
): Words<'compiling_slowly'> | null {
  const reasons = required.map((id) => getLanguage(languages, id).slowBecause());
  return reasons.find((reason) => reason !== null) ?? null;
}

async function buildAhead(
  judge: Judge,
  required: readonly LanguageId[],
  ending: AbortSignal,
  logger: Logger,
): Promise<void> {
  try {
    for (const id of required) await getLanguage(judge.languages, id).buildAhead(ending);
    const reason = slowBecause(judge, required);
    if (reason) logger.warn(sayInEnglish(reason));
  } catch (error) {
    if (!ending.aborted) logger.warn({ err: error }, 'compiling stays slow: not all could be built ahead');
  }
}

/** For the table of languages and machines. */
function describeLanguages({ installed, missing }: Languages): WorkerLanguages {
  const found = Object.entries(installed).map(([id, { version, flags, commands, packages = [] }]) => [
    id,
    {
      version,
      flags,
      ...commands,
      packages: Object.fromEntries(packages.map((each) => [each.id, each.found])),
    },
  ]);
  const faults = [...missing].map(([id, { said }]) => [id, { missing: said }]);
  return Object.fromEntries([...found, ...faults]);
}

/** The same at every start, and another for a second worker of the same machine. */
function defaultName(dataDir: string): string {
  return `${hostname()}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 4)}`;
}

function minosVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
