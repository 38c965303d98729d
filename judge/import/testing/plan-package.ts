import type { PackagePlan } from '../formats/format.ts';
import { findOnlyPackage } from '../packages.ts';
import { withArchive } from './archive-on-disk.ts';

/** The files of a package by their names; null: it lacks that one. */
export type PackageSpec = Readonly<Record<string, string | Buffer | null>>;

export function planPackage(spec: PackageSpec): Promise<PackagePlan & { format: string }> {
  const files = Object.entries(spec).flatMap(([name, content]) =>
    content === null ? [] : [{ name, content }],
  );
  return withArchive(files, async (archive) => {
    const found = findOnlyPackage(archive);
    return { ...(await found.format.plan(found.archive)), format: found.format.name };
  });
}

/** Tests by their names, each with its groups and whatever else is said of it. */
export function describeTests({ tests }: PackagePlan) {
  return tests.map(({ name, groups, input: _, answer: __, isSample, ...settings }) => ({
    name: isSample ? `${name} (sample)` : name,
    groups: groups.join(' '),
    ...settings,
  }));
}
