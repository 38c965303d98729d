/**
 * Walks two contents side by side. A checker supplies one step that looks at the bytes at hand; the walk brings
 * new bytes when either side has run out, and passes over long equal stretches by memcmp, which is what makes a
 * right answer of 100 MB cheap.
 */

import type { Content } from '../sandbox/run-types.ts';
import { type ChunkReader, readChunks } from './content.ts';
import { isSpace } from './space.ts';

export interface Side {
  bytes: Uint8Array;
  /** Position of the next byte to look at. */
  at: number;
  end: number;
  /** No bytes follow `end`. */
  finished: boolean;
  /** Bytes before `bytes`, so that `offset + at` is a position in the whole content. */
  offset: number;
}

/**
 * Looks at bytes until either side is used up (return true: go on) or the contents are known to differ (return
 * false). A finished and used-up side must be treated as ended.
 */
export type Step = (output: Side, answer: Side) => boolean;

/**
 * Called when the next block is byte for byte the same on both sides, with its last byte. Returns whether the walk
 * may jump over the block; false leaves it to the step. Null: blocks are never compared.
 */
export type EqualBlock = ((lastByte: number) => boolean) | null;

const blockBytes = 4096;

/** True when every step agreed up to the end of both. The others are where the walk stopped. */
export async function walkPair(
  output: Content,
  answer: Content,
  step: Step,
  equalBlock: EqualBlock,
): Promise<{ same: boolean; outputAt: number; answerAt: number }> {
  const readers = [readChunks(output), readChunks(answer)] as const;
  const left = emptySide();
  const right = emptySide();
  try {
    for (;;) {
      // Awaiting only where a file is really read keeps a tiny test free of needless turns of the event loop.
      const leftChunk = refill(left, readers[0]);
      if (leftChunk) await leftChunk;
      const rightChunk = refill(right, readers[1]);
      if (rightChunk) await rightChunk;
      const same = stepOverBytes(left, right, step, equalBlock);
      const stopped = { outputAt: left.offset + left.at, answerAt: right.offset + right.at };
      if (!same) return { same: false, ...stopped };
      if (isUsedUp(left) && isUsedUp(right)) return { same: true, ...stopped };
    }
  } finally {
    for (const reader of readers) {
      const closed = reader.close();
      if (closed) await closed;
    }
  }
}

function stepOverBytes(left: Side, right: Side, step: Step, equalBlock: EqualBlock): boolean {
  if (equalBlock === null) return step(left, right);
  const leftEnd = left.end;
  const rightEnd = right.end;
  try {
    while (left.at + blockBytes <= leftEnd && right.at + blockBytes <= rightEnd) {
      if (sameBlock(left, right) && equalBlock(left.bytes[left.at + blockBytes - 1] ?? 0)) {
        left.at += blockBytes;
        right.at += blockBytes;
        continue;
      }
      // Let the step look at about one block, then try to run on equal blocks again.
      left.end = left.at + blockBytes;
      right.end = right.at + blockBytes;
      if (!step(left, right)) return false;
    }
  } finally {
    left.end = leftEnd;
    right.end = rightEnd;
  }
  return step(left, right);
}

function sameBlock(left: Side, right: Side): boolean {
  const leftBytes = left.bytes as Buffer;
  return leftBytes.compare(right.bytes, right.at, right.at + blockBytes, left.at, left.at + blockBytes) === 0;
}

function emptySide(): Side {
  return { bytes: Buffer.alloc(0), at: 0, end: 0, finished: false, offset: 0 };
}

/** True when `ended` still has bytes to come, or when all that is at hand of the other side is whitespace. */
export function endsInSpace(ended: Side, other: Side): boolean {
  if (!isUsedUp(ended)) return true;
  while (other.at < other.end && isSpace[other.bytes[other.at] as number] === 1) other.at++;
  return other.at === other.end;
}

export function isUsedUp(side: Side): boolean {
  return side.finished && side.at >= side.end;
}

function refill(side: Side, reader: ChunkReader): Promise<void> | null {
  if (side.at < side.end || side.finished) return null;
  const chunk = reader.next();
  if (chunk instanceof Promise) return chunk.then((bytes) => accept(side, bytes));
  accept(side, chunk);
  return null;
}

function accept(side: Side, chunk: Uint8Array | null): void {
  if (chunk === null) {
    side.finished = true;
    return;
  }
  side.offset += side.end;
  side.bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  side.at = 0;
  side.end = chunk.length;
}
