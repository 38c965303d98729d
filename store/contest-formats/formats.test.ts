import { expect, test } from 'vitest';
import { contestFormats } from '#contract/contest-settings.ts';
import { evaluate, type Try } from './format.ts';
import { formats } from './formats.ts';

const start = Date.UTC(2026, 0, 1);

function makeTry(id: number, score: number): Try {
  const status = score === 100 ? 'Accepted' : 'Wrong Answer';
  return { id, submittedAt: new Date(start + id), status, score, groups: null, testSetId: 1 };
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
    judgedCount: 0,
    wrongCount: 0,
  });
});

test('equal scores: the latest is shown, and the first says when', () => {
  expect(evaluate(formats.scores, [makeTry(1, 50), makeTry(2, 70), makeTry(3, 70)])).toMatchObject({
    bestSubmissionId: 3,
    bestScore: 70,
    bestScoreAt: new Date(start + 2),
  });
});
