/** Which problems an archive holds, and what each of them is. */

import { limits } from '#contract/limits.ts';
import { words } from '#contract/words.ts';
import type { Archive } from './archive.ts';
import type { ArchiveEntry } from './entry-content.ts';
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
import { findIgnorableReason } from './ignored-files.ts';
import { checkPlan } from './plan-bounds.ts';
import { ArchiveRefused, cutName } from './refusal.ts';

/** The first that knows a package by its files reads it: with a manifest of ours it is ours, whatever lies beside. */
const formats: readonly PackageFormat[] = [minos, kattis, polygon, cms, dmoj, sinol, hydro];

export interface FoundPackage {
  /** Its folder in the archive; '' when there is one problem only. */
  readonly folder: string;
  readonly format: PackageFormat;
  /** What its plan is made of. */
  readonly archive: Archive;
}

/** How many folders may lie around a package. */
const depthMax = 6;

/** One problem, or one in each folder, however deep they lie. What no format knows is an archive of tests. */
export function findPackages(archive: Archive): FoundPackage[] {
  const found = findWithin(archive, archive, '', 0);
  if (found.length > limits.archiveMaxProblems)
    throw new ArchiveRefused(
      words('archive_too_many_problems', { count: found.length, limit: limits.archiveMaxProblems }),
    );
  return found.length > 0 ? found : [{ folder: '', format: minos, archive }];
}

/** `around` is the folder that `archive` lies in: tests of our own are named with the folder that they all lie in. */
function findWithin(archive: Archive, around: Archive, folder: string, depth: number): FoundPackage[] {
  const format = formats.find(({ matches }) => matches(archive));
  if (format) return [{ folder, format, archive: format === minos ? around : archive }];
  if (depth === depthMax) return [];
  const root = findRoot(setAsideLitter(archive.entries).files);
  // A folder that everything lies in is no folder of its own.
  if (root !== '') return findWithin(viewFolder(archive, root), archive, folder, depth + 1);
  const inFolders = listFolders(archive).map((own) => {
    const place = folder === '' ? own.name : `${folder}/${own.name}`;
    return { ...own, place, found: findWithin(own.archive, own.archive, place, depth + 1) };
  });
  if (inFolders.every(({ found }) => found.length === 0)) return [];
  refuseLoose(archive, folder);
  return inFolders.flatMap(({ found, place, archive: own }) => {
    if (found.length > 0) return found;
    return isBeside(own) ? [] : [{ folder: place, format: minos, archive: own }];
  });
}

/** A test beside the folders of problems is part of none, and must not get lost. */
function refuseLoose({ entries }: Archive, folder: string): void {
  const loose = setAsideLitter(entries).files.find(
    ({ name }) => !name.includes('/') && findIgnorableReason(name) === null,
  );
  if (!loose) return;
  const file = cutName(folder === '' ? loose.name : `${folder}/${loose.name}`);
  throw new ArchiveRefused(words('archive_beside_problems', { file }));
}

/** Pictures, documents and sources: no problem that somebody would miss. */
function isBeside({ entries }: Archive): boolean {
  return setAsideLitter(entries).files.every(({ name }) => findIgnorableReason(name) !== null);
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

/** At the top, each with what is in it. */
function listFolders(archive: Archive): { readonly name: string; readonly archive: Archive }[] {
  const byFolder = new Map<string, ArchiveEntry[]>();
  for (const entry of archive.entries) {
    const slash = entry.name.indexOf('/');
    if (slash === -1) continue;
    const name = entry.name.slice(0, slash);
    const inside = byFolder.get(name) ?? [];
    inside.push(renameEntry(entry, entry.name.slice(slash + 1)));
    byFolder.set(name, inside);
  }
  return [...byFolder]
    .map(([name, entries]) => ({ name, archive: { ...archive, entries } }))
    .filter((folder) => setAsideLitter(folder.archive.entries).files.length > 0);
}

/** What is in a folder, named from there. */
function viewFolder(archive: Archive, folder: string): Archive {
  const prefix = `${folder}/`;
  return {
    ...archive,
    entries: archive.entries
      .filter(({ name }) => name.startsWith(prefix) && name !== prefix)
      .map((entry) => renameEntry(entry, entry.name.slice(prefix.length))),
  };
}
