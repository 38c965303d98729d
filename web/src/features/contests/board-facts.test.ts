import { describe, expect, it } from 'vitest';
import type { ContestBoardCell } from '#contract/contest-scoreboard.ts';
import { cellStyle, countSolvers, findMovements, withOwnRow, withOwnTime } from './board-facts.ts';
import { scores } from './formats/scores.ts';

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
  expect(countSolvers({ scoreboard, problems, version: '' }, scores)).toEqual([
    { solved: 2, tried: 3 },
    { solved: 0, tried: 1 },
    { solved: 0, tried: 0 },
  ]);
  // Guests are not counted.
  const withGuest = [...scoreboard, { ...row(4, { a: 100, c: 100 }), place: null }];
  expect(countSolvers({ scoreboard: withGuest, problems, version: '' }, scores)).toEqual(
    countSolvers({ scoreboard, problems, version: '' }, scores),
  );
  // Whose score is not told may have solved it.
  const kept = [row(1, { a: undefined }), row(2, { a: undefined })];
  expect(countSolvers({ scoreboard: kept, problems: problems.slice(0, 1), version: '' }, scores)).toEqual([
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

describe('one’s own row', () => {
  const clock = {
    begun_at: '2030-01-01T10:00:00.000Z',
    ends_at: '2030-01-01T10:30:00.000Z',
    length_ms: 1_800_000,
  };
  const entry = (user_id: number, cell: ContestBoardCell, total_score: number) => ({
    user_id,
    username: `u${user_id}`,
    place: user_id,
    total_score,
    detailed_scores: { a: cell },
    clock,
  });
  const board = {
    scoreboard: [
      entry(1, { score: 100, attempts: 1, first: true }, 100),
      entry(2, { score: 0, attempts: 3, pending: 2 }, 0),
    ],
    problems: [],
    version: 'v',
  };

  it('has its results after the freeze, at the place and with the star that everybody sees', () => {
    const [first, second] = board.scoreboard;
    const solved = { total_score: 100, detailed_scores: { a: { score: 100, attempts: 3 } } };
    expect(withOwnRow(board, 2, solved).scoreboard).toEqual([first, { ...second, ...solved }]);
    const [own] = withOwnRow(board, 1, solved).scoreboard;
    expect(own?.detailed_scores.a).toEqual({ score: 100, attempts: 3, first: true });
    expect(withOwnRow(board, 2, null)).toBe(board);
  });

  it('counts its own extra minutes, and nobody else’s', () => {
    const own_end = '2030-01-01T10:40:00.000Z';
    const [first, second] = withOwnTime(board, 2, { own_end, own_extra_minutes: 10 }).scoreboard;
    expect(first?.clock).toEqual(clock);
    expect(second?.clock).toEqual({ ...clock, ends_at: own_end, length_ms: 2_400_000 });
    expect(withOwnTime(board, 2, { own_end: clock.ends_at, own_extra_minutes: 0 })).toBe(board);
  });
});
