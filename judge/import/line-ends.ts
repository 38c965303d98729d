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

/** Copies only where there is something to drop: most files have no CR at all. */
function dropReturns(chunk: Buffer): Buffer {
  let from = 0;
  let kept = 0;
  let copy: Buffer | null = null;
  for (let at = chunk.indexOf(carriageReturn); at !== -1; at = chunk.indexOf(carriageReturn, at + 1)) {
    if (chunk[at + 1] !== lineFeed) continue;
    copy ??= Buffer.allocUnsafe(chunk.length);
    kept += chunk.copy(copy, kept, from, at);
    from = at + 1;
  }
  if (copy === null) return chunk;
  kept += chunk.copy(copy, kept, from);
  return copy.subarray(0, kept);
}
