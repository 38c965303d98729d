/** How a Kattis package checks outputs: by a program of its own, or by the format's comparison and its flags. */

import { basename } from 'node:path';
import { type Checker, checkerArgs, readKattisFlags } from '#contract/checkers.ts';
import type { ManifestMistakes } from '#contract/import-words.ts';
import { findCheckerLanguage } from '#contract/program-files.ts';
import { readRule, type Words, words } from '#contract/words.ts';
import type { ArchiveEntry } from '../entry-content.ts';
import { cutName, refusedPackage } from '../refusal.ts';
import type { PackagePlan } from './format.ts';
import type { KattisProblem } from './kattis-settings.ts';
import type { KattisGroups } from './kattis-tests.ts';

type Checking = Pick<PackagePlan, 'checker' | 'checkerFiles' | 'tests'>;

/** Of a source or a text: more is read by nobody. */
export const programMaxBytes = 1024 * 1024;
const cppHeader = /(?:^|\/)[a-z0-9_][a-z0-9_.+-]*\.(?:h|hh|hpp)$/i;
/** Scripts that build or run a program, and sources that are neither C++ nor Python. */
const otherProgram =
  /\/(?:build|run)$|\.(?:py2|java|kt|c|rs|go|hs|js|ts|pl|rb|sh|bash|pas|cs|scala|php|ml|lua|d|jl|swift)$/i;

export function planValidator(
  problem: KattisProblem,
  files: readonly ArchiveEntry[],
  tests: KattisGroups['tests'],
): Checking {
  const folder = findFolder(problem, files);
  const own = files.filter(({ name }) => name.startsWith(folder));
  const hasOwn = problem.hasOwnValidator ?? own.length > 0;
  return hasOwn ? planProgram(problem, own, tests, folder) : planComparison(problem, tests);
}

const folders = ['output_validators/', 'output_validator/'] as const;

/** The draft had the old name before the new one; in any other version the wrong one would go unread. */
function findFolder({ family }: KattisProblem, files: readonly ArchiveEntry[]): (typeof folders)[number] {
  const found = folders.map((folder) => files.find(({ name }) => name.startsWith(folder)));
  const [old, later] = found;
  const foreign = family === 'legacy' ? later : family === '2025-09' ? old : old && later;
  if (foreign) throw refusedPackage(foreign.name, null, words('kattis_other_version'));
  return family === 'legacy' || old ? folders[0] : folders[1];
}

function planProgram(
  problem: KattisProblem,
  files: readonly ArchiveEntry[],
  tests: KattisGroups['tests'],
  folder: string,
): Checking {
  const foreign = files.find(({ name }) => otherProgram.test(name));
  if (foreign) {
    const feature = words('feature_program_language', { file: cutName(foreign.name) });
    throw refusedPackage(foreign.name, null, words('package_feature', { feature }));
  }
  const [source, second] = files.filter(({ name }) => findCheckerLanguage(name) !== null);
  if (!source) throw refusedPackage(problem.file, null, words('kattis_no_validator', { folder }));
  if (second) {
    const feature = words('feature_several_sources', { file: cutName(second.name) });
    throw refusedPackage(second.name, null, words('package_feature', { feature }));
  }
  const headers = files.filter(({ name }) => cppHeader.test(name));
  const seen = new Set<string>();
  for (const { name, bytes } of [source, ...headers]) {
    const named = { file: cutName(name), kilobytes: programMaxBytes / 1024 };
    if (bytes > programMaxBytes) throw refusedPackage(name, null, words('manifest_file_too_large', named));
    const header = basename(name);
    if (seen.has(header))
      throw refusedPackage(name, null, words('manifest_same_header', { header: cutName(header) }));
    seen.add(header);
  }
  const checker: Checker = {
    name: 'program',
    protocol: 'kattis',
    source: source.name,
    headers: headers.map(({ name }) => name),
    points: problem.isScoring && problem.validatorScores ? 'absolute' : null,
  };
  for (const { flags, name } of tests) {
    const [mistake] = checkerArgs.safeParse(flags).error?.issues ?? [];
    const said = mistake && (readRule(mistake.message) as Words<keyof ManifestMistakes>);
    if (said) throw refusedPackage(`data/${name}`, null, said);
  }
  return {
    checker,
    checkerFiles: new Map([source, ...headers].map((file) => [file.name, file])),
    tests: tests.map(({ flags, ...test }) => (flags.length === 0 ? test : { ...test, checkerArgs: flags })),
  };
}

/** Flags that are the same for all tests are the checker's own. */
function planComparison({ file }: KattisProblem, tests: KattisGroups['tests']): Checking {
  const [first] = tests;
  const areAlike = tests.every(({ flags }) => flags.join('\0') === first?.flags.join('\0'));
  for (const { flags } of tests) {
    if (readKattisFlags(flags) === null)
      throw refusedPackage(file, null, words('kattis_flags_unknown', { flags: cutName(flags.join(' ')) }));
  }
  const base = { name: 'kattis', case_sensitive: false, space_change_sensitive: false } as const;
  const shared = areAlike && first ? readKattisFlags(first.flags) : {};
  return {
    checker: { ...base, ...shared },
    checkerFiles: new Map(),
    tests: tests.map(({ flags, ...test }) =>
      areAlike || flags.length === 0 ? test : { ...test, checkerArgs: flags },
    ),
  };
}
