import type { Archive } from './archive.ts';
import type { ArchiveEntry } from './entry-content.ts';
import { type Manifest, manifestSchema } from './manifest-schema.ts';
import { readYaml, readYamlEntry, type YamlFile } from './yaml-file.ts';

const manifestName = 'minos.yaml';
/** Room for the tests of a thousand groups, named one by one, and for what is expected of solutions on them. */
const manifestMaxBytes = 1024 * 1024;

export type ManifestFile = YamlFile<Manifest>;

export function readManifest(name: string, bytes: Buffer): ManifestFile {
  return readYaml(name, bytes, manifestSchema);
}

/** An archive without one has said nothing, and that is allowed. */
export function openManifest(archive: Archive, entry: ArchiveEntry | null): Promise<ManifestFile> {
  return readYamlEntry(archive, entry, manifestSchema, manifestName, manifestMaxBytes);
}
