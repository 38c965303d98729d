import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { StartError } from '#config/environment.ts';
import { dumpDatabase } from './dump.ts';
import { decodeBackup, encodeBackup } from './file-format.ts';

/** Test data is large and simple: the fastest level is within a few per cent of the best one's size. */
const level = 1;

/**
 * Writes beside FILE and renames when all of it is on the disk: under FILE's name there is never half a backup,
 * and an earlier one stays until the new one is whole.
 */
export async function writeBackup(
  connectionString: string,
  file: string,
  signal: AbortSignal,
): Promise<{ bytes: number }> {
  await refuseOther(file);
  const client = new pg.Client({ connectionString, application_name: 'minos backup' });
  // A connection that is lost also fails the query at work, which tells it.
  client.on('error', () => {});
  await client.connect().catch((error) => {
    throw new StartError(`The database cannot be reached: ${error.message}`);
  });
  const partial = `${file}.partial`;
  try {
    const { version } = JSON.parse(
      await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as { version: string };
    const output = await openOutput(partial);
    const { size: bytes } = await pipeline(
      encodeBackup(dumpDatabase(client, version)),
      createGzip({ level, chunkSize: 256 * 1024 }),
      async (packed: AsyncIterable<Buffer>) => {
        for await (const chunk of packed) await output.writeFile(chunk);
        await output.sync();
        return output.stat();
      },
      { signal },
    ).finally(() => output.close());
    await rename(partial, file);
    await syncFolder(dirname(file));
    return { bytes };
  } catch (error) {
    await rm(partial, { force: true });
    throw signal.aborted ? new StartError('The backup was broken off; nothing was written.') : error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** An older backup may be replaced, any other file is somebody's mistake. */
async function refuseOther(file: string): Promise<void> {
  const existing = await open(file).catch(() => null);
  if (!existing) return;
  await existing.close();
  const records = decodeBackup(file);
  try {
    await records.next();
  } catch {
    throw new StartError(`${file} is there already and is not a backup of Minos. Choose another name.`);
  } finally {
    await records.return(undefined);
  }
}

/** For its owner alone: it holds the hashes of passwords. */
async function openOutput(path: string) {
  try {
    await rm(path, { force: true });
    return await open(path, 'wx', 0o600);
  } catch (error) {
    throw new StartError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** So that the new name is on the disk too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}
