/** Which problems an archive holds, and what each of them is. */

import { words } from '#contract/words.ts';
import type { Archive } from './archive.ts';
import type { PackageFormat, PackagePlan } from './formats/format.ts';
import { kattis } from './formats/kattis.ts';
import { findRoot, minos, planTests, setAsideLitter } from './formats/minos.ts';
import { ArchiveRefused } from './refusal.ts';

/** The first that knows a package by its files reads it: with a manifest of ours it is ours, whatever lies beside. */
const formats: readonly PackageFormat[] = [minos, kattis];

export interface FoundPackage {
  /** Its folder in the archive; '' when there is one problem only. */
  readonly folder: string;
  readonly plan: () => Promise<PackagePlan>;
}

/** One problem, or one in each folder at the top. What no format knows is an archive of tests. */
export function findPackages(archive: Archive): FoundPackage[] {
  const { files } = setAsideLitter(archive.entries);
  const root = findRoot(files);
  const inside = viewFolder(archive, root);
  const format = findFormat(inside);
  if (format === minos) return [{ folder: '', plan: () => planTests(archive) }];
  if (format) return [{ folder: '', plan: () => format.plan(inside) }];
  const folders = new Set(setAsideLitter(inside.entries).files.flatMap(({ name }) => topFolder(name)));
  const found = [...folders].map((folder) => {
    const package_ = viewFolder(inside, folder);
    const own = findFormat(package_);
    return {
      folder,
      isKnown: own !== undefined,
      plan: () => (own ? own.plan(package_) : planTests(package_)),
    };
  });
  return found.some(({ isKnown }) => isKnown) ? found : [{ folder: '', plan: () => planTests(archive) }];
}

/** Where there is room for one problem's tests. */
export function planOnlyPackage(archive: Archive): Promise<PackagePlan> {
  const [only, ...others] = findPackages(archive);
  if (only === undefined || others.length > 0)
    throw new ArchiveRefused(words('archive_several_problems', { count: others.length + 1 }));
  return only.plan();
}

function findFormat(archive: Archive): PackageFormat | undefined {
  return formats.find((format) => format.matches(archive));
}

function topFolder(name: string): string[] {
  const [top = '', ...rest] = name.split('/');
  return rest.length > 0 ? [top] : [];
}

/** What is in a folder, named from there. */
function viewFolder(archive: Archive, folder: string): Archive {
  if (folder === '') return archive;
  const prefix = `${folder}/`;
  const originals = new Map(
    archive.entries
      .filter(({ name }) => name.startsWith(prefix) && name !== prefix)
      .map((entry) => [{ ...entry, name: entry.name.slice(prefix.length) }, entry]),
  );
  return {
    entries: [...originals.keys()],
    read(entry) {
      const original = originals.get(entry);
      if (!original) throw new Error(`${entry.name} is not in ${folder}`);
      return archive.read(original);
    },
    close: archive.close,
  };
}
