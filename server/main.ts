import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { type Environment, readEnvironment, runOrExplain, StartError } from '#config/environment.ts';
import { stopRequested } from '#config/stop-request.ts';
import { describeExcess } from '#store/access.ts';
import { sweepUnused } from '#store/blobs.ts';
import { followChanges } from '#store/changes.ts';
import { joinDatabase, prepareDatabase } from '#store/join-database.ts';
import { deleteOldMinutes } from '#store/judge-minutes.ts';
import { openLogger } from '#store/logger.ts';
import { openQueue } from '#store/queue.ts';
import { retryTrials } from '#store/versions.ts';
import { requeueStranded } from '#store/waiting-judgements.ts';
import { deleteForgottenWorkers } from '#store/workers.ts';
import { buildApp } from './app.ts';
import { deleteExpiredFailures } from './auth/sign-in-limits.ts';
import { startContestRemover } from './contests/deletion.ts';
import { startFinisher } from './contests/finisher.ts';
import { startRehearsalRemover } from './contests/rehearsals.ts';
import type { Context } from './context.ts';
import { greet } from './greeting.ts';
import { OneCallPerUser } from './one-call-per-user.ts';
import { startProblemRemover } from './problems/deletion.ts';
import { sweepDrafts } from './problems/drafts.ts';
import { findUntrustedProxy } from './proxy/sightings.ts';
import { deleteExpiredSessions } from './sessions.ts';
import { ensureAdministrator } from './users/first-administrator.ts';

const webFolder = fileURLToPath(new URL('../web/dist', import.meta.url));
const cleanUpEveryMs = 10 * 60_000;

await runOrExplain(async () => {
  const stop = stopRequested();
  const environment = readEnvironment(process.env);
  if (!environment.DATABASE_URL) throw new StartError('DATABASE_URL: the server alone needs a database.');
  const logger = openLogger(environment.LOG_LEVEL, { process: 'server' });
  const { DATABASE_URL, DATABASE_OWNER_URL = DATABASE_URL } = environment;
  await prepareDatabase(DATABASE_OWNER_URL);
  const warn = (what: string) => (error: unknown) => logger.warn({ err: error }, what);
  const joining = joinDatabase(DATABASE_URL, warn('a database connection was lost'), () =>
    logger.warn(
      'waiting for the database to be brought up to date: it needs a server with DATABASE_OWNER_URL',
    ),
  );
  const database = await Promise.race([joining, stop]);
  // Until then there is nothing to finish.
  if (typeof database === 'string') process.exit(0);
  const excess = await describeExcess(database.pool, 'server');
  if (excess) logger.warn(excess);
  const queue = await openQueue(DATABASE_URL, warn('queue'));
  const changes = followChanges(DATABASE_URL, warn('listening for changes'));
  const oneCallPerUser = new OneCallPerUser();
  const context: Context = {
    db: database.db,
    queue,
    changes,
    oneCallPerUser,
    environment,
    now: () => new Date(),
  };
  const administrator = await ensureAdministrator(database.db, environment);
  const app = await buildApp({ context, webFolder, logger });
  const port = await listen(app, environment);
  const cleaning = setInterval(() => cleanUp(context, logger).catch(warn('clean-up failed')), cleanUpEveryMs);
  const repeated = [
    startFinisher(database.db, warn('finishing contests')),
    startContestRemover(database.db, warn('removing contests')),
    startProblemRemover(database.db, warn('removing problems')),
    startRehearsalRemover(database.db, warn('removing rehearsals')),
  ];
  greet(environment, port, administrator, await findUntrustedProxy(context, null));

  logger.info({ reason: await stop }, 'stopping');
  clearInterval(cleaning);
  await Promise.all(repeated.map((each) => each.stop()));
  await app.close();
  changes.close();
  await queue.stop({ graceful: false });
  await database.close();
  process.exit(0);
});

async function listen(
  app: Awaited<ReturnType<typeof buildApp>>,
  { HOST, PORT }: Environment,
): Promise<number> {
  try {
    await app.listen({ host: HOST, port: PORT });
    const address = app.server.address();
    return typeof address === 'object' && address ? address.port : PORT;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      EADDRINUSE: `PORT: ${PORT} is already in use by another program. Stop it or set PORT to another number.`,
      EACCES: `PORT: this account may not listen on ${PORT}. Set PORT to a number above 1023.`,
      EADDRNOTAVAIL: `HOST: ${HOST} is not an address of this machine.`,
      ENOTFOUND: `HOST: ${HOST} is not an address of this machine.`,
    };
    throw code && reasons[code] ? new StartError(reasons[code]) : error;
  }
}

async function cleanUp({ db, queue, now }: Context, logger: Logger): Promise<void> {
  await deleteExpiredSessions(db, now());
  await deleteExpiredFailures(db, now());
  await deleteForgottenWorkers(db);
  await deleteOldMinutes(db);
  await sweepDrafts(db, now());
  await sweepUnused(db, now());
  const stranded = await requeueStranded(db, queue);
  if (stranded.length > 0) logger.error({ submissions: stranded }, 'unjudged submissions were in no queue');
  const tried = await retryTrials(db, queue);
  if (tried.length > 0) logger.info({ problems: tried }, 'the jury’s solutions are tried again');
}
