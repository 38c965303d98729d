import { describe, expect, test } from 'vitest';
import { fraction, one, toFraction, zero } from '#contract/fractions.ts';
import { statusLetter } from '#contract/statuses.ts';
import type { TestGroup } from '#contract/test-set-plan.ts';
import { createTally, type ScoredTest, ScoringPlanError } from './score.ts';
import { statusByLetter } from './score-testing.ts';

interface Case {
  /** One letter a test, as the tests would end if all of them ran; a digit d is a partial answer worth d/10. */
  would: string;
  groups?: TestGroup[];
  /** One word a test, with a letter for each of its groups. Or one word for all: a letter a test. */
  in?: string;
  stop?: boolean;
  decimals?: number;
}

function outcome(spec: Case): { letters: string; score: number; overall: string } {
  const membership = spec.in?.includes(' ') ? spec.in.split(' ') : [...(spec.in ?? '')];
  const tally = createTally({
    tests: [...spec.would].map((_, index) => ({ groups: [...(membership[index] ?? '')] })),
    groups: spec.groups ?? [],
    stopAtFirstFailure: spec.stop ?? false,
    scoreDecimals: spec.decimals ?? 0,
  });
  const results = [...spec.would].map((letter): ScoredTest => {
    if (/\d/.test(letter)) return { status: 'Wrong Answer', share: fraction(BigInt(letter), 10n) };
    return { status: statusByLetter[letter] ?? 'Skipped', share: letter === 'P' ? one : zero };
  });
  const letters = results.map((result) => statusLetter(tally.record(result).status)).join('');
  const { overallStatus, score } = tally.finish();
  return { letters, score, overall: overallStatus };
}

function group(name: string, points: number, ...dependsOn: string[]): TestGroup {
  return { name, points, dependsOn };
}

describe('without groups', () => {
  test.each<[string, number, string]>([
    ['P', 100, 'Accepted'],
    ['PPP', 100, 'Accepted'],
    ['PP-', 66, 'Wrong Answer'],
    ['P--', 33, 'Wrong Answer'],
    ['-', 0, 'Wrong Answer'],
    ['PTR-', 25, 'Time Limit Exceeded'],
    ['PPMP', 75, 'Memory Limit Exceeded'],
    ['RPPP', 75, 'Runtime Error'],
    ['5P', 75, 'Wrong Answer'],
    ['59', 70, 'Wrong Answer'],
  ])('%s gives %i and %s', (would, score, overall) => {
    expect(outcome({ would })).toEqual({ letters: would.replaceAll(/\d/g, '-'), score, overall });
  });

  test('a single failure among very many is never rounded to 100', () => {
    expect(outcome({ would: `${'P'.repeat(999)}-` }).score).toBe(99);
  });

  test('every k of 100 is worth exactly k', () => {
    for (let passed = 0; passed <= 100; passed++) {
      expect(outcome({ would: 'P'.repeat(passed) + '-'.repeat(100 - passed) }).score).toBe(passed);
    }
  });

  test.each<[readonly number[], number]>([
    [[0.1, 0.2], 15],
    [[0.1, 0.2, 0.3], 20],
    [[0.29], 29],
    [[0.33333, 0.33333, 0.33333], 33],
    [[0.005, 1], 50],
    [[0.0099], 0],
    [[0.01], 1],
    [[0.999999999], 99],
    [Array.from({ length: 1000 }, () => 0.57), 57],
  ])('parts of %j add up to %i', (shares, score) => {
    const tests = shares.map(() => ({ groups: [] }));
    const tally = createTally({ tests, groups: [], stopAtFirstFailure: false, scoreDecimals: 0 });
    for (const share of shares)
      tally.record({ status: share === 1 ? 'Accepted' : 'Wrong Answer', share: toFraction(share) });
    expect(tally.finish()).toEqual({ overallStatus: 'Wrong Answer', score, groups: [] });
  });

  test('no tests at all is Skipped with no points', () => {
    expect(outcome({ would: '' })).toEqual({ letters: '', score: 0, overall: 'Skipped' });
  });
});

