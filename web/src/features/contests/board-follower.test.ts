import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ContestScoreboard } from '#contract/contest-scoreboard.ts';
import type { BoardEvent } from '#contract/events.ts';
import { createBoardFollower } from './board-follower.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Of one participant, whose total is the version's number. */
const boardOf = (number: number): ContestScoreboard => ({
  version: `v${number}`,
  problems: [],
  scoreboard: [{ user_id: 1, username: 'ada', total_score: number, place: 1, detailed_scores: {} }],
});

const step = (from: number, to: number): BoardEvent => ({
  contest_id: 7,
  version: `v${to}`,
  patch: {
    from: `v${from}`,
    removed: [],
    shifts: [],
    rows: [{ user_id: 1, username: 'ada', total_score: to, place: 1, detailed_scores: {}, at: 0 }],
  },
});

function openPage(first?: ContestScoreboard) {
  const page = { board: first, asked: 0, written: 0 };
  const follower = createBoardFollower({
    read: () => page.board,
    write: (board) => {
      page.board = board;
      page.written += 1;
    },
    ask: () => {
      page.asked += 1;
    },
  });
  return { page, ...follower };
}

it('goes from version to version', () => {
  const { page, hear } = openPage(boardOf(1));
  hear(step(1, 2));
  hear(step(2, 3));
  expect(page.board).toEqual(boardOf(3));
  vi.runAllTimers();
  expect(page.asked).toBe(0);
});

it('makes good for what came while the answer was under way', () => {
  const { page, hear, catchUp } = openPage();
  hear({ contest_id: 7, version: 'v1' });
  hear(step(1, 2));
  hear(step(2, 3));
  page.board = boardOf(2);
  catchUp();
  expect(page.board).toEqual(boardOf(3));
  // An older answer is overtaken again.
  page.board = boardOf(1);
  catchUp();
  expect(page.board).toEqual(boardOf(3));
  vi.runAllTimers();
  expect(page.asked).toBe(0);
});

it('asks for the whole when a version is missing, once', () => {
  const { page, hear, catchUp } = openPage(boardOf(1));
  hear(step(2, 3));
  hear(step(3, 4));
  expect(page.board).toEqual(boardOf(1));
  vi.runAllTimers();
  expect(page.asked).toBe(1);
  page.board = boardOf(4);
  catchUp();
  vi.runAllTimers();
  expect(page.asked).toBe(1);
});

it('waits for the stream where the answer was ahead of it', () => {
  const { page, hear, catchUp } = openPage(boardOf(1));
  hear(step(1, 2));
  page.board = boardOf(3);
  catchUp();
  hear(step(2, 3));
  vi.runAllTimers();
  expect([page.asked, page.board]).toEqual([0, boardOf(3)]);
});

it('knows by a word without news that what it shows is new', () => {
  const { page, hear } = openPage(boardOf(1));
  hear({ contest_id: 7, version: 'v1' });
  expect(page.written).toBe(1);
  hear({ contest_id: 7, version: 'v9' });
  vi.runAllTimers();
  expect(page.asked).toBe(1);
});

it('asks nothing any more when the page is left', () => {
  const { page, hear, stop } = openPage(boardOf(1));
  hear(step(5, 6));
  stop();
  vi.runAllTimers();
  expect(page.asked).toBe(0);
});
