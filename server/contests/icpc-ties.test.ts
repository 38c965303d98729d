import { expect, it } from 'vitest';
import type { ContestHistory } from '#contract/contest-history.ts';
import type { ContestScoreboard } from '#contract/contest-scoreboard.ts';
import { createReplay } from '#contract/replay.ts';
import { makeTestApp } from '../testing/test-app.ts';
import { hour, makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance } = testApp;
const { staff, finish, judge, startContest, submit } = await makeContestTools(testApp);

/** When each has the two problems accepted, in milliseconds of the contest. */
const solves = {
  early: [20 * minute + 1, 30 * minute + 1],
  late: [20 * minute + 59_999, 30 * minute + 59_999],
  // The same penalty, and the last of the two a minute sooner or later.
  sooner: [21 * minute, 29 * minute],
  later: [19 * minute, 31 * minute],
};

it('equal in problems, penalty and the minute of the last accepted one, teams share a rank, now and for good', async () => {
  const { contestId, participants, problemIds } = await startContest('ties', {
    people: 4,
    problems: 2,
    settings: { format: 'icpc' },
  });
  const names = new Map(Object.keys(solves).map((name, index) => [participants[index]?.username, name]));
  const tries = Object.values(solves)
    .flatMap((moments, person) => moments.map((atMs, problem) => ({ atMs, person, problem })))
    .toSorted((a, b) => a.atMs - b.atMs);
  let passedMs = 0;
  for (const { atMs, person, problem } of tries) {
    advance(atMs - passedMs);
    passedMs = atMs;
    const client = participants[person];
    if (!client) throw new Error(`There is no participant ${person}`);
    await judge(await submit(client, problemIds[problem] ?? '', contestId), 100);
  }
  const placesOn = ({ scoreboard }: ContestScoreboard) =>
    scoreboard.map(({ username, place, penalty }) => [names.get(username), place, penalty]);
  const read = async () =>
    placesOn((await staff.get(`/api/contests/${contestId}/scoreboard`)).json<ContestScoreboard>());
  const expected = [
    ['sooner', 1, 50],
    ['early', 2, 50],
    ['late', 2, 50],
    ['later', 4, 50],
  ];
  expect(await read()).toEqual(expected);
  advance(hour);
  await finish();
  expect(await read()).toEqual(expected);
  const history = (await staff.get(`/api/contests/${contestId}/history`)).json<ContestHistory>();
  expect(placesOn(createReplay(history).at(history.lasts_ms))).toEqual(expected);
});
