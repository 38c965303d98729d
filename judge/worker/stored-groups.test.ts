import { expect, it } from 'vitest';
import { createTally } from '../run/score.ts';
import { fillGroups, outlineGroups } from './stored-groups.ts';

const one = { numerator: 1n, denominator: 1n };
const third = { numerator: 1n, denominator: 3n };
const group = (name: string, points: number) => ({ name, points, dependsOn: [] });

it('keeps names, points and tests as ranges, and what each earned to the hundredth', () => {
  const plan = {
    tests: [['s'], ['a'], ['a', 'b'], ['b'], ['s', 'b'], ['c']].map((groups) => ({ groups })),
    groups: [
      group('s', 0),
      group('a', 33.333),
      group('b', 20),
      { ...group('inner', 1), within: 'b' },
      { ...group('c', 7), rule: 'ignore' as const },
    ],
  };
  plan.tests[3] = { groups: ['b', 'inner'] };
  const outline = outlineGroups(plan);
  const known = { earned: null, status: null, within: null };
  expect(outline).toEqual([
    {
      ...known,
      name: 's',
      points: 0,
      tests: [
        [1, 1],
        [5, 5],
      ],
    },
    { ...known, name: 'a', points: 33.333, tests: [[2, 3]] },
    { ...known, name: 'b', points: 20, tests: [[3, 5]] },
    { ...known, name: 'inner', points: 1, within: 'b', tests: [[4, 4]] },
    // It is run and shown, and counts nothing.
    { ...known, name: 'c', points: 0, tests: [[6, 6]] },
  ]);

  const tally = createTally({ ...plan, stopAtFirstFailure: false, scoreDecimals: 2 });
  for (let test = 1; test <= 6; test += 1) {
    tally.record(test === 5 ? { status: 'Wrong Answer', share: third } : { status: 'Accepted', share: one });
  }
  const earned = fillGroups(outline, tally.finish().groups).map(({ name, earned, status }) => [
    name,
    earned,
    status,
  ]);
  expect(earned).toEqual([
    ['s', 0, 'Wrong Answer'],
    ['a', 33.333, 'Accepted'],
    ['b', 6.66, 'Wrong Answer'],
    ['inner', 1, 'Accepted'],
    ['c', 0, 'Accepted'],
  ]);
});

it('keeps none where nothing was run', () => {
  const plan = { tests: [{ groups: ['a'] }], groups: [group('a', 1)] };
  expect(fillGroups(outlineGroups(plan), [])).toEqual([]);
});