describe('stop at the first failure', () => {
  test('the rest is Skipped although it would have passed', () => {
    expect(outcome({ would: 'PP-PT', stop: true })).toEqual({
      letters: 'PP-SS',
      score: 40,
      overall: 'Wrong Answer',
    });
  });
  test('nothing is Skipped when all pass', () => {
    expect(outcome({ would: 'PPP', stop: true }).letters).toBe('PPP');
  });
});

describe('groups', () => {
  const groups = [group('a', 30), group('b', 70)];
  test.each<[string, string, string, number, string]>([
    ['all pass', 'PPPP', 'PPPP', 100, 'Accepted'],
    ['one of the second fails', 'PPP-', 'PPP-', 30, 'Wrong Answer'],
    ['the rest of a lost group is Skipped, the next group still runs', '-PPP', '-SPP', 70, 'Wrong Answer'],
    ['both lost', 'T--P', 'TS-S', 0, 'Time Limit Exceeded'],
    ['a group is worth its weakest test', 'PP5P', 'PP-P', 65, 'Wrong Answer'],
  ])('%s', (_, would, letters, score, overall) => {
    expect(outcome({ would, groups, in: 'aabb' })).toEqual({ letters, score, overall });
  });

  test('a group whose dependency failed is Skipped, through several steps', () => {
    const chain = [group('a', 20), group('b', 30, 'a'), group('c', 40, 'b'), group('d', 10)];
    expect(outcome({ would: '-PPP', groups: chain, in: 'abcd' })).toEqual({
      letters: '-SSP',
      score: 10,
      overall: 'Wrong Answer',
    });
  });

  test('a dependency passed in part is not passed', () => {
    expect(outcome({ would: '5P', groups: [group('a', 50), group('b', 50, 'a')], in: 'ab' })).toEqual({
      letters: '-S',
      score: 25,
      overall: 'Wrong Answer',
    });
  });

  test('points need not add up to 100', () => {
    expect(outcome({ would: 'P-', groups: [group('a', 1), group('b', 2)], in: 'ab' }).score).toBe(33);
  });

  test('a lost group without points still keeps the score below 100', () => {
    expect(outcome({ would: '-P', groups: [group('a', 0), group('b', 100)], in: 'ab' }).score).toBe(99);
  });

  test('tests of a group need not stand together', () => {
    const mixed = [group('a', 50), group('b', 50, 'a')];
    expect(outcome({ would: 'PP-P', groups: mixed, in: 'abab' })).toEqual({
      letters: 'PP-S',
      score: 0,
      overall: 'Wrong Answer',
    });
  });
});

describe('a test in several groups', () => {
  const groups = [group('a', 30), group('b', 70)];
  test.each<[string, string, string, string, number]>([
    ['counts in each when it passes', 'PPP', 'a ab b', 'PPP', 100],
    ['costs each of them when it fails', 'P-P', 'a ab b', 'P-S', 0],
    ['runs as long as it counts in one', '-PP', 'a ab b', '-PP', 70],
    ['is Skipped when it counts in none any more', '--P', 'a b ab', '--S', 0],
    ['gives each its part', 'P5P', 'a ab b', 'P-P', 50],
    ['may be the only one of both', 'T', 'ab ', 'T', 0],
  ])('%s', (_, would, membership, letters, score) => {
    expect(outcome({ would, groups, in: membership })).toMatchObject({ letters, score });
  });

  test('does not open what depends on a group that is lost, although all of that group’s tests pass', () => {
    // b is lost with a, but its only test runs for c and passes; d depends on b.
    const chain = [group('a', 20), group('b', 20, 'a'), group('c', 20), group('d', 40, 'b')];
    expect(outcome({ would: '-PPP', groups: chain, in: 'a bc d c' })).toEqual({
      letters: '-PSP',
      score: 20,
      overall: 'Wrong Answer',
    });
  });
});

