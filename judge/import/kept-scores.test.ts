import { expect, test } from 'vitest';
import { isOne, one, zero } from '#contract/fractions.ts';
import { statusLetter } from '#contract/statuses.ts';
import { readShare } from '../checkers/points.ts';
import { createTally, type ScoredTest } from '../run/score.ts';
import { statusByLetter } from '../run/score-testing.ts';
import type { PackagePlan } from './formats/format.ts';
import { planTests } from './formats/minos.ts';
import { filesNamed, withArchive } from './testing/archive-on-disk.ts';

const dependencies = `
groups:
  - {name: samples, points: 0}
  - {name: small, points: 30, depends_on: samples, tests: "1-*"}
  - {name: large, points: 70, depends_on: [small], tests: "2-*"}`;
const withDecimals = 'groups: [{name: 1, points: 33.3}, {name: 2, points: 33.3}, {name: 3, points: 33.4}]';
const weights = 'groups: [{name: 1, points: 1}, {name: 2, points: 2}]';
const sevenths = `groups: [${[1, 2, 3, 4, 5, 6, 7].map((name) => `{name: ${name}, points: 14.2857}`)}]`;
const twoGroups = 'groups: [{name: a, points: 12.5, tests: 1}, {name: b, points: 37.5, tests: [2, 3]}]';
const stop = 'stop_at_first_failure: true';
const points = (scale: string, rest = '') =>
  `checker: {name: program, source: c.cpp, points: ${scale}}\n${rest}`;

/**
 * As the release before fractions and shared groups judged them: the manifest, the tests in the order in which they
 * are judged, how each would end if it ran (a number: the points that its checker gives), and what came of it.
 */
const kept: [string, string, string, string, number][] = [
  ['', '1 2 3', 'P P -', 'PP-', 66],
  ['', '1-1 1-2 2-1', 'P - T', 'P-T', 33],
  ['', '1 2 3 4 5 6 sample1', 'P P P P P P R', 'PPPPPPR', 85],
  [stop, '1 2 3 4', 'P M P P', 'PMSS', 25],
  ['groups: [{name: 1, points: 1}, {name: 2, points: 2}]', 'sample1 1-1 2-1 2-2', 'P P - P', 'PP-S', 33],
  ['groups: [{name: 1, points: 1}]', 'sample1 1-1', '- P', '-P', 99],
  [dependencies, 'sample1 sample2 1-1 1-2 2-1 2-2', 'P P P P P P', 'PPPPPP', 100],
  [dependencies, 'sample1 sample2 1-1 1-2 2-1 2-2', 'P - P P P P', 'P-SSSS', 0],
  [dependencies, 'sample1 sample2 1-1 1-2 2-1 2-2', 'P P P T P P', 'PPPTSS', 0],
  [dependencies, 'sample1 sample2 1-1 1-2 2-1 2-2', 'P P P P - P', 'PPPP-S', 30],
  [withDecimals, '1-1 1-2 2-1 2-2 3-1 3-2', 'P P - P P P', 'PP-SPP', 66],
  [withDecimals, '1-1 1-2 2-1 2-2 3-1 3-2', 'P P P P - P', 'PPPP-S', 66],
  [withDecimals, '1-1 1-2 2-1 2-2 3-1 3-2', 'P P R P - P', 'PPRS-S', 33],
  [weights, '1-1 2-1', 'P -', 'P-', 33],
  [weights, '1-1 2-1', '- P', '-P', 66],
  [sevenths, '1-1 2-1 3-1 4-1 5-1 6-1 7-1', 'P P P P P P -', 'PPPPPP-', 85],
  ['groups: [{name: 1, points: 1e-9}, {name: 2, points: 0.000000003}]', '1-1 2-1', '- P', '-P', 75],
  [points('share'), '1 2 3', '0.5 P 0.29', '-P-', 59],
  [points('share'), '1 2', '0.999999999 P', '-P', 99],
  [points('percent'), '1 2 3', '33.333 33.333 33.334', '---', 33],
  [points('percent'), '1 2', '100 P', 'PP', 100],
  [points('absolute', twoGroups), '1 2 3', '12.5 12.5 P', 'P-P', 50],
  [points('absolute', twoGroups), '1 2 3', '6.25 37.5 0', '-P-', 12],
  [points('absolute', `${twoGroups}\n${stop}`), '1 2 3', '6.25 P P', '-SS', 12],
  [points('percent', twoGroups), '1 2 3', '99.5 60 40', '---', 54],
];

test.each(kept)('%j with %s: %s gives %s and %i', async (manifest, tests, would, letters, score) => {
  const names = tests.split(' ').flatMap((name) => [`${name}.in`, `${name}.out`]);
  const files = [...filesNamed([...names, 'c.cpp']), { name: 'minos.yaml', content: manifest }];
  const plan = await withArchive(files, planTests);
  expect(plan.tests.map(({ name }) => name).join(' ')).toBe(tests);
  const tally = createTally(plan);
  const counted = would.split(' ').map((how, index) => tally.record(resultOf(plan, index, how)));
  expect(counted.map(({ status }) => statusLetter(status)).join('')).toBe(letters);
  expect(tally.finish().score).toBe(score);
});

function resultOf({ tests, groups, checker }: PackagePlan, index: number, how: string): ScoredTest {
  const status = statusByLetter[how];
  if (status) return { status, share: status === 'Accepted' ? one : zero };
  const group = groups.find(({ name }) => tests[index]?.groups.includes(name));
  const scale = checker.name === 'program' ? checker.points : null;
  const share = readShare(how, { scale, worth: group?.points ?? null });
  return { status: isOne(share) ? 'Accepted' : 'Wrong Answer', share };
}
