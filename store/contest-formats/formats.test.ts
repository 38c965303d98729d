import { expect, test } from 'vitest';
import { contestFormats } from '#contract/contest-formats.ts';
import { evaluate, type Try } from './format.ts';
import { formats } from './formats.ts';

const start = Date.UTC(2026, 0, 1);

function makeTry(id: number, score: number): Try {
  const status = score === 100 ? 'Accepted' : 'Wrong Answer';
  return {
    id,
    submittedAt: new Date(start + id),
    status,
    score,
    groups: null,
    testSetId: 1,
    scoreDecimals: 0,
  };
}

test.each(contestFormats)('%s: however often somebody tries, each try costs the same', (name) => {
  const format = formats[name];
  const cell = format.begin();
  for (let id = 1; id <= 200_000; id += 1) {
    cell.add(makeTry(id, id % 100));
    cell.read();
  }
  cell.add(makeTry(200_001, 100));
  expect(cell.read()).toMatchObject({
    bestScore: 100,
    bestSubmissionId: 200_001,
    bestScoreAt: new Date(start + 200_001),
  });
});

test.each(contestFormats)('%s: nothing tried is nothing reached', (name) => {
  expect(evaluate(formats[name], [])).toEqual({
    bestSubmissionId: null,
    bestScore: 0,
    bestScoreAt: null,
    bestScoreBy: null,
    judgedCount: 0,
    wrongCount: 0,
  });
});

test('equal scores: the latest is shown, and the first says when', () => {
  expect(evaluate(formats.scores, [makeTry(1, 50), makeTry(2, 70), makeTry(3, 70)])).toMatchObject({
    bestSubmissionId: 3,
    bestScore: 70,
    bestScoreAt: new Date(start + 2),
    bestScoreBy: 2,
  });
});

/** In three groups, of which each earned this part. */
function makeParts(id: number, score: number, shares: readonly string[], scoreDecimals: number): Try {
  const groups = shares.map((share, index) => ({
    name: `group ${index}`,
    points: 10,
    earned: null,
    status: share === '1/1' ? ('Accepted' as const) : ('Wrong Answer' as const),
    within: null,
    tests: [],
    share,
  }));
  return { ...makeTry(id, score), groups, scoreDecimals };
}

test.each([
  [0, 33],
  [1, 33.3],
  [2, 33.33],
])(
  'ioi: what groups earn together is rounded once, to the %i decimals of a submission',
  (decimals, score) => {
    const parts = [
      ['1/3', '0/1', '0/1'],
      ['0/1', '1/3', '0/1'],
      ['0/1', '0/1', '1/3'],
    ];
    const tries = parts.map((shares, index) => makeParts(index, 11, shares, decimals));
    expect(evaluate(formats.ioi, tries).bestScore).toBe(score);
  },
);

test('ioi: of what an earlier version judged, the points that it showed count', () => {
  const shown = [12.5, 0, 0].map((earned, index) => ({
    name: `group ${index}`,
    points: index === 0 ? 50 : 25,
    earned,
    status: 'Wrong Answer' as const,
    within: null,
    tests: [],
  }));
  expect(evaluate(formats.ioi, [{ ...makeTry(1, 12), groups: shown }]).bestScore).toBe(12);
  expect(evaluate(formats.ioi, [{ ...makeTry(1, 12.5), groups: shown, scoreDecimals: 2 }]).bestScore).toBe(
    12.5,
  );
});
