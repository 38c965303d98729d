/** Files → tests, by their names alone. */

import type { NameList, Orphan } from '#contract/import-words.ts';
import { type Words, words } from '#contract/words.ts';
import type { ArchiveEntry } from './entry-content.ts';
import { applyRule, type NamingRule, namingRules } from './naming-rules.ts';
import { comparePaths } from './path-order.ts';
import { ArchiveRefused, cutName, cutNames } from './refusal.ts';

export interface FoundTest {
  /** Short: without the folders that all tests share. Unique. */
  readonly name: string;
  /** The same with all folders from the archive's root. */
  readonly path: string;
  readonly isSample: boolean;
  readonly input: ArchiveEntry;
  readonly answer: ArchiveEntry;
}

export interface Pairing {
  /** In natural order. */
  readonly tests: readonly FoundTest[];
  /** The files that are half of no test. */
  readonly unpaired: readonly ArchiveEntry[];
}

interface Pair {
  path: string;
  rule: NamingRule;
  input: ArchiveEntry;
  answer: ArchiveEntry;
}

export function pairTests(files: readonly ArchiveEntry[]): Pairing {
  const pairs = dropRepeated(namingRules.flatMap((rule) => pairByRule(rule, files)));
  refuseSharedFiles(pairs);
  refuseSameTest(pairs);
  const paired = new Set(pairs.flatMap(({ input, answer }) => [input, answer]));
  return {
    tests: nameTests(pairs).toSorted((a, b) => comparePaths(a.name, b.name)),
    unpaired: files.filter((file) => !paired.has(file)),
  };
}

/** What is missing to a file that stayed alone, as far as its name tells. */
export function readOrphan(file: string): Orphan {
  const roles = namingRules.map((rule) => applyRule(rule, file)?.role);
  return { file, role: roles.find((role) => role !== undefined) ?? null };
}

function pairByRule(rule: NamingRule, files: readonly ArchiveEntry[]): Pair[] {
  const halves = new Map<string, { input: ArchiveEntry[]; answer: ArchiveEntry[] }>();
  for (const file of files) {
    const half = applyRule(rule, file.name);
    if (half === null) continue;
    const both = halves.get(half.test) ?? { input: [], answer: [] };
    both[half.role].push(file);
    halves.set(half.test, both);
  }
  return [...halves].flatMap(([path, both]) => {
    const [input, ...moreInputs] = both.input;
    const [answer, ...moreAnswers] = both.answer;
    if (input === undefined || answer === undefined) return [];
    if (moreAnswers.length > 0) throw new ArchiveRefused(twoAnswers(input, both.answer));
    if (moreInputs.length > 0) throw new ArchiveRefused(twoInputs(answer, both.input));
    return [{ path, rule, input, answer }];
  });
}

/** Two rules may see the same pair; the first in the list names it. */
function dropRepeated(pairs: readonly Pair[]): Pair[] {
  const answers = new Map<ArchiveEntry, Set<ArchiveEntry>>();
  return pairs.filter(({ input, answer }) => {
    const known = answers.get(input) ?? new Set();
    if (known.has(answer)) return false;
    answers.set(input, known.add(answer));
    return true;
  });
}

function refuseSharedFiles(pairs: readonly Pair[]): void {
  const seen = new Map<ArchiveEntry, Pair>();
  for (const pair of pairs) {
    const sameInput = seen.get(pair.input);
    if (sameInput) {
      throw new ArchiveRefused(twoAnswers(pair.input, [sameInput.answer, pair.answer]));
    }
    const sameAnswer = seen.get(pair.answer);
    if (sameAnswer) {
      throw new ArchiveRefused(twoInputs(pair.answer, [sameAnswer.input, pair.input]));
    }
    seen.set(pair.input, pair).set(pair.answer, pair);
  }
}

function refuseSameTest(pairs: readonly Pair[]): void {
  const seen = new Map<string, Pair>();
  for (const pair of pairs) {
    const other = seen.get(pair.path);
    if (other) throw new ArchiveRefused(sameTest(pair.path, other.input, pair.input));
    seen.set(pair.path, pair);
  }
}

function nameTests(pairs: readonly Pair[]): FoundTest[] {
  const shared = sharedFolders(pairs.map(({ path }) => path.split('/').slice(0, -1)));
  return pairs.map(({ path, rule, input, answer }) => {
    const name = path.split('/').slice(shared).join('/');
    return { name, path, isSample: rule.samples === true || saysSample(name), input, answer };
  });
}

function saysSample(name: string): boolean {
  return /(?:^|[^a-z])(?:sample|example)s?(?![a-z])/i.test(name);
}

/** How many leading folders are the same for all. */
function sharedFolders(paths: readonly (readonly string[])[]): number {
  const [first = [], ...others] = paths;
  const differs = first.findIndex((folder, depth) => others.some((other) => other[depth] !== folder));
  return differs === -1 ? first.length : differs;
}

function namesOf(files: readonly ArchiveEntry[]): NameList {
  return cutNames(files.map(({ name }) => name));
}

function twoAnswers(input: ArchiveEntry, answers: readonly ArchiveEntry[]): Words<'archive_two_answers'> {
  return words('archive_two_answers', { input: cutName(input.name), answers: namesOf(answers) });
}

function twoInputs(answer: ArchiveEntry, inputs: readonly ArchiveEntry[]): Words<'archive_two_inputs'> {
  return words('archive_two_inputs', { answer: cutName(answer.name), inputs: namesOf(inputs) });
}

function sameTest(test: string, first: ArchiveEntry, second: ArchiveEntry): Words<'archive_same_test'> {
  const cut = { test: cutName(test), first: cutName(first.name), second: cutName(second.name) };
  return words('archive_same_test', cut);
}
