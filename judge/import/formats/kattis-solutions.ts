/**
 * The jury's solutions of a Kattis package, and what each must come out with. There are three ways to say it:
 *
 * - the folder. 2025-09 says which verdicts the tests of a solution may have and which one of them must; the old version
 *   says it in words that mean the same, save that a slow solution may also be wrong, and one that crashes anything.
 * - `submissions.yaml`, which replaces what a folder says, or adds to it; also of single groups and tests.
 * - `@EXPECTED_RESULTS@:` in a source, where neither says anything: the verdict is one of these. `@EXPECTED_SCORE@:` beside
 *   anything that does not itself name a score.
 *
 * What these systems call a run-time error may be our Memory Limit Exceeded.
 */

import { z } from 'zod';
import { findSolutionLanguage } from '#contract/program-files.ts';
import type { LanguageId } from '#contract/programs.ts';
import { fullScore } from '#contract/scores.ts';
import type { Expectation, JurySolution } from '#contract/test-set-plan.ts';
import type { Archive } from '../archive.ts';
import type { ArchiveEntry } from '../entry-content.ts';
import { findLanguages, kattisLanguages } from '../foreign-languages.ts';
import { readYamlEntry } from '../yaml-file.ts';
import {
  createPartFinder,
  expandBraces,
  justBelow,
  type KattisVerdict,
  matchesPath,
  type Rule,
  ruleSchema,
  type ScoreScale,
  type SettingsFile,
  toExpectation,
  type WrittenRule,
  wholeOf,
} from './kattis-expectations.ts';
import { text } from './kattis-settings.ts';
import type { KattisGroups } from './kattis-tests.ts';

const root = 'submissions/';
const settingsName = `${root}submissions.yaml`;

const folderRules: Record<'legacy' | '2025-09', Readonly<Record<string, Rule>>> = {
  legacy: {
    accepted: { permitted: ['AC'] },
    wrong_answer: { permitted: ['AC', 'WA'], required: ['WA'] },
    time_limit_exceeded: { permitted: ['AC', 'WA', 'TLE'], required: ['TLE'] },
    run_time_error: { required: ['RTE'] },
  },
  '2025-09': {
    accepted: { permitted: ['AC'] },
    rejected: { required: ['RTE', 'TLE', 'WA'] },
    wrong_answer: { permitted: ['AC', 'WA'], required: ['WA'] },
    time_limit_exceeded: { permitted: ['AC', 'TLE'], required: ['TLE'] },
    run_time_error: { permitted: ['AC', 'RTE'], required: ['RTE'] },
    brute_force: { permitted: ['AC', 'RTE', 'TLE'], required: ['RTE', 'TLE'] },
  },
};

export interface KattisSolutions {
  readonly solutions: readonly JurySolution<ArchiveEntry>[];
  readonly settings: ArchiveEntry | null;
}

export async function readKattisSolutions(
  archive: Archive,
  files: readonly ArchiveEntry[],
  family: 'legacy' | '2025-09',
  grouped: KattisGroups,
  scale: ScoreScale | null,
): Promise<KattisSolutions> {
  const settings = files.find(({ name }) => name === settingsName) ?? null;
  const said: SettingsFile = await readYamlEntry(archive, settings, z.record(text, ruleSchema), settingsName);
  const written = said.value;
  const findParts = createPartFinder(grouped, settingsName, said);
  const rules = Object.entries(written).map(([glob, rule]) => ({ glob, rule, patterns: expandBraces(glob) }));
  const solutions: JurySolution<ArchiveEntry>[] = [];
  for (const [name, program] of groupPrograms(files)) {
    const path = name.split('/');
    const matching = rules.filter(({ patterns }) => patterns.some((pattern) => matchesPath(pattern, path)));
    const [folder = ''] = path;
    const ofFolder = { ...findRule(folderRules[family], folder), ...dropAbsent(written[folder]) };
    const added = matching.filter(({ glob }) => glob !== folder).map(({ rule }) => rule);
    const [file, ...others] = program;
    const language = others.length > 0 ? null : findLanguage(file, matching);
    const isSilent = Object.keys(ofFolder).length === 0 && added.length === 0;
    const start = await readStart(archive, file);
    const byTag = isSilent ? readTag(start) : null;
    if (byTag === 'does not compile') continue;
    const parts = matching.flatMap((each) => findParts(each));
    const ofSecret = matching.map(
      ({ rule }): Rule => ({ score: (rule[wholeOf] as Rule | undefined)?.score }),
    );
    const isPartial = family === 'legacy' && folder === 'partially_accepted';
    const all = [readScoreTag(start), ...ofSecret, ...(byTag ? [byTag] : [ofFolder, ...added])];
    const expected: Expectation = {
      ...(isPartial && { score: [0, justBelow(fullScore, scale)] as const }),
      ...toExpectation(all, scale, parts),
    };
    solutions.push({ name, file, language, expected });
  }
  return { solutions, settings };
}

