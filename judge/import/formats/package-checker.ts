/** The checkers of other systems' packages: those that everybody has by their names, and programs. */

import { basename } from 'node:path';
import type { Checker, CheckerProtocol, PointsScale } from '#contract/checkers.ts';
import { findCheckerLanguage } from '#contract/program-files.ts';
import { words } from '#contract/words.ts';
import type { ArchiveEntry } from '../entry-content.ts';
import { folderOf } from '../entry-name.ts';
import { findPointsUse } from '../points-use.ts';
import { cutName, refusedPackage } from '../refusal.ts';
import type { PackagePlan } from './format.ts';
import { type PackageFiles, readText, refuseFeature } from './package-files.ts';

export type CheckerPlan = Pick<PackagePlan, 'checker' | 'checkerFiles'>;

export function withoutFiles(checker: Checker): CheckerPlan {
  return { checker, checkerFiles: new Map() };
}

const tokens: Checker = { name: 'tokens' };
const anyCase: Checker = { name: 'kattis', case_sensitive: false, space_change_sensitive: false };
const within = (tolerance: number): Checker => ({ name: 'floats', absolute: tolerance, relative: tolerance });
const withinAbsolute = (absolute: number): Checker => ({ name: 'floats', absolute, relative: 0 });

/**
 * testlib's own checkers that give the verdicts of ours for every answer that they do not themselves call broken. All of
 * them refuse words after the last one; integers are one way to write them only, so that comparing words is enough.
 * Not here: fcmp counts spaces at the end of a line, lcmp blank lines at the end of an answer, and the rest is nothing
 * that we have.
 */
const testlibCheckers: Readonly<Record<string, Checker>> = {
  wcmp: tokens,
  hcmp: tokens,
  icmp: tokens,
  ncmp: tokens,
  yesno: anyCase,
  nyesno: anyCase,
  rcmp4: within(1e-4),
  rcmp6: within(1e-6),
  rcmp9: within(1e-9),
  dcmp: within(1e-6),
  rcmp: withinAbsolute(1.5e-6),
  acmp: withinAbsolute(1.5e-6),
  rncmp: withinAbsolute(1.5e-5),
};

/** By the name alone, as in `wcmp`; null: none of ours is the same. */
export function findTestlibChecker(name: string): Checker | null {
  return Object.hasOwn(testlibCheckers, name) ? (testlibCheckers[name] as Checker) : null;
}

const programMaxBytes = 1024 * 1024;
const headersMax = 20;
const includeLine = /^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/;

export interface ProgramOptions {
  /** Where its headers are looked for, beside its own folder; '' is the package's. */
  readonly headerFolders?: readonly string[];
  readonly protocol?: CheckerProtocol;
  /** What points are out of where the format says so. Without it a checker that gives points is refused. */
  readonly points?: PointsScale;
  /** The file that names the checker, for what is wrong with it. */
  readonly namedIn: { readonly file: string; readonly line: number | null };
}

/** A checker in C++ with those headers of the package that it includes, or in Python by itself. */
export async function planProgram(
  files: PackageFiles,
  source: ArchiveEntry,
  { headerFolders = [], protocol = 'testlib', points, namedIn }: ProgramOptions,
): Promise<CheckerPlan> {
  if (findCheckerLanguage(source.name) === null) {
    const feature = words('feature_program_language', { file: cutName(source.name) });
    throw refuseFeature(namedIn.file, namedIn.line, feature);
  }
  const folders = [...new Set([folderOf(source.name), ...headerFolders])];
  const headers = new Map<string, ArchiveEntry>();
  const toRead = [source];
  for (const file of toRead) {
    const text = await readText(files.archive, file, programMaxBytes);
    if (text === null) {
      const kilobytes = programMaxBytes / 1024;
      throw refusedPackage(
        file.name,
        null,
        words('manifest_file_too_large', { file: cutName(file.name), kilobytes }),
      );
    }
    if (!points && protocol === 'testlib' && !isTestlib(file.name)) refusePoints(file.name, text);
    text.split('\n').forEach((line, index) => {
      const name = includeLine.exec(line)?.[1];
      if (name === undefined || headers.has(name)) return;
      const header = findHeader(files, folders, name);
      if (header) {
        headers.set(name, header);
        if (headers.size > headersMax)
          throw refusedPackage(file.name, index + 1, words('manifest_list_too_long', { most: headersMax }));
        toRead.push(header);
      } else if (isTestlib(name)) {
        const mistake = words('package_header_missing', {
          checker: cutName(file.name),
          header: cutName(name),
        });
        throw refusedPackage(file.name, index + 1, mistake);
      }
    });
  }
  files.use(source, 'ignored_checker');
  for (const header of headers.values()) files.use(header, 'ignored_checker');
  const sourceName = basename(source.name);
  return {
    checker: {
      name: 'program',
      source: sourceName,
      headers: [...headers.keys()],
      points: points ?? null,
      ...(protocol !== 'testlib' && { protocol }),
    },
    checkerFiles: new Map([[sourceName, source], ...headers]),
  };
}

/** Never guessed: a number alone cannot tell whether 1 is all of it or a hundredth. */
function refusePoints(file: string, text: string): void {
  const line = findPointsUse(text, findCheckerLanguage(file));
  if (line === null) return;
  const checker = cutName(basename(file));
  throw refusedPackage(file, line, words('package_points_scale', { checker, line }));
}

/** Headers lie beside the program by their plain names, and what a compiler brings itself is not here. */
function findHeader(files: PackageFiles, folders: readonly string[], name: string): ArchiveEntry | null {
  if (!/^[a-z0-9_][a-z0-9_.+-]*$/i.test(name)) return null;
  for (const folder of folders) {
    const found = files.find(folder === '' ? name : `${folder}/${name}`);
    if (found) return found;
  }
  return null;
}

/** It has every way to give points, whatever a checker uses of it. */
export const isTestlib = (name: string) => basename(name) === 'testlib.h';
