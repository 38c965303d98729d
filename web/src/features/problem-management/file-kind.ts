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
