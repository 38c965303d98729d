/**
 * A ZIP archive on disk, opened for reading in any order.
 *
 * Opening reads the table of contents and the entries' headers, unpacks nothing, and refuses what breaks a limit or a
 * rule; the archive that comes out has only plain files and folders with safe, distinct names, links followed. Reading an entry then
 * streams it in constant memory and holds it to what was promised: its length and its checksum. The checksum is known
 * at the end only, so a reader must drop what it got when the stream throws.
 *
 * Errors: ArchiveRefused when the archive is at fault; anything else is the machine's.
 */

import { rm, writeFile } from 'node:fs/promises';
import { fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { archiveKindBytes, findArchiveKind } from '#contract/archive-kinds.ts';
import { words } from '#contract/words.ts';
import { ArchiveFile } from './archive-file.ts';
import {
  type ArchiveBounds,
  archiveBounds,
  checkBeginning,
  checkEntry,
  checkHeader,
  checkTotals,
  findEnds,
  isLink,
  type NamedEntry,
} from './entry-checks.ts';
import { type ArchiveEntry, letRead, readContent } from './entry-content.ts';
import { readEntryName } from './entry-name.ts';
import { followLinks } from './links.ts';
import { readEntry } from './read-entry.ts';
import { ArchiveRefused, cutName } from './refusal.ts';

export interface Archive {
  readonly entries: readonly ArchiveEntry[];
  /** The entry as it was packed. One of `entries`, each as often as wanted. */
  readonly read: (entry: ArchiveEntry) => AsyncGenerator<Buffer, void>;
  /** What is in an archive that is itself one of `entries`; it counts against the bounds of the whole. */
  readonly openWithin: (entry: ArchiveEntry) => Promise<readonly ArchiveEntry[]>;
  readonly close: () => Promise<void>;
}

export async function openArchive(path: string, bounds: ArchiveBounds = archiveBounds): Promise<Archive> {
  const file = await ArchiveFile.open(path);
  try {
    if (file.size > bounds.archiveBytes) {
      throw new ArchiveRefused(words('archive_over_size', { limitBytes: bounds.archiveBytes }));
    }
    const zip = await openZip(file);
    const tableStart = tableCursor(zip);
    const named = await readTable(zip, file, bounds);
    checkTotals(named, bounds);
    const ends = findEnds(named, tableStart);
    checkBeginning([...ends.keys()], tableStart);
    const dataStarts = await locateData(zip, file, ends);
    const entries = named.map((one) => {
      const entry = toArchiveEntry(one);
      letRead(entry, () => readEntry(file, one, dataStarts.get(one) as number));
      return entry;
    });
    const links = entries.filter((_, index) => isLink(named[index] as NamedEntry));
    const followed = followLinks(entries, await readTargets(links), bounds);
    const inner: Archive[] = [];
    return {
      entries: followed,
      read: readContent,
      async openWithin(entry) {
        const archive = await openInner(
          entry,
          `${path}.inner`,
          leaveRoom(bounds, [{ entries: followed }, ...inner]),
        );
        inner.push(archive);
        return archive.entries;
      },
      async close() {
        for (const archive of inner) await archive.close();
        await file.closeFile();
      },
    };
  } catch (error) {
    await file.closeFile();
    throw error;
  }
}

/** On disk only for as long as it takes to open it: what is open can be read after its name is gone. */
async function openInner(entry: ArchiveEntry, path: string, bounds: ArchiveBounds): Promise<Archive> {
  if (entry.bytes > bounds.archiveBytes)
    throw new ArchiveRefused(words('archive_over_size', { limitBytes: bounds.archiveBytes }));
  try {
    await writeFile(path, readContent(entry));
    return await openArchive(path, bounds);
  } finally {
    await rm(path, { force: true });
  }
}

function leaveRoom(bounds: ArchiveBounds, taken: readonly Pick<Archive, 'entries'>[]): ArchiveBounds {
  const entries = taken.flatMap((archive) => archive.entries);
  return {
    ...bounds,
    entries: bounds.entries - entries.length,
    unpackedBytes: bounds.unpackedBytes - entries.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

const fileSignatures = [0x04034b50, 0x06054b50, 0x08074b50];

async function openZip(file: ArchiveFile): Promise<ZipFile> {
  if (file.size === 0) throw new ArchiveRefused(words('archive_empty'));
  const options = { autoClose: false, decodeStrings: false };
  try {
    const zip = await fromRandomAccessReaderPromise(file, file.size, options);
    // An error is told to whoever waits; without a listener of its own it would end the process as well.
    zip.on('error', () => {});
    return zip;
  } catch {
    if (file.fault) throw file.fault;
    const startsAsZip = file.size >= 4 && fileSignatures.includes(await file.readUInt32(0));
    if (startsAsZip) throw new ArchiveRefused(words('archive_incomplete'));
    const beginning = await Array.fromAsync(file.readRange(0, Math.min(file.size, archiveKindBytes)));
    const kind = findArchiveKind(Buffer.concat(beginning).toString('latin1'));
    throw new ArchiveRefused(
      kind === null ? words('archive_not_zip') : words('archive_of_another_kind', { kind }),
    );
  }
}

async function readTable(zip: ZipFile, file: ArchiveFile, bounds: ArchiveBounds): Promise<NamedEntry[]> {
  if (zip.entryCount > bounds.entries) {
    throw new ArchiveRefused(
      words('archive_too_many_entries', { count: zip.entryCount, limit: bounds.entries }),
    );
  }
  const tableStart = tableCursor(zip);
  const named: NamedEntry[] = [];
  try {
    for await (const zipEntry of zip.eachEntry()) {
      const one = { name: readEntryName(zipEntry), zipEntry };
      checkEntry(one, bounds);
      named.push(one);
      if (tableCursor(zip) - tableStart > bounds.tableBytes)
        throw new ArchiveRefused(words('archive_table_too_large'));
    }
    await checkTableEnd(zip, file);
  } catch (error) {
    if (error instanceof ArchiveRefused) throw error;
    if (file.fault) throw file.fault;
    throw new ArchiveRefused(
      (await isStronglyEncrypted(zip, file)) ? words('archive_encrypted') : words('archive_damaged'),
    );
  }
  return named;
}

const tableEndSignatures = [0x06054b50, 0x06064b50, 0x05054b50];

/** The number of entries is written once, unprotected: were it too small, tests would silently be missing. */
async function checkTableEnd(zip: ZipFile, file: ArchiveFile): Promise<void> {
  if (!tableEndSignatures.includes(await file.readUInt32(tableCursor(zip)))) {
    throw new ArchiveRefused(words('archive_damaged'));
  }
}

/** yauzl gives up on such an entry before it shows it. */
async function isStronglyEncrypted(zip: ZipFile, file: ArchiveFile): Promise<boolean> {
  const flags = await file.readUInt32(tableCursor(zip) + 8).catch(() => 0);
  return (flags & 0x40) !== 0;
}

/** Looks at the header that each entry has of its own; the order on disk makes this one pass. */
async function locateData(
  zip: ZipFile,
  file: ArchiveFile,
  ends: ReadonlyMap<NamedEntry, number>,
): Promise<Map<NamedEntry, number>> {
  const starts = new Map<NamedEntry, number>();
  for (const [one, end] of ends) {
    const header = await zip.readLocalFileHeaderPromise(one.zipEntry).catch(() => {
      throw file.fault ?? new ArchiveRefused(words('archive_damaged_file', { file: cutName(one.name) }));
    });
    starts.set(one, checkHeader(one, header, end));
  }
  return starts;
}

/** Where the table of contents is read next. The type of yauzl's field is wrong. */
function tableCursor(zip: ZipFile): number {
  return zip.readEntryCursor as unknown as number;
}

const linkMaxBytes = 1024;

async function readTargets(links: readonly ArchiveEntry[]): Promise<Map<ArchiveEntry, string>> {
  const targetOf = new Map<ArchiveEntry, string>();
  for (const link of links) {
    // No file system keeps a longer name than this, so that one leads nowhere.
    const target = link.bytes > linkMaxBytes ? [] : await Array.fromAsync(readContent(link));
    targetOf.set(link, Buffer.concat(target).toString('utf8').normalize('NFC'));
  }
  return targetOf;
}

function toArchiveEntry({ name, zipEntry }: NamedEntry): ArchiveEntry {
  const isFolder = /[\\/]$/.test(zipEntry.fileNameRaw.toString('latin1'));
  return { name, bytes: zipEntry.uncompressedSize, isFolder };
}
