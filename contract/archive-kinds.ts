/** Files that people take for ZIP files, known by how they begin. */

interface ArchiveKind {
  /** As people call it, to stand before the word “file”. */
  readonly name: string;
  readonly signature: string;
  /** Where the signature stands. Default: at the beginning. */
  readonly at?: number;
}

const archiveKinds: readonly ArchiveKind[] = [
  { name: 'RAR', signature: 'Rar!' },
  { name: '7z', signature: '7z\xbc\xaf\x27\x1c' },
  { name: 'gzip', signature: '\x1f\x8b' },
  { name: 'bzip2', signature: 'BZh' },
  { name: 'xz', signature: '\xfd7zXZ\0' },
  { name: 'Zstandard', signature: '\x28\xb5\x2f\xfd' },
  { name: 'tar', signature: 'ustar', at: 257 },
];

/** How much of a file has to be seen to know its kind. */
export const archiveKindBytes = Math.max(
  ...archiveKinds.map(({ signature, at = 0 }) => at + signature.length),
);

/** By the first bytes of a file, one character each (latin1); null: none of these. */
export function findArchiveKind(beginning: string): string | null {
  return archiveKinds.find(({ signature, at = 0 }) => beginning.startsWith(signature, at))?.name ?? null;
}
