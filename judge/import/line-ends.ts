const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** CRLF becomes LF, also where a chunk ends between the two; a CR on its own stays. Chunks are never empty. */
export async function* normaliseLineEnds(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let endedInReturn = false;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    if (endedInReturn && chunk[0] !== lineFeed) yield Buffer.of(carriageReturn);
    endedInReturn = chunk.at(-1) === carriageReturn;
    const rest = dropReturns(endedInReturn ? chunk.subarray(0, -1) : chunk);
    if (rest.length > 0) yield rest;
  }
  if (endedInReturn) yield Buffer.of(carriageReturn);
}

/** Copies only where there is a CR at all: most files have none. The loop beats copying stretches between them. */
function dropReturns(chunk: Buffer): Buffer {
  const first = chunk.indexOf(carriageReturn);
  if (first === -1) return chunk;
  const copy = Buffer.allocUnsafe(chunk.length);
  let kept = chunk.copy(copy, 0, 0, first);
  for (let at = first; at < chunk.length; at++) {
    const byte = chunk[at] as number;
    if (byte !== carriageReturn || chunk[at + 1] !== lineFeed) copy[kept++] = byte;
  }
  return copy.subarray(0, kept);
}
