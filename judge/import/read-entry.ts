import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Entry } from 'yauzl';
import { words } from '#contract/words.ts';
import type { ArchiveFile } from './archive-file.ts';
import type { NamedEntry } from './entry-checks.ts';
import { ArchiveRefused, cutName } from './refusal.ts';

const storedMethod = 0;
const chunkBytes = 64 * 1024;

export async function* readEntry(
  file: ArchiveFile,
  { name, zipEntry }: NamedEntry,
  dataStart: number,
): AsyncGenerator<Buffer, void> {
  const damaged = () => new ArchiveRefused(words('archive_damaged_file', { file: cutName(name) }));
  let checksum = 0;
  let bytes = 0;
  try {
    for await (const chunk of unpack(file, dataStart, zipEntry)) {
      bytes += chunk.length;
      if (bytes > zipEntry.uncompressedSize) throw damaged();
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch {
    // Nothing but the disk, the inflater and the line above throws in there.
    throw file.fault ?? damaged();
  }
  if (bytes !== zipEntry.uncompressedSize || checksum !== zipEntry.crc32) throw damaged();
}

function unpack(file: ArchiveFile, start: number, entry: Entry): AsyncIterable<Buffer> {
  const packed = file.readRange(start, start + entry.compressedSize);
  if (entry.compressionMethod === storedMethod) return packed;
  // Whoever iterates hears of every error; the callback is only how pipeline wants to be called.
  return pipeline(
    Readable.from(packed, { objectMode: false }),
    createInflateRaw({ chunkSize: chunkBytes }),
    () => {},
  );
}