/** Each file or folder in a folder of `submissions/` is a solution; several files of one are its first and others. */
function groupPrograms(files: readonly ArchiveEntry[]): Map<string, [ArchiveEntry, ...ArchiveEntry[]]> {
  const programs = new Map<string, [ArchiveEntry, ...ArchiveEntry[]]>();
  for (const file of files) {
    const [, folder, plainName] = file.name.startsWith(root) ? file.name.split('/') : [];
    if (folder === undefined || plainName === undefined) continue;
    const name = `${folder}/${plainName}`;
    const program = programs.get(name);
    if (program) program.push(file);
    else programs.set(name, [file]);
  }
  return programs;
}

/** Null: none that Minos knows. */
function findLanguage(file: ArchiveEntry, rules: readonly { rule: WrittenRule }[]): LanguageId | null {
  const said = rules.map(({ rule }) => rule.language).find((language) => language !== undefined);
  if (said === undefined) return findSolutionLanguage(file.name);
  return findLanguages(kattisLanguages, said)[0] ?? null;
}

function findRule(rules: Readonly<Record<string, Rule>>, folder: string): Rule {
  return (Object.hasOwn(rules, folder) ? rules[folder] : undefined) ?? {};
}

function dropAbsent({ permitted, required, score, use_for_time_limit }: Rule = {}): Rule {
  return {
    ...(permitted && { permitted }),
    ...(required && { required }),
    ...(score && { score }),
    ...(use_for_time_limit !== undefined && { use_for_time_limit }),
  };
}

const tags: Readonly<Record<string, KattisVerdict>> = {
  CORRECT: 'AC',
  ACCEPTED: 'AC',
  WRONG_ANSWER: 'WA',
  NO_OUTPUT: 'WA',
  PRESENTATION_ERROR: 'WA',
  TIMELIMIT: 'TLE',
  TIME_LIMIT: 'TLE',
  TIME_LIMIT_EXCEEDED: 'TLE',
  RUN_ERROR: 'RTE',
  RUN_TIME_ERROR: 'RTE',
  MEMORY_LIMIT: 'RTE',
  OUTPUT_LIMIT: 'RTE',
};

const tagWithin = 64 * 1024;

/** What DOMjudge looks for in a source. */
function readScoreTag(start: string): Rule {
  const [, said] = /@EXPECTED_SCORE@:[ \t]*(\d{1,9}(?:\.\d{1,9})?)/.exec(start) ?? [];
  return said === undefined ? {} : { score: [Number(said), Number(said)] };
}

/** Null: nothing, or nothing that is known. */
function readTag(start: string): Rule | 'does not compile' | null {
  const [, list] = /@EXPECTED_RESULTS@:[ \t]*([^\n]*)/.exec(start) ?? [];
  if (list === undefined) return null;
  const said =
    list
      .toUpperCase()
      .replaceAll('-', '_')
      .match(/[A-Z_]+/g) ?? [];
  if (said.some((tag) => /^COMPILER_ERROR$/.test(tag))) return 'does not compile';
  const found = said.flatMap((tag) => (Object.hasOwn(tags, tag) ? (tags[tag] ?? []) : []));
  if (found.length === 0) return null;
  const permitted = [...new Set<KattisVerdict>(['AC', ...found])];
  return found.includes('AC') ? { permitted } : { permitted, required: found };
}

async function readStart(archive: Archive, file: ArchiveEntry): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of archive.read(file)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= tagWithin) break;
  }
  return Buffer.concat(chunks).toString('latin1').slice(0, tagWithin);
}
