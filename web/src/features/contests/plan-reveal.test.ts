import { describe, expect, it } from 'vitest';
import type { ContestBoardCell, ContestScoreboard } from '#contract/contest-scoreboard.ts';
import { type Ceremony, planReveal } from './plan-reveal.ts';

const problems = ['a', 'b'].map((problem_id) => ({
  problem_id,
  label: problem_id,
  points: 100,
  colour: null,
  title: null,
}));
const solved = (minute: number, attempts = 1): ContestBoardCell => ({ score: 100, attempts, minute });
const wrong = (attempts: number): ContestBoardCell => ({ score: 0, attempts });
const open = (pending: number, attempts = 0): ContestBoardCell => ({ score: 0, attempts, pending });

interface Entry {
  readonly id: number;
  /** Null: unofficial. */
  readonly place: number | null;
  readonly total: number;
  readonly penalty?: number;
  readonly cells: Record<string, ContestBoardCell>;
}

const boardOf = (...entries: Entry[]): ContestScoreboard => ({
  version: '',
  problems,
  scoreboard: entries.map(({ id, place, total, penalty, cells }) => ({
    user_id: id,
    username: `user-${id}`,
    place,
    total_score: total,
    ...(penalty !== undefined && { penalty }),
    detailed_scores: cells,
  })),
});

const rowsOf = ({ scoreboard }: ContestScoreboard): Entry[] =>
  scoreboard.map(({ user_id, place, total_score, penalty = 0, detailed_scores }) => ({
    id: user_id,
    place,
    total: total_score,
    penalty,
    cells: detailed_scores,
  }));

const icpc: Ceremony = {
  format: 'icpc',
  penalty_minutes: 20,
  gold_medals: 1,
  silver_medals: 1,
  bronze_medals: 0,
};

/** Three teams: the last one solves both after the freeze and wins, the second fails, the first has nothing open. */
const frozen = boardOf(
  { id: 1, place: 1, total: 1, penalty: 30, cells: { a: solved(30) } },
  { id: 2, place: 2, total: 1, penalty: 70, cells: { a: solved(50, 2), b: open(1) } },
  { id: 3, place: 3, total: 0, penalty: 0, cells: { a: open(2, 1), b: open(1) } },
);
const live = boardOf(
  {
    id: 3,
    place: 1,
    total: 2,
    penalty: 260,
    cells: { a: { ...solved(100, 3), first: true }, b: solved(120) },
  },
  { id: 1, place: 2, total: 1, penalty: 30, cells: { a: solved(30) } },
  { id: 2, place: 3, total: 1, penalty: 70, cells: { a: solved(50, 2), b: wrong(1) } },
);

it('calls up nobody who takes part unofficially, and gives them no medal', () => {
  const guest = { id: 9, place: null, total: 2, penalty: 10 };
  const steps = planReveal(
    boardOf(...rowsOf(frozen), { ...guest, cells: { a: solved(5), b: open(1) } }),
    boardOf(...rowsOf(live), { ...guest, cells: { a: solved(5), b: solved(5) } }),
    icpc,
  );
  expect(steps).toEqual(planReveal(frozen, live, icpc));
  expect(steps.flatMap(({ rows }) => rows).some(({ user_id }) => user_id === guest.id)).toBe(false);
});

