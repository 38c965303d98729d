/**
 * One machine, one command. The supervisor starts, in this order, PostgreSQL (unless DATABASE_URL names one),
 * the server and the judge worker, starts again whichever dies, and stops them in the opposite order: the
 * server takes no new requests, the worker hands its work back, the database goes last.
 *
 * The children are in sessions of their own, so a signal from the terminal reaches only this process. If it is
 * killed outright they notice: the Node processes by their message channel, PostgreSQL by its death signal.
 */
import { claimDataFolder } from '#config/data-folder.ts';
import { readEnvironment, refusedExitCode, runOrExplain } from '#config/environment.ts';
import { stopRequested } from '#config/stop-request.ts';
import { prepareDatabase } from '#store/database.ts';

import { keepPostgres } from './kept-postgres.ts';
import { keepRunning } from './kept-process.ts';
import { openLogFile } from './log-file.ts';

/** Greeted once: a server that was started again has nothing new to say. */
let greeted = false;

await runOrExplain(async () => {
  const stop = stopRequested();
  const environment = readEnvironment(process.env);
  const dataDir = await claimDataFolder(environment.DATA_DIR);
  const log = openLogFile(dataDir);
  const postgres = environment.DATABASE_URL ? null : await keepPostgres(dataDir, log);
  const databaseUrl = environment.DATABASE_URL ?? postgres?.connectionString ?? '';

  try {
    await (await prepareDatabase(databaseUrl, () => {})).close();
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
    const server = keepRunning({
      name: 'server',
      module: new URL('../../server/main.ts', import.meta.url),
      env,
      log,
      onMessage: showGreeting,
    });
    const worker = keepRunning({
      name: 'worker',
      module: new URL('../../judge/worker.ts', import.meta.url),
      env,
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
