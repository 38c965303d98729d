import { expect, it } from 'vitest';
import { cellStyle, countSolvers, findMovements } from './board-facts.ts';

it('a cell is full at what the problem is worth', () => {
  expect([0, 125, 250].map((score) => cellStyle(score, 250))).toEqual(['zero', 'partial', 'full']);
  expect(cellStyle(40, 40)).toBe('full');
  expect(cellStyle(0, 0)).toBe('zero');
});

it('a problem is solved at its full score, and tried by everyone who has sent something', () => {
  const row = (user_id: number, scores: Record<string, number | undefined>) => ({
    user_id,
    username: `u${user_id}`,
    total_score: 0,
    place: 1,
    detailed_scores: Object.fromEntries(
      Object.entries(scores).map(([id, score]) => [
        id,
        { ...(score !== undefined && { score }), attempts: 1 },
      ]),
    ),
  });
  const problems = ['a', 'b', 'c'].map((problem_id) => ({
    problem_id,
    title: null,
    label: problem_id,
    points: 100,
    colour: null,
  }));
  const scoreboard = [row(1, { a: 100, b: 99.99 }), row(2, { a: 100 }), row(3, { a: 0 })];
  expect(countSolvers({ scoreboard, problems, version: '' }, 'scores')).toEqual([
    { solved: 2, tried: 3 },
    { solved: 0, tried: 1 },
    { solved: 0, tried: 0 },
  ]);
  // Guests are not counted.
  const withGuest = [...scoreboard, { ...row(4, { a: 100, c: 100 }), place: null }];
  expect(countSolvers({ scoreboard: withGuest, problems, version: '' }, 'scores')).toEqual(
    countSolvers({ scoreboard, problems, version: '' }, 'scores'),
  );
  // Whose score is not told may have solved it.
  const kept = [row(1, { a: undefined }), row(2, { a: undefined })];
  expect(countSolvers({ scoreboard: kept, problems: problems.slice(0, 1), version: '' }, 'scores')).toEqual([
    { solved: null, tried: 2 },
  ]);
});

it('movement is counted in places; somebody new pushes others down and has moved nowhere', () => {
  const ranks = (...ids: number[]) => ids.map((user_id) => ({ user_id }));
  expect([...findMovements(ranks(1, 2, 3), ranks(3, 9, 1, 2))]).toEqual([
    [3, 2],
    [1, -2],
    [2, -2],
  ]);
  expect(findMovements(ranks(1, 2), ranks(1, 2)).size).toBe(0);
});
