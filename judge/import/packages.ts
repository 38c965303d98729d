/** Which problems an archive holds, and what each of them is. */

import { limits } from '#contract/limits.ts';
import { words } from '#contract/words.ts';
import type { Archive } from './archive.ts';
import { renameEntry } from './entry-content.ts';
import { cms } from './formats/cms.ts';
import { dmoj } from './formats/dmoj.ts';
import type { PackageFormat, PackagePlan } from './formats/format.ts';
import { hydro } from './formats/hydro.ts';
import { kattis } from './formats/kattis.ts';
import { programMaxBytes } from './formats/kattis-validator.ts';
import { findRoot, minos, setAsideLitter } from './formats/minos.ts';
import { polygon } from './formats/polygon.ts';
import { sinol } from './formats/sinol.ts';
import { checkPlan } from './plan-bounds.ts';
import { ArchiveRefused } from './refusal.ts';

/** The first that knows a package by its files reads it: with a manifest of ours it is ours, whatever lies beside. */
const formats: readonly PackageFormat[] = [minos, kattis, polygon, cms, dmoj, sinol, hydro];

export interface FoundPackage {
  /** Its folder in the archive; '' when there is one problem only. */
  readonly folder: string;
  readonly format: PackageFormat;
  /** What its plan is made of. */
  readonly archive: Archive;
}

/** One problem, or one in each folder at the top. What no format knows is an archive of tests. */
export function findPackages(archive: Archive): FoundPackage[] {
  const root = findRoot(setAsideLitter(archive.entries).files);
  const inside = viewFolder(archive, root);
  const format = findFormat(inside);
  // Tests of our own are named with the folder that they all lie in.
  if (format) return [{ folder: '', format, archive: format === minos ? archive : inside }];
  const byFolder = Map.groupBy(inside.entries, ({ name }) => topFolder(name));
  const folders = new Set(setAsideLitter(inside.entries).files.flatMap(({ name }) => topFolder(name) ?? []));
  const inFolders = [...folders].map((folder) => {
    const own = viewFolder({ ...inside, entries: byFolder.get(folder) ?? [] }, folder);
    return { folder, format: findFormat(own), archive: own };
  });
  const known = inFolders.filter((found) => found.format).length;
  const isOne = known === 0 || (known === 1 && inFolders.length > 1);
  if (isOne) return [{ folder: '', format: minos, archive }];
  if (inFolders.length > limits.packagesMax)
    throw new ArchiveRefused(words('archive_too_many_problems', { most: limits.packagesMax }));
  return inFolders.map((found) => ({ ...found, format: found.format ?? minos }));
}

/** Where there is room for one problem's tests. */
export function findOnlyPackage(archive: Archive): FoundPackage {
  const [only, ...others] = findPackages(archive);
  if (only === undefined || others.length > 0)
    throw new ArchiveRefused(words('archive_several_problems', { count: others.length + 1 }));
  return only;
}

/** What the package describes, within bounds. A solution that is too large to be one is kept, and not run. */
export async function planPackage({ format, archive }: FoundPackage): Promise<PackagePlan> {
  const plan = await format.plan(archive);
  checkPlan(plan);
  const solutions = plan.solutions.map((solution) =>
    solution.file.bytes > programMaxBytes ? { ...solution, language: null } : solution,
  );
  return { ...plan, solutions };
}

function findFormat(archive: Archive): PackageFormat | undefined {
  return formats.find((format) => format.matches(archive));
}

/** Null: it lies in none. */
function topFolder(name: string): string | null {
  const end = name.indexOf('/');
  return end === -1 ? null : name.slice(0, end);
}

/** What is in a folder, named from there. */
function viewFolder(archive: Archive, folder: string): Archive {
  if (folder === '') return archive;
  const prefix = `${folder}/`;
  return {
    ...archive,
    entries: archive.entries
      .filter(({ name }) => name.startsWith(prefix) && name !== prefix)
      .map((entry) => renameEntry(entry, entry.name.slice(prefix.length))),
  };
}