describe('the rule of a group', () => {
  const a = (more: Partial<TestGroup>) => [{ ...group('a', 40), ...more }, group('b', 60)];
  test.each<[string, Partial<TestGroup>, string, string, number, string]>([
    ['min takes the least', { rule: 'min' }, '5PP', '-PP', 80, 'Wrong Answer'],
    ['max takes the greatest', { rule: 'max' }, '-5P', '--P', 80, 'Wrong Answer'],
    ['max is passed by one test', { rule: 'max' }, '-PP', '-PP', 100, 'Accepted'],
    ['all gives nothing for a part', { rule: 'all' }, '5PP', '-SP', 60, 'Wrong Answer'],
    ['all gives everything for all', { rule: 'all' }, 'PPP', 'PPP', 100, 'Accepted'],
    ['sum adds up, and nothing is Skipped', { rule: 'sum' }, '-PP', '-PP', 80, 'Wrong Answer'],
    [
      'sum may stop, and keeps what it has',
      { rule: 'sum', stopAtFirstFailure: true },
      'P-P',
      'P-P',
      80,
      'Wrong Answer',
    ],
    [
      'sum that stopped earns no more',
      { rule: 'sum', stopAtFirstFailure: true },
      '-PP',
      '-SP',
      60,
      'Wrong Answer',
    ],
    [
      'only if passed, a failure costs all of it, and nothing is Skipped',
      { rule: 'sum', onlyIfPassed: true },
      'P-P',
      'P-P',
      60,
      'Wrong Answer',
    ],
    [
      'only if passed, one of many is not enough',
      { rule: 'max', onlyIfPassed: true },
      'P-P',
      'P-P',
      60,
      'Wrong Answer',
    ],
    ['ignore changes nothing', { rule: 'ignore' }, '-TP', '-TP', 100, 'Accepted'],
    ['ignore leaves the points to the others', { rule: 'ignore' }, 'PP5', 'PP-', 50, 'Wrong Answer'],
  ])('%s', (_, more, would, letters, score, overall) => {
    expect(outcome({ would, groups: a(more), in: 'aab' })).toEqual({ letters, score, overall });
  });

  test('of an ignored group does not keep others from depending on it', () => {
    const groups = [{ ...group('a', 0), rule: 'ignore' as const }, group('b', 60, 'a')];
    const lost = { letters: 'TS', score: 0, overall: 'Time Limit Exceeded' };
    expect(outcome({ would: 'TP', groups, in: 'ab' })).toEqual(lost);
  });

  test('of a group that one test passes opens what depends on it, and only then', () => {
    const groups = [{ ...group('a', 40), rule: 'max' as const }, group('b', 60, 'a')];
    expect(outcome({ would: '-PP', groups, in: 'aab' }).letters).toBe('-PP');
    expect(outcome({ would: '--P', groups, in: 'aab' }).letters).toBe('--S');
  });

  test('adds up tests by their points, fractions and none too', () => {
    const points = [0.5, 2, 0];
    const tally = createTally({
      tests: points.map((own) => ({ groups: ['a'], points: own })),
      groups: [{ ...group('a', 100), rule: 'sum' }],
      stopAtFirstFailure: false,
      scoreDecimals: 2,
    });
    for (const status of ['Accepted', 'Wrong Answer', 'Wrong Answer'] as const) {
      tally.record({ status, share: status === 'Accepted' ? one : zero });
    }
    expect(tally.finish().score).toBe(20);
  });
});

describe('groups within groups', () => {
  const groups: TestGroup[] = [
    { ...group('x', 80), rule: 'min' },
    { ...group('a', 1), within: 'x', rule: 'max' },
    { ...group('b', 1), within: 'x' },
    group('y', 20),
  ];
  test.each<[string, string, number]>([
    ['-PPP', '-PPP', 100],
    ['-5PP', '--PP', 60],
    ['PP-P', 'PP-P', 20],
    ['PPP-', 'PPP-', 80],
  ])('%s', (would, letters, score) => {
    expect(outcome({ would, groups, in: 'aaby' })).toMatchObject({ letters, score });
  });

  test('are Skipped with the one they are within', () => {
    const lost = [{ ...group('x', 80) }, ...groups.slice(1)].map((each) =>
      each.name === 'a' ? { ...each, rule: 'min' as const } : each,
    );
    expect(outcome({ would: '-PPP', groups: lost, in: 'aaby' })).toMatchObject({
      letters: '-SSP',
      score: 20,
    });
  });

  test('tell what each of them earned, and how it ended', () => {
    const tally = createTally({
      tests: [...'aaby'].map((name) => ({ groups: [name] })),
      groups,
      stopAtFirstFailure: false,
      scoreDecimals: 0,
    });
    for (const status of ['Wrong Answer', 'Accepted', 'Time Limit Exceeded', 'Accepted'] as const) {
      tally.record({ status, share: status === 'Accepted' ? one : zero });
    }
    expect(tally.finish().groups).toEqual([
      { name: 'x', points: 80, share: zero, status: 'Time Limit Exceeded' },
      { name: 'a', points: 1, share: one, status: 'Accepted' },
      { name: 'b', points: 1, share: zero, status: 'Time Limit Exceeded' },
      { name: 'y', points: 20, share: one, status: 'Accepted' },
    ]);
  });
});

