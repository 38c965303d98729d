/**
 * One machine, one command. The supervisor starts, in this order, PostgreSQL (unless DATABASE_URL names one),
 * the server and the judge worker, starts again whichever dies, and stops them in the opposite order: the
 * server takes no new requests, the worker hands its work back, the database goes last.
 *
 * The children are in sessions of their own, so a signal from the terminal reaches only this process. If it is
 * killed outright they notice: the Node processes by their message channel, PostgreSQL by its death signal.
 */
import { claimDataFolder } from '#config/data-folder.ts';
import { readEnvironment, refusedExitCode, runOrExplain, StartError } from '#config/environment.ts';
import { stopRequested } from '#config/stop-request.ts';
import type { Part } from '#store/access.ts';
import { prepareDatabase } from '#store/join-database.ts';
import { openLogFile } from './log-file.ts';
import { keepPostgresRunning } from './supervised-postgres.ts';
import { keepRunning } from './supervised-process.ts';

/** Greeted once: a server that was started again has nothing new to say. */
let greeted = false;

await runOrExplain(async () => {
  const stop = stopRequested();
  const environment = readEnvironment(process.env);
  const dataDir = await claimDataFolder(environment.DATA_DIR);
  const log = openLogFile(dataDir);
  const { DATABASE_URL, DATABASE_OWNER_URL } = environment;
  if (DATABASE_OWNER_URL && !DATABASE_URL)
    throw new StartError('DATABASE_OWNER_URL: set DATABASE_URL too, the address for everyday work.');
  const postgres = DATABASE_URL ? null : await keepPostgresRunning(dataDir, log);

  try {
    await prepareDatabase(DATABASE_OWNER_URL ?? DATABASE_URL ?? postgres?.connectionString ?? '');
    const envOf = (part: Part) => ({
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: DATABASE_URL ?? postgres?.connectionStringOf[part],
      // Its work is done.
      DATABASE_OWNER_URL: '',
    });
    const server = keepRunning({
      name: 'server',
      module: new URL('../../server/main.ts', import.meta.url),
      env: envOf('server'),
      log,
      onMessage: showGreeting,
    });
    const worker = keepRunning({
      name: 'worker',
      module: new URL('../../judge/worker/main.ts', import.meta.url),
      env: envOf('worker'),
      log,
    });

    const refused = Promise.race([server.refused, worker.refused]).then(() => {
      process.exitCode = refusedExitCode;
    });
    await Promise.race([stop, refused]);
    await Promise.all([server.stop(), worker.stop()]);
  } finally {
    await postgres?.stop();
  }
  process.exit();
});

function showGreeting(message: unknown): void {
  if (greeted || typeof message !== 'object' || message === null || !('greeting' in message)) return;
  greeted = true;
  console.log(message.greeting);
}
