import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * The hash of all that decides what becomes of a source: what is known of the tools and what they are told, and the texts
 * of our own files that ask them and clean their words, by their names below this folder.
 */
export function languageKey(known: unknown, ownFiles: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(known));
  for (const name of ownFiles) hash.update(readFileSync(new URL(name, import.meta.url)));
  return hash.digest('hex');
}
