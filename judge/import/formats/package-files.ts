/** The files of a package of another system: where each of them ends, and what is wrong with it. */

import type { IgnoredReasons, PackageFeatures } from '#contract/import-words.ts';
import { type Words, words } from '#contract/words.ts';
import type { Archive } from '../archive.ts';
import type { ArchiveEntry } from '../entry-content.ts';
import { findIgnorableReason, findLitterReason } from '../ignored-files.ts';
import { type ArchiveRefused, refusedPackage } from '../refusal.ts';
import type { PackagePlan } from './format.ts';

type IgnoredReason = Exclude<keyof IgnoredReasons, 'verbatim'>;
type Ignored = PackagePlan['ignored'][number];

export interface PackageFiles {
  readonly archive: Archive;
  /** Hidden ones too; no folders. */
  readonly all: readonly ArchiveEntry[];
  readonly find: (name: string) => ArchiveEntry | null;
  /** Part of a test, or used as the reason says. The first use of a file is the one that is told. */
  readonly use: <Entry extends ArchiveEntry | null>(entry: Entry, reason?: IgnoredReason) => Entry;
  /** Whatever is used as no part of a test: by its use, else by the first rule that knows its name. */
  readonly account: (rules: readonly (readonly [RegExp, IgnoredReason])[]) => Ignored[];
}

export function openPackageFiles(archive: Archive): PackageFiles {
  const all = archive.entries.filter(({ isFolder }) => !isFolder);
  const byName = new Map(all.map((entry) => [entry.name, entry]));
  const uses = new Map<ArchiveEntry, IgnoredReason | null>();
  return {
    archive,
    all,
    find: (name) => byName.get(normalisePath(name)) ?? null,
    use(entry, reason) {
      if (entry !== null && !uses.has(entry)) uses.set(entry, reason ?? null);
      return entry;
    },
    account(rules) {
      return archive.entries.flatMap((entry) => {
        const use = uses.get(entry);
        if (use === null) return [];
        const { name, isFolder } = entry;
        const reason =
          use ??
          (isFolder ? 'ignored_folder' : rules.find(([pattern]) => pattern.test(name))?.[1]) ??
          findLitterReason(name) ??
          findIgnorableReason(name) ??
          'ignored_not_used';
        return [{ name, reason: words(reason) }];
      });
    },
  };
}

/** Packages made on Windows may name their files with backslashes. */
function normalisePath(name: string): string {
  return name
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .normalize('NFC');
}

/** A text of somebody else's, whatever its encoding was meant to be; null when it is too large to be one. */
export async function readText(
  archive: Archive,
  entry: ArchiveEntry,
  maxBytes: number,
): Promise<string | null> {
  if (entry.bytes > maxBytes) return null;
  return Buffer.concat(await Array.fromAsync(archive.read(entry))).toString('utf8');
}

export function refuseFeature(
  file: string,
  line: number | null,
  feature: Words<keyof PackageFeatures>,
): ArchiveRefused {
  return refusedPackage(file, line, words('package_feature', { feature }));
}
