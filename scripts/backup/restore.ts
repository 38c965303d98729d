/**
 * `npm run restore -- FILE [--replace]`: an instance as a backup has it, in an empty DATA_DIR or the empty database of
 * DATABASE_URL. The file is read to its end before anything is touched. A new cluster is filled beside the place of the
 * real one and renamed into it when it is whole: broken off anywhere, what was there before is there still, and the
 * restore can be repeated.
 */
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { claimDataFolder } from '#config/data-folder.ts';
import { readEnvironment, runOrExplain, StartError } from '#config/environment.ts';
import type { BackupHeader } from '#store/backup/file-format.ts';
import { checkBackup, loadBackup } from '#store/backup/load.ts';
import { syncFolder } from '#store/backup/write.ts';
import {
  clusterName,
  hasCluster,
  restoringName,
  startEmbeddedPostgres,
  stopOrphans,
} from '#store/embedded-postgres.ts';

await runOrExplain(async () => {
  const { DATABASE_URL, DATABASE_OWNER_URL = DATABASE_URL, DATA_DIR } = readEnvironment(process.env);
  const { file, replace } = readArguments();
  const { header, rows } = await checkBackup(file);
  if (DATABASE_OWNER_URL) {
    await loadBackup(DATABASE_OWNER_URL, file, header);
  } else {
    const dataDir = await claimDataFolder(DATA_DIR);
    await restoreCluster(dataDir, file, header, replace);
  }
  console.log(
    `Restored the backup of ${header.madeAt} (Minos ${header.minos}): ${rows.users} users, ${rows.problems} problems, ${rows.submissions} submissions.`,
  );
  process.exit();
});

function readArguments(): { file: string; replace: boolean } {
  const usage = new StartError('Usage: npm run restore -- FILE [--replace]');
  try {
    const { values, positionals } = parseArgs({
      options: { replace: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) throw usage;
    return { file: resolve(process.env.INIT_CWD ?? '', name), replace: values.replace ?? false };
  } catch {
    throw usage;
  }
}

async function restoreCluster(dataDir: string, file: string, header: BackupHeader, replace: boolean) {
  const cluster = join(dataDir, clusterName);
  const restoring = join(dataDir, restoringName);
  const isUsed = await hasCluster(dataDir);
  if (isUsed && !replace) {
    throw new StartError(
      `DATA_DIR: ${dataDir} holds data already. With --replace it is moved aside (not deleted) and the backup takes its place.`,
    );
  }
  await stopOrphans(dataDir);
  await rm(restoring, { recursive: true, force: true });
  // From here on a start knows that a restore was begun.
  await mkdir(restoring);
  const postgres = await startEmbeddedPostgres({ dataDir, cluster: restoringName, onLog: () => {} });
  try {
    await loadBackup(postgres.connectionString, file, header);
  } finally {
    await postgres.stop();
  }
  if (isUsed) {
    const aside = `${cluster}.replaced-${new Date().toISOString().replaceAll(':', '-')}`;
    await rename(cluster, aside);
    console.log(`What was there is now in ${aside}.`);
  }
  await rename(restoring, cluster);
  await syncFolder(dataDir);
}
