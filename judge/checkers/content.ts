/**
 * What a checker reads: bytes that are already in memory (a small output) or in a file (test data, a spilled
 * output). Either way a checker sees a sequence of chunks, so its memory does not grow with the size.
 */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Content } from '../sandbox/run-types.ts';

/** Above this a file is read piece by piece without blocking; below it, one blocking read is far cheaper. */
const smallBytes = 256 * 1024;
const chunkBytes = 1024 * 1024;

export interface ChunkReader {
  /** The next bytes, or null at the end. The array is only valid until the next call. */
  next: () => Uint8Array | null | Promise<Uint8Array | null>;
  close: () => Promise<void> | void;
}

export function readChunks(content: Content): ChunkReader {
  if (typeof content !== 'string') return readOnce(content);
  const small = readSmallFile(content);
  return small ? readOnce(small) : readFileInChunks(content);
}

function readOnce(bytes: Uint8Array): ChunkReader {
  let rest: Uint8Array | null = bytes.length > 0 ? bytes : null;
  return {
    next() {
      const chunk = rest;
      rest = null;
      return chunk;
    },
    close() {},
  };
}

function readSmallFile(path: string): Uint8Array | null {
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    if (size > smallBytes) return null;
    const bytes = Buffer.allocUnsafe(size);
    let length = 0;
    while (length < size) {
      const count = readSync(descriptor, bytes, length, size - length, length);
      if (count === 0) break;
      length += count;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

/** Two buffers: while the checker works on one chunk, the next is already being read. */
function readFileInChunks(path: string): ChunkReader {
  const opened = open(path, 'r');
  const buffers = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)] as const;
  let reads = 0;
  let position = 0;
  let ahead: Promise<Uint8Array | null> | null = null;

  async function readNext(): Promise<Uint8Array | null> {
    const handle = await opened;
    const buffer = buffers[reads % 2 === 0 ? 0 : 1];
    reads += 1;
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, position);
    position += bytesRead;
    return bytesRead === 0 ? null : buffer.subarray(0, bytesRead);
  }

  return {
    async next() {
      const chunk = await (ahead ?? readNext());
      ahead = chunk ? readNext() : Promise.resolve(null);
      // A failed read is reported by the next call, which may never come.
      ahead.catch(() => {});
      return chunk;
    },
    async close() {
      await ahead?.catch(() => null);
      const handle = await opened.catch(() => null);
      await handle?.close();
    },
  };
}
