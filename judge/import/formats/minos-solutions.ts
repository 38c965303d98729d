/** What a manifest of ours expects of the jury's solutions. */

import type { Expectation, PartExpectation } from '#contract/test-set-plan.ts';
import { words } from '#contract/words.ts';
import type { ManifestFile } from '../manifest.ts';
import type { ManifestPart, ManifestSolution } from '../manifest-schema.ts';
import type { FoundTest } from '../pair-tests.ts';
import { cutName, cutNames } from '../refusal.ts';
import { createTestFinder } from '../test-groups.ts';
import type { Mistake } from '../yaml-file.ts';
import type { PackagePlan } from './format.ts';

/** Nothing said: it is right on every test. */
export function planExpectation({ permitted, required, score, timed, parts }: ManifestSolution): Expectation {
  const isSilent = !permitted && !required && !score && parts.length === 0;
  return {
    ...(isSilent && { permitted: ['Accepted'] }),
    ...(permitted && { permitted }),
    ...(required && { required }),
    ...(score && { score }),
    ...(!timed && { timed }),
    ...(parts.length > 0 && { parts: parts.map(planPart) }),
  };
}

/** With the names of its tests as they are written. */
function planPart({
  tests,
  group,
  permitted,
  required,
  score,
  message,
  timed,
}: ManifestPart): PartExpectation {
  return {
    ...(tests && { tests }),
    ...(group !== undefined && { group }),
    ...(permitted && { permitted }),
    ...(required && { required }),
    ...(score && { score }),
    ...(message !== undefined && { message }),
    ...(!timed && { timed }),
  };
}

/** What is expected of solutions on single tests, by the names that these have in the end. */
export function nameTestsOf(
  solutions: PackagePlan['solutions'],
  tests: readonly FoundTest[],
  groups: PackagePlan['groups'],
  { refuse }: ManifestFile,
  root: string,
): PackagePlan['solutions'] {
  const { byPattern } = createTestFinder(tests, root);
  const known = cutNames(tests.map(({ name }) => name));
  const mistakes: Mistake[] = [];
  const named = solutions.map(({ expected: { parts, ...ofAll }, ...solution }, index) => {
    const ofParts = parts?.map(({ tests: patterns, ...part }, position): PartExpectation => {
      const place = ['solutions', index, 'parts', position];
      if (part.group !== undefined && !groups.some(({ name }) => name === part.group)) {
        const mistake = words('manifest_no_such_group', { group: cutName(part.group) });
        mistakes.push({ place: [...place, 'group'], mistake });
      }
      if (!patterns) return part;
      const found = patterns.flatMap((pattern, at) => {
        const some = byPattern(pattern).map(({ name }) => name);
        const mistake = words('manifest_no_such_test', { test: cutName(pattern), tests: known });
        if (some.length === 0) mistakes.push({ place: [...place, 'tests', at], mistake });
        return some;
      });
      return { tests: [...new Set(found)], ...part };
    });
    return { ...solution, expected: { ...ofAll, ...(ofParts && { parts: ofParts }) } };
  });
  refuse(mistakes);
  return named;
}
