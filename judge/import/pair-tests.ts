/** Files → tests, by their names alone. */

import type { ArchiveEntry } from './archive.ts';
import { refusals } from './messages.ts';
import { applyRule, type NamingRule, namingRules } from './naming-rules.ts';
import { compareNaturally } from './natural-order.ts';
import { ArchiveRefused } from './refusal.ts';

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
    tests: nameTests(pairs).toSorted((a, b) => compareNaturally(a.name, b.name)),
    unpaired: files.filter((file) => !paired.has(file)),
  };
}

/** What is missing to a file that stayed alone, as far as its name tells. */
export function describeOrphan(name: string): string {
  const role = namingRules.map((rule) => applyRule(rule, name)?.role).find((found) => found !== undefined);
  if (role === 'input') return `${name} (an input without an answer)`;
  return role === 'answer' ? `${name} (an answer without an input)` : name;
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
    if (moreAnswers.length > 0)
      throw new ArchiveRefused(refusals.twoAnswers(input.name, namesOf(both.answer)));
    if (moreInputs.length > 0) throw new ArchiveRefused(refusals.twoInputs(answer.name, namesOf(both.input)));
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
      const answers = namesOf([sameInput.answer, pair.answer]);
      throw new ArchiveRefused(refusals.twoAnswers(pair.input.name, answers));
    }
    const sameAnswer = seen.get(pair.answer);
    if (sameAnswer) {
      const inputs = namesOf([sameAnswer.input, pair.input]);
      throw new ArchiveRefused(refusals.twoInputs(pair.answer.name, inputs));
    }
    seen.set(pair.input, pair).set(pair.answer, pair);
  }
}

function refuseSameTest(pairs: readonly Pair[]): void {
  const seen = new Map<string, Pair>();
  for (const pair of pairs) {
    const other = seen.get(pair.path);
    if (other) throw new ArchiveRefused(refusals.sameTest(pair.path, other.input.name, pair.input.name));
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

function namesOf(files: readonly ArchiveEntry[]): string[] {
  return files.map(({ name }) => name);
}