describe('the reveal', () => {
  const steps = planReveal(frozen, live, icpc);
  const told = steps.map(({ rows, userId, problemId }) => [
    userId,
    problemId,
    rows.map(({ user_id, place, total_score, penalty }) => [user_id, place, total_score, penalty]),
  ]);

  it('goes from the last rank up, a try a step, and stops at each medal', () => {
    expect(told).toEqual([
      [
        null,
        null,
        [
          [1, 1, 1, 30],
          [2, 2, 1, 70],
          [3, 3, 0, 0],
        ],
      ],
      // In the hundredth minute, after two wrong tries: behind both who have one.
      [
        3,
        'a',
        [
          [1, 1, 1, 30],
          [2, 2, 1, 70],
          [3, 3, 1, 140],
        ],
      ],
      [
        3,
        'b',
        [
          [3, 1, 2, 260],
          [1, 2, 1, 30],
          [2, 3, 1, 70],
        ],
      ],
      [
        2,
        'b',
        [
          [3, 1, 2, 260],
          [1, 2, 1, 30],
          [2, 3, 1, 70],
        ],
      ],
      [
        1,
        null,
        [
          [3, 1, 2, 260],
          [1, 2, 1, 30],
          [2, 3, 1, 70],
        ],
      ],
      [
        3,
        null,
        [
          [3, 1, 2, 260],
          [1, 2, 1, 30],
          [2, 3, 1, 70],
        ],
      ],
    ]);
  });

  it('ends with the live board, its medals, and everybody settled', () => {
    const last = steps.at(-1)?.rows ?? [];
    expect(last.map(({ isSettled: _, medal: __, ...row }) => row)).toEqual(live.scoreboard);
    expect(last.map(({ medal, isSettled }) => [medal, isSettled])).toEqual([
      ['gold', true],
      ['silver', true],
      [null, true],
    ]);
  });

  it('shares places as long as nothing shown tells two apart', () => {
    const equal = boardOf(
      { id: 1, place: 1, total: 0, penalty: 0, cells: { a: open(1) } },
      { id: 2, place: 1, total: 0, penalty: 0, cells: { a: wrong(1) } },
    );
    const later = boardOf(
      { id: 1, place: 1, total: 1, penalty: 9, cells: { a: solved(9) } },
      { id: 2, place: 2, total: 0, penalty: 0, cells: { a: wrong(1) } },
    );
    const places = planReveal(equal, later, icpc).map(({ rows }) => rows.map(({ place }) => place));
    expect(places[0]).toEqual([1, 1]);
    expect(places.at(-1)).toEqual([1, 2]);
  });

  it('adds up scores, and leaves equal totals in the order of the live board', () => {
    const scored = (score: number, attempts = 1): ContestBoardCell => ({ score, attempts });
    const before = boardOf(
      { id: 1, place: 1, total: 60.5, cells: { a: scored(60.5) } },
      { id: 2, place: 2, total: 40, cells: { a: scored(40), b: open(1) } },
    );
    const after = boardOf(
      { id: 2, place: 1, total: 60.5, cells: { a: scored(40), b: scored(20.5) } },
      { id: 1, place: 2, total: 60.5, cells: { a: scored(60.5) } },
    );
    const ceremony: Ceremony = { ...icpc, format: 'scores', gold_medals: 0, silver_medals: 0 };
    const rows = planReveal(before, after, ceremony).at(-1)?.rows;
    expect(rows?.map(({ user_id, place, total_score }) => [user_id, place, total_score])).toEqual([
      [2, 1, 60.5],
      [1, 2, 60.5],
    ]);
  });

  it('also shows what problems kept to themselves until the end', () => {
    const before = boardOf({ id: 1, place: 1, total: 0, penalty: 0, cells: { a: { attempts: 2 } } });
    const after = boardOf({ id: 1, place: 1, total: 1, penalty: 25, cells: { a: solved(5, 2) } });
    expect(planReveal(before, after, icpc).map(({ problemId }) => problemId)).toEqual([null, 'a', null]);
  });

  it('leaves the star to whoever was first in contest time, also by a try after the freeze', () => {
    const first = (minute: number): ContestBoardCell => ({ ...solved(minute), first: true });
    // With windows of their own: the second began later, and was faster.
    const before = boardOf(
      { id: 1, place: 1, total: 1, penalty: 30, cells: { a: first(30) } },
      { id: 2, place: 2, total: 0, penalty: 0, cells: { a: open(1) } },
    );
    const after = boardOf(
      { id: 2, place: 1, total: 1, penalty: 20, cells: { a: first(20) } },
      { id: 1, place: 2, total: 1, penalty: 30, cells: { a: solved(30) } },
    );
    const shown = planReveal(before, after, { ...icpc, gold_medals: 0, silver_medals: 0 });
    const stars = shown.map(({ rows }) =>
      rows.filter(({ detailed_scores }) => detailed_scores.a?.first).map(({ user_id }) => user_id),
    );
    expect(stars).toEqual([[1], [2], [2]]);
    expect(shown.at(-1)?.rows.map(({ detailed_scores }) => detailed_scores)).toEqual(
      after.scoreboard.map(({ detailed_scores }) => detailed_scores),
    );
  });

  it('has nothing to show where nothing is kept back', () => {
    expect(planReveal(live, live, { ...icpc, gold_medals: 0, silver_medals: 0 })).toHaveLength(2);
  });
});

