/** What is in the entries of archives: known by the entry itself, so that one with another name is still the same file. */

export interface ArchiveEntry {
  /** From the archive's root, parts separated by `/`; composed Unicode. */
  readonly name: string;
  /** Unpacked, before line ends are normalised. */
  readonly bytes: number;
  readonly isFolder: boolean;
}

type Reader = () => AsyncGenerator<Buffer, void>;

const readers = new WeakMap<ArchiveEntry, Reader>();

export function letRead(entry: ArchiveEntry, reader: Reader): void {
  readers.set(entry, reader);
}

/** Folders that only a link makes have nothing to read. */
export function readContent(entry: ArchiveEntry): AsyncGenerator<Buffer, void> {
  const reader = readers.get(entry);
  if (!reader) throw new Error(`${entry.name} is not a file of an archive`);
  return reader();
}

export function renameEntry(entry: ArchiveEntry, name: string): ArchiveEntry {
  const renamed = { ...entry, name };
  const reader = readers.get(entry);
  if (reader) readers.set(renamed, reader);
  return renamed;
}
