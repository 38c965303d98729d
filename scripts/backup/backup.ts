/**
 * `npm run backup -- FILE`: everything an instance keeps, as of one moment, in one file. The instance may run and go
 * on working; when it does not run, its database is started for the time of the backup.
 */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { claimDataFolder, holdAlone } from '#config/data-folder.ts';
import { type Environment, readEnvironment, runOrExplain, StartError } from '#config/environment.ts';
import { stopRequested } from '#config/stop-request.ts';
import { writeBackup } from '#store/backup/write.ts';
import { findRunningPostgres, hasCluster, startEmbeddedPostgres } from '#store/embedded-postgres.ts';

await runOrExplain(async () => {
  const breakOff = new AbortController();
  void stopRequested().then(() => breakOff.abort());
  const environment = readEnvironment(process.env);
  const [name, ...more] = process.argv.slice(2);
  if (name === undefined || more.length > 0) throw new StartError('Usage: npm run backup -- FILE');
  // npm works in the checkout, whoever calls it may be elsewhere.
  const file = resolve(process.env.INIT_CWD ?? '', name);
  if (!(await holdAlone('minos-backup', file)))
    throw new StartError(`Another backup to ${file} is being written.`);
  const database = await findDatabase(environment);
  const startedAt = Date.now();
  try {
    const { bytes } = await writeBackup(database.connectionString, file, breakOff.signal);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`${file}: ${(bytes / 1_000_000).toFixed(1)} MB in ${seconds} s.`);
  } finally {
    await database.release();
  }
  process.exit();
});

async function findDatabase({ DATABASE_URL, DATABASE_OWNER_URL = DATABASE_URL, DATA_DIR }: Environment) {
  const leave = async () => {};
  if (DATABASE_OWNER_URL) return { connectionString: DATABASE_OWNER_URL, release: leave };
  if (!(await hasCluster(DATA_DIR))) throw new StartError(`DATA_DIR: ${DATA_DIR} holds no data of a Minos.`);
  const running = await findRunningPostgres(await realpath(DATA_DIR));
  if (running) return { connectionString: running, release: leave };
  const dataDir = await claimDataFolder(DATA_DIR);
  const postgres = await startEmbeddedPostgres({ dataDir, onLog: () => {} });
  return { connectionString: postgres.connectionString, release: postgres.stop };
}
