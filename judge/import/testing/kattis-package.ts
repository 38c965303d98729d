import { expect } from 'vitest';
import type { PackagePlan } from '../formats/format.ts';
import { findOnlyPackage } from '../packages.ts';
import { ArchiveRefused } from '../refusal.ts';
import { withArchive } from './archive-on-disk.ts';

export type Files = Readonly<Record<string, string>>;

export function readKattis(files: Files): Promise<PackagePlan> {
  const entries = Object.entries(files).map(([name, content]) => ({ name, content }));
  return withArchive(entries, (archive) => {
    const found = findOnlyPackage(archive);
    expect(found.format.name).toBe('Kattis');
    return found.format.plan(found.archive);
  });
}

/** Tests by their names below `data/`, and what else there is. */
export function packageOf(tests: string, rest: Files = {}): Files {
  const pairs = tests.split(' ').flatMap((name) => [
    [`data/${name}.in`, `${name}\n`],
    [`data/${name}.ans`, `${name}\n`],
  ]);
  return { 'problem.yaml': 'name: Sum\n', ...Object.fromEntries(pairs), ...rest };
}

export const modern = (type: string, more = '') =>
  `problem_format_version: 2025-09\nname: Sum\ntype: ${type}\n${more}`;

/** What a package of these files is refused with. */
export async function refusalOf(files: Files): Promise<string> {
  const error = await readKattis(files).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ArchiveRefused)) throw new Error(`not refused: ${error}`);
  return error.message;
}
