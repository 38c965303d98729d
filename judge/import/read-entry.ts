import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Entry, LocalFileHeader, ZipFile } from 'yauzl';
import type { ArchiveFile } from './archive-file.ts';
import type { NamedEntry } from './entry-checks.ts';
import { refusals } from './messages.ts';
import { ArchiveRefused } from './refusal.ts';

const storedMethod = 0;

/** `end` is where the entry's bytes must have ended; see findEnds. */
export async function* readEntry(
  zip: ZipFile,
  file: ArchiveFile,
  { name, zipEntry }: NamedEntry,
  end: number,
): AsyncGenerator<Buffer, void> {
  const damaged = () => new ArchiveRefused(refusals.damagedEntry(name));
  let checksum = 0;
  let bytes = 0;
  try {
    const header = await zip.readLocalFileHeaderPromise(zipEntry);
    if (!isSameEntry(header, zipEntry)) throw damaged();
    if (header.fileDataStart + zipEntry.compressedSize > end)
      throw new ArchiveRefused(refusals.overlap(name));
    for await (const chunk of unpack(file, header.fileDataStart, zipEntry)) {
      bytes += chunk.length;
      if (bytes > zipEntry.uncompressedSize) throw damaged();
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ArchiveRefused) throw error;
    throw file.fault ?? damaged();
  }
  if (bytes !== zipEntry.uncompressedSize || checksum !== zipEntry.crc32) throw damaged();
}

/** The name stands twice in an archive, and no checksum covers it: two that differ are a sign of damage. */
function isSameEntry(header: LocalFileHeader, entry: Entry): boolean {
  return header.fileName.equals(entry.fileNameRaw) && header.compressionMethod === entry.compressionMethod;
}

function unpack(file: ArchiveFile, start: number, entry: Entry): AsyncIterable<Buffer> {
  const packed = file.readRange(start, start + entry.compressedSize);
  if (entry.compressionMethod === storedMethod) return packed;
  // Whoever iterates hears of every error; the callback is only how pipeline wants to be called.
  return pipeline(Readable.from(packed, { objectMode: false }), createInflateRaw(), () => {});
}
