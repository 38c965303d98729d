/** The jury's solutions of Polygon's packages, and what their tags say of how they end. */

import { findSolutionLanguage } from '#contract/program-files.ts';
import type { LanguageId } from '#contract/programs.ts';
import type {
  Demand,
  Expectation,
  JurySolution,
  PartExpectation,
  TestGroup,
} from '#contract/test-set-plan.ts';
import { words } from '#contract/words.ts';
import type { ArchiveEntry } from '../entry-content.ts';
import { cutName } from '../refusal.ts';
import { findAll, findOne, type XmlElement } from '../xml-file.ts';
import { anyOutcome } from './format.ts';
import type { PackageFiles } from './package-files.ts';
import { refuse } from './polygon-descriptor.ts';

const anyFailure: Demand = {
  required: ['Wrong Answer', 'Time Limit Exceeded', 'Runtime Error', 'Memory Limit Exceeded'],
};
const wrong: Demand = { permitted: ['Accepted', 'Wrong Answer'], required: ['Wrong Answer'] };

/** Polygon's tags say how a solution ends; tests before and after may pass. */
const expectations: Readonly<Record<string, Demand>> = {
  main: { permitted: ['Accepted'] },
  accepted: { permitted: ['Accepted'] },
  rejected: anyFailure,
  failed: anyFailure,
  'wrong-answer': wrong,
  'presentation-error': wrong,
  'time-limit-exceeded': {
    permitted: ['Accepted', 'Time Limit Exceeded'],
    required: ['Time Limit Exceeded'],
  },
  'time-limit-exceeded-or-accepted': { permitted: ['Accepted', 'Time Limit Exceeded'] },
  'time-limit-exceeded-or-memory-limit-exceeded': {
    permitted: ['Accepted', 'Time Limit Exceeded', 'Memory Limit Exceeded'],
    required: ['Time Limit Exceeded', 'Memory Limit Exceeded'],
  },
  'memory-limit-exceeded': {
    permitted: ['Accepted', 'Memory Limit Exceeded'],
    required: ['Memory Limit Exceeded'],
  },
  'runtime-error': { permitted: ['Accepted', 'Runtime Error'], required: ['Runtime Error'] },
  'do-not-run': anyOutcome,
};

export function findSolutions(
  files: PackageFiles,
  problem: XmlElement,
  groups: readonly TestGroup[],
): JurySolution<ArchiveEntry>[] {
  return findAll(problem, 'assets', 'solutions', 'solution').map((solution) => {
    const path = findOne(solution, 'source')?.attributes.path ?? '';
    const file = files.use(files.find(path), 'ignored_solution');
    if (!file) return refuse(solution, words('package_file_missing', { file: cutName(path) }));
    const expected = readTag(solution);
    const isRun = solution.attributes.tag !== 'do-not-run';
    const parts = findAll(solution, 'extra-tags', 'extra-tag').flatMap((each) => readExtraTag(each, groups));
    return {
      name: file.name.replace(/^solutions\//, ''),
      file,
      language: isRun ? findLanguage(solution, file.name) : null,
      expected: addParts(expected, parts),
    };
  });
}

/** A kind of its own is PyPy; what else there is, the ending says. */
function findLanguage(solution: XmlElement, name: string): LanguageId | null {
  const type = findOne(solution, 'source')?.attributes.type ?? '';
  if (type.startsWith('python.2') || type.startsWith('python.pypy2')) return null;
  return type.startsWith('python.pypy') ? 'pypy' : findSolutionLanguage(name);
}

/** What a group may end with is permitted in the whole as well. */
function addParts({ permitted, ...rest }: Demand, parts: readonly PartExpectation[]): Expectation {
  if (parts.length === 0) return { ...(permitted && { permitted }), ...rest };
  const ofParts = parts.map((part) => part.permitted);
  const isBound = permitted && ofParts.every((each) => each !== undefined);
  return {
    ...(isBound && { permitted: [...new Set([...permitted, ...ofParts.flatMap((each) => each ?? [])])] }),
    ...rest,
    parts,
  };
}

function readTag(element: XmlElement): Demand {
  const { tag = '' } = element.attributes;
  const expected = Object.hasOwn(expectations, tag) ? expectations[tag] : undefined;
  return expected ?? refuse(element, words('package_value', { key: 'tag', value: cutName(tag) }));
}

/** What a solution does on one group. Of other testsets than the one that is judged nothing can be said. */
function readExtraTag(element: XmlElement, groups: readonly TestGroup[]): PartExpectation[] {
  const { group, testset = 'tests' } = element.attributes;
  if (testset !== 'tests' || !groups.some(({ name }) => name === group)) return [];
  return group === undefined ? [] : [{ group, ...readTag(element) }];
}
