/**
 * A source file as text. One that is not UTF-8 is mostly a comment in the old Thai encoding of Windows: read so, it
 * stays what its author sees, and grows by no more than its Thai letters. Bytes that mean nothing there either come
 * as replacement characters, and the compiler has the last word.
 */
export function decodeSource(bytes: ArrayBuffer): string {
  const wide = findWideEncoding(new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength)));
  if (wide !== null) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-874').decode(bytes);
  }
}

/** By the mark at its beginning, which is no UTF-8: Windows' “Unicode”, in which its PowerShell writes files too. */
function findWideEncoding([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}
