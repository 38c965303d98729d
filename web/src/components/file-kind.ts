import { archiveKindBytes, findArchiveKind } from '#contract/archive-kinds.ts';

export type FileKind = 'pdf' | 'zip';

/** What the files begin with; the server asks for the same. */
const beginnings: Record<FileKind, readonly string[]> = {
  pdf: ['%PDF-'],
  // An archive with entries, and an empty one.
  zip: ['PK\x03\x04', 'PK\x05\x06'],
};

/** True also of what cannot be read here: the server will say. */
export async function isOfKind(file: Blob, kind: FileKind): Promise<boolean> {
  try {
    const beginning = await file.slice(0, 5).text();
    return beginnings[kind].some((signature) => beginning.startsWith(signature));
  } catch {
    return true;
  }
}

/** What people may have taken for a ZIP file, as they call it, such as RAR; null: nothing that is known. */
export async function findArchiveName(file: Blob): Promise<string | null> {
  const beginning = new Uint8Array(await file.slice(0, archiveKindBytes).arrayBuffer());
  return findArchiveKind(String.fromCharCode(...beginning));
}
