/**
 * What the table of contents of an archive must satisfy before a single byte is unpacked. read-entry.ts sees that
 * the promised sizes are kept.
 */

import type { Entry, LocalFileHeader } from 'yauzl';
import { limits } from '#contract/limits.ts';
import { words } from '#contract/words.ts';
import { ArchiveRefused, cutName } from './refusal.ts';

/** Bounds of an archive; the contract's, unless a test wants to meet them with less. */
export const archiveBounds = {
  archiveBytes: limits.archiveMaxBytes,
  entries: limits.archiveMaxEntries,
  unpackedBytes: limits.archiveMaxUnpackedBytes,
  fileBytes: limits.archiveMaxFileBytes,
  ratio: limits.archiveMaxRatio,
  /** Names, comments and extra fields are held in memory while the archive is open. */
  tableBytes: 32 * 1024 * 1024,
};
export type ArchiveBounds = Readonly<Record<keyof typeof archiveBounds, number>>;

export interface NamedEntry {
  name: string;
  zipEntry: Entry;
}

const fileTypeMask = 0o170000;
const linkType = 0o120000;
const knownTypes = [0, 0o100000, 0o040000, linkType];

/** By the format's numbers. Explorer takes Deflate64 for files over 2 GB, the others are a packer's options. */
const otherMethods: Record<number, string> = {
  1: 'Shrink',
  6: 'Implode',
  9: 'Deflate64',
  12: 'BZip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
};

/** Deflate cannot pack one byte into nothing; this much is forgiven before the ratio is looked at. */
const ratioSlackBytes = 4096;

export function checkEntry({ name, zipEntry }: NamedEntry, bounds: ArchiveBounds): void {
  if (zipEntry.isEncrypted())
    throw new ArchiveRefused(words('archive_encrypted_file', { file: cutName(name) }));
  if (!knownTypes.includes(readType(zipEntry)))
    throw new ArchiveRefused(words('archive_device', { file: cutName(name) }));
  if (!zipEntry.canDecodeFileData()) {
    const method = otherMethods[zipEntry.compressionMethod] ?? zipEntry.compressionMethod;
    throw new ArchiveRefused(words('archive_compression', { file: cutName(name), method }));
  }
  if (zipEntry.uncompressedSize > bounds.fileBytes) {
    throw new ArchiveRefused(
      words('archive_file_too_large', { file: cutName(name), limitBytes: bounds.fileBytes }),
    );
  }
  if (zipEntry.uncompressedSize > ratioSlackBytes + bounds.ratio * zipEntry.compressedSize) {
    throw new ArchiveRefused(words('archive_ratio', { file: cutName(name) }));
  }
}

function readType({ externalFileAttributes }: Entry): number {
  return (externalFileAttributes >>> 16) & fileTypeMask;
}

/** Its content is the name of what it stands for. */
export function isLink({ zipEntry }: NamedEntry): boolean {
  return readType(zipEntry) === linkType;
}

export function checkTotals(entries: readonly NamedEntry[], bounds: ArchiveBounds): void {
  const total = entries.reduce((sum, { zipEntry }) => sum + zipEntry.uncompressedSize, 0);
  if (total > bounds.unpackedBytes)
    throw new ArchiveRefused(words('archive_unpacked_too_large', { limitBytes: bounds.unpackedBytes }));
  const seen = new Set<string>();
  for (const { name } of entries) {
    if (seen.has(name)) throw new ArchiveRefused(words('archive_duplicate', { file: cutName(name) }));
    seen.add(name);
  }
}

/**
 * Where each entry must end: at the next one, the last at the table of contents. Entries that share bytes are how a
 * small archive unpacks to a huge one although no entry has a strange ratio.
 */
export function findEnds(entries: readonly NamedEntry[], tableStart: number): Map<NamedEntry, number> {
  const startOf = ({ zipEntry }: NamedEntry) => zipEntry.relativeOffsetOfLocalHeader;
  const byPlace = entries.toSorted((a, b) => startOf(a) - startOf(b));
  return new Map(
    byPlace.map((entry, index) => {
      const next = byPlace[index + 1];
      return [entry, next ? startOf(next) : tableStart];
    }),
  );
}

/** A file that is a ZIP file and something else besides is not what anybody makes to hold tests. */
export function checkBeginning([first]: readonly NamedEntry[], tableStart: number): void {
  const beginning = first ? first.zipEntry.relativeOffsetOfLocalHeader : tableStart;
  if (beginning !== 0) throw new ArchiveRefused(words('archive_bytes_before'));
}

/** The entry's own header against the table of contents. Returns where its packed bytes start. */
export function checkHeader({ name, zipEntry }: NamedEntry, header: LocalFileHeader, end: number): number {
  // The name stands twice in an archive, and no checksum covers it: two that differ are a sign of damage.
  const isSame =
    header.fileName.equals(zipEntry.fileNameRaw) && header.compressionMethod === zipEntry.compressionMethod;
  if (!isSame) throw new ArchiveRefused(words('archive_damaged_file', { file: cutName(name) }));
  const dataEnd = header.fileDataStart + zipEntry.compressedSize;
  if (dataEnd > end) throw new ArchiveRefused(words('archive_overlap', { file: cutName(name) }));
  return header.fileDataStart;
}
