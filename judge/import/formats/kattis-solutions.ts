/**
 * The jury's solutions of a Kattis package, and what each must come out with. There are three ways to say it:
 *
 * - the folder. 2025-09 says which verdicts the tests of a solution may have and which one of them must; the old version
 *   says it in words that mean the same, save that a slow solution may also be wrong, and one that crashes anything.
 * - `submissions.yaml`, which replaces what a folder says, or adds to it.
 * - `@EXPECTED_RESULTS@:` in a source, where neither says anything: the verdict is one of these.
 *
 * What these systems call a run-time error may be our Memory Limit Exceeded.
 */

import { z } from 'zod';
import { fullScore } from '#contract/scores.ts';
import type { TestStatus } from '#contract/statuses.ts';
import type { Expectation, JurySolution } from '#contract/test-set-plan.ts';
import { rule } from '#contract/words.ts';
import type { Archive, ArchiveEntry } from '../archive.ts';
import { findSolutionLanguage } from '../solution-language.ts';
import { matches } from '../test-groups.ts';
import { readYamlEntry } from '../yaml-file.ts';
import { number, oneOf, text } from './kattis-settings.ts';

const root = 'submissions/';
const settingsName = `${root}submissions.yaml`;

const verdicts = ['AC', 'WA', 'TLE', 'RTE'] as const;
type KattisVerdict = (typeof verdicts)[number];

const statusesOf: Record<KattisVerdict, readonly TestStatus[]> = {
  AC: ['Accepted'],
  WA: ['Wrong Answer'],
  TLE: ['Time Limit Exceeded'],
  RTE: ['Runtime Error', 'Memory Limit Exceeded'],
};

interface Rule {
  readonly permitted?: readonly KattisVerdict[] | undefined;
  readonly required?: readonly KattisVerdict[] | undefined;
  readonly score?: readonly [number, number] | undefined;
}

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

const verdictList = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(oneOf(verdicts)),
);

/** Keys that are no such setting are groups of tests, whose own demands are not checked. */
const ruleSchema = z.looseObject({
  language: text.optional(),
  permitted: verdictList.optional(),
  required: verdictList.optional(),
  score: z
    .union([number.transform((score) => [score, score] as const), z.tuple([number, number])])
    .refine(([least, most]) => least <= most, rule('manifest_needs_number'))
    .optional(),
});

type WrittenRule = z.output<typeof ruleSchema>;

export interface ScoreScale {
  /** What the package calls full marks. */
  readonly total: number;
  readonly decimals: number;
}

export interface KattisSolutions {
  readonly solutions: readonly JurySolution<ArchiveEntry>[];
  readonly settings: ArchiveEntry | null;
}

export async function readKattisSolutions(
  archive: Archive,
  files: readonly ArchiveEntry[],
  family: 'legacy' | '2025-09',
  scale: ScoreScale | null,
): Promise<KattisSolutions> {
  const settings = files.find(({ name }) => name === settingsName) ?? null;
  const written = (await readYamlEntry(archive, settings, z.record(text, ruleSchema), settingsName)).value;
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
    const byTag = isSilent ? await readTag(archive, file) : null;
    if (byTag === 'does not compile') continue;
    const expected =
      family === 'legacy' && folder === 'partially_accepted'
        ? ({ score: [0, justBelow(fullScore, scale)] } satisfies Expectation)
        : toExpectation(byTag ? [byTag] : [ofFolder, ...added], scale);
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

function findLanguage(file: ArchiveEntry, rules: readonly { rule: WrittenRule }[]) {
  const said = rules.map(({ rule }) => rule.language).find((language) => language !== undefined);
  if (said !== undefined) return /^(?:cpp|c\+\+)$/i.test(said) ? 'cpp' : null;
  return findSolutionLanguage(file.name);
}

function findRule(rules: Readonly<Record<string, Rule>>, folder: string): Rule {
  return (Object.hasOwn(rules, folder) ? rules[folder] : undefined) ?? {};
}

function dropAbsent({ permitted, required, score }: Rule = {}): Rule {
  return {
    ...(permitted && { permitted }),
    ...(required && { required }),
    ...(score && { score }),
  };
}

/** All of them hold. */
function toExpectation(rules: readonly Rule[], scale: ScoreScale | null): Expectation {
  const permitted = intersect(rules.map(({ permitted }) => permitted));
  const required = intersect(rules.map(({ required }) => required));
  const score = rules.findLast(({ score }) => score !== undefined)?.score;
  return {
    ...(permitted && { permitted: permitted.flatMap((verdict) => statusesOf[verdict]) }),
    ...(required &&
      required.length < verdicts.length && {
        required: required.flatMap((verdict) => statusesOf[verdict]),
      }),
    ...(score && scale && { score: [toScore(score[0], scale), toScore(score[1], scale)] as const }),
  };
}

/** Undefined: none of them says anything. */
function intersect(
  lists: readonly (readonly KattisVerdict[] | undefined)[],
): readonly KattisVerdict[] | undefined {
  const said = lists.filter((list) => list !== undefined);
  return said.length === 0
    ? undefined
    : verdicts.filter((verdict) => said.every((list) => list.includes(verdict)));
}

/** Out of 100, rounded as scores are. */
function toScore(score: number, { total, decimals }: ScoreScale): number {
  const unit = 10 ** decimals;
  // Far above what floating point is wrong by, far below what a score is shown by.
  return Math.min(fullScore, Math.floor((score * fullScore * unit) / total + 1e-6) / unit);
}

function justBelow(score: number, scale: ScoreScale | null): number {
  return score - 10 ** -(scale?.decimals ?? 0);
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

/** What DOMjudge looks for in a source. Null: nothing, or nothing that is known. */
async function readTag(archive: Archive, file: ArchiveEntry): Promise<Rule | 'does not compile' | null> {
  const [, list] = /@EXPECTED_RESULTS@:[ \t]*([^\n]*)/.exec(await readStart(archive, file)) ?? [];
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

/** A glob takes a solution, or a folder around it. `*` does not go beyond a folder's name, `{a,b}` is either. */
function matchesPath(pattern: readonly string[], path: readonly string[]): boolean {
  return pattern.length <= path.length && pattern.every((part, index) => matches(part, path[index] ?? ''));
}

const alternativesMax = 64;

/** Each way to read it, as the names of folders and, last, of a file. */
function expandBraces(glob: string): string[][] {
  let open = [glob];
  for (let depth = 0; depth < 4; depth++) {
    open = open.flatMap((pattern) => {
      const [whole, choices] = /\{([^{}]*)\}/.exec(pattern) ?? [];
      if (whole === undefined || choices === undefined) return [pattern];
      return choices.split(',').map((choice) => pattern.replace(whole, () => choice));
    });
    open = open.slice(0, alternativesMax);
  }
  return open.map((pattern) => pattern.replace(/\/$/, '').split('/'));
}