describe('who is level at the freeze', () => {
  const scored = (score: number): ContestBoardCell => ({ score, attempts: 1 });
  const ioi: Ceremony = { ...icpc, format: 'ioi' };
  const level = (id: number, cells: Entry['cells'] = {}): Entry => ({
    id,
    place: 1,
    total: 50,
    cells: { a: scored(50), ...cells },
  });
  const medalsOf = (steps: ReturnType<typeof planReveal>) =>
    steps.at(-1)?.rows.map(({ user_id, place, medal }) => [user_id, place, medal]);

  it('gets the medal of the place that is left when the other has risen', () => {
    const steps = planReveal(
      boardOf(level(1, { b: open(1) }), level(2)),
      boardOf(
        { id: 1, place: 1, total: 100, cells: { a: scored(50), b: scored(50) } },
        { ...level(2), place: 2 },
      ),
      ioi,
    );
    expect(steps.map(({ userId, problemId }) => [userId, problemId])).toEqual([
      [null, null],
      [2, null],
      [1, 'b'],
      [1, null],
    ]);
    expect(steps[0]?.rows.map(({ place }) => place)).toEqual([1, 1]);
    // From the moment in which it is announced.
    for (const { rows } of steps.slice(1)) {
      expect(rows.find(({ user_id }) => user_id === 2)).toMatchObject({ place: 2, medal: 'silver' });
    }
    expect(medalsOf(steps)).toEqual([
      [1, 1, 'gold'],
      [2, 2, 'silver'],
    ]);
  });

  it('shares place and medal with whoever shows nothing more', () => {
    const steps = planReveal(
      boardOf(level(1, { b: open(1) }), level(2)),
      boardOf(level(1, { b: wrong(1) }), level(2)),
      ioi,
    );
    expect(medalsOf(steps)).toEqual([
      [1, 1, 'gold'],
      [2, 1, 'gold'],
    ]);
  });

  it('gets each their own of three', () => {
    const steps = planReveal(
      boardOf(level(1, { b: open(1) }), level(2, { b: open(1) }), level(3)),
      boardOf(
        { id: 2, place: 1, total: 150, cells: { a: scored(50), b: scored(100) } },
        { id: 1, place: 2, total: 60, cells: { a: scored(50), b: scored(10) } },
        { ...level(3), place: 3 },
      ),
      { ...ioi, bronze_medals: 1 },
    );
    expect(medalsOf(steps)).toEqual([
      [2, 1, 'gold'],
      [1, 2, 'silver'],
      [3, 3, 'bronze'],
    ]);
  });

  it('shares the medal below with the others whom the third has left', () => {
    const steps = planReveal(
      boardOf(level(1, { b: open(1) }), level(2), level(3)),
      boardOf(
        { id: 1, place: 1, total: 60, cells: { a: scored(50), b: scored(10) } },
        { ...level(2), place: 2 },
        { ...level(3), place: 2 },
      ),
      ioi,
    );
    expect(medalsOf(steps)).toEqual([
      [1, 1, 'gold'],
      [2, 2, 'silver'],
      [3, 2, 'silver'],
    ]);
  });

  it('has no medal any more where two have risen', () => {
    const steps = planReveal(
      boardOf(level(1, { b: open(1) }), level(2, { b: open(1) }), level(3)),
      boardOf(
        { id: 1, place: 1, total: 60, cells: { a: scored(50), b: scored(10) } },
        { id: 2, place: 1, total: 60, cells: { a: scored(50), b: scored(10) } },
        { ...level(3), place: 3 },
      ),
      ioi,
    );
    expect(medalsOf(steps)).toEqual([
      [1, 1, 'gold'],
      [2, 1, 'gold'],
      [3, 3, null],
    ]);
  });
});
