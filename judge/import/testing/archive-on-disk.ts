import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Archive, openArchive } from '../archive.ts';
import { type ArchiveBounds, archiveBounds } from '../entry-checks.ts';
import { writeZip, type ZipFileSpec } from './zip-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'minos-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

export async function putOnDisk(bytes: Buffer): Promise<string> {
  const path = join(folder, `${randomUUID()}.zip`);
  await writeFile(path, bytes);
  return path;
}

/** Opens an archive, hands it over and closes it whatever happens. */
export async function withArchive<T>(
  zip: Buffer | readonly ZipFileSpec[],
  use: (archive: Archive) => T | Promise<T>,
  bounds: Partial<ArchiveBounds> = {},
): Promise<T> {
  const bytes = Buffer.isBuffer(zip) ? zip : writeZip(zip);
  const archive = await openArchive(await putOnDisk(bytes), { ...archiveBounds, ...bounds });
  try {
    return await use(archive);
  } finally {
    await archive.close();
  }
}

/** Files with these names, each holding its own name. */
export function filesNamed(names: readonly string[]): ZipFileSpec[] {
  return names.map((name) => ({ name, content: `${name}\n`, stored: true }));
}

export async function readText(archive: Archive, name: string): Promise<string> {
  const entry = archive.entries.find((one) => one.name === name);
  if (entry === undefined) throw new Error(`no entry ${name}`);
  return Buffer.concat(await Array.fromAsync(archive.read(entry))).toString();
}
