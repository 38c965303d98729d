/**
 * A source file as text. One that is not UTF-8 is mostly a comment in the old Thai encoding of Windows: read so, it
 * stays what its author sees, and grows by no more than its Thai letters. Bytes that mean nothing there either come
 * as replacement characters, and the compiler has the last word.
 */
export function decodeSource(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-874').decode(bytes);
  }
}