describe('a test that was accepted with part of its points', () => {
  test('opens what depends on it', () => {
    const tally = createTally({
      tests: [{ groups: ['a'] }, { groups: ['b'] }],
      groups: [group('a', 50), group('b', 50, 'a')],
      stopAtFirstFailure: true,
      scoreDecimals: 0,
    });
    tally.record({ status: 'Wrong Answer', share: fraction(1n, 2n), passed: true });
    expect(tally.record({ status: 'Accepted', share: one }).status).toBe('Accepted');
    expect(tally.finish()).toMatchObject({ score: 75, overallStatus: 'Wrong Answer' });
  });
});

describe('a score with decimals', () => {
  const thirds = [group('a', 1), group('b', 1), group('c', 1)];
  test.each<[string, TestGroup[] | null, number, number]>([
    ['P--', thirds, 2, 33.33],
    ['PP-', thirds, 2, 66.66],
    ['PP-', thirds, 1, 66.6],
    ['PPP', thirds, 2, 100],
    ['P-P', [group('a', 33.33), group('b', 33.33), group('c', 33.34)], 2, 66.67],
    ['P--', [group('a', 0.1), group('b', 0.2), group('c', 0.7)], 2, 10],
    ['PP-', [group('a', 0.1), group('b', 0.2), group('c', 0.7)], 2, 30],
    ['P--', [group('a', 1e-7), group('b', 1e-7), group('c', 2e-7)], 2, 25],
    ['P--', null, 2, 33.33],
    ['PP5', thirds, 2, 83.33],
  ])('%s of %j with %i: %d', (would, groups, decimals, score) => {
    expect(outcome({ would, decimals, ...(groups && { groups, in: 'abc' }) }).score).toBe(score);
  });

  test('is never rounded up to 100', () => {
    expect(outcome({ would: `${'P'.repeat(99_999)}-`, decimals: 2 }).score).toBe(99.99);
    expect(
      outcome({ would: '-P', groups: [group('a', 0), group('b', 1)], in: 'ab', decimals: 2 }).score,
    ).toBe(99.99);
  });
});

describe('a test need not run once its fate is known', () => {
  test('after a lost group', () => {
    const tally = createTally({
      tests: [...'aabc'].map((name) => ({ groups: [name] })),
      groups: [group('a', 1), group('b', 1, 'a'), group('c', 1)],
      stopAtFirstFailure: false,
      scoreDecimals: 0,
    });
    expect([0, 1, 2, 3].map(tally.isSkipped)).toEqual([false, false, false, false]);
    tally.record({ status: 'Wrong Answer', share: zero });
    expect([1, 2, 3].map(tally.isSkipped)).toEqual([true, true, false]);
  });
});

describe('a plan that makes no sense is refused before anything runs', () => {
  test.each<[string, TestGroup[], string]>([
    ['a later dependency', [group('a', 1, 'b'), group('b', 1)], 'ab'],
    ['an unknown dependency', [group('a', 1, 'x')], 'a'],
    ['the same group twice', [group('a', 1), group('a', 1)], 'aa'],
    ['negative points', [group('a', -1)], 'a'],
    ['a group without tests', [group('a', 1), group('b', 1)], 'a'],
    ['a test in no known group', [group('a', 1)], 'az'],
    ['a test in no group', [group('a', 1)], 'a  '],
    ['a group within a later one', [{ ...group('a', 1), within: 'b' }, group('b', 1)], 'ab'],
    ['a group within itself', [{ ...group('a', 1), within: 'a' }], 'a'],
  ])('%s', (_, groups, membership) => {
    expect(() => outcome({ would: 'P'.repeat(membership.length), groups, in: membership })).toThrow(
      ScoringPlanError,
    );
  });
});
