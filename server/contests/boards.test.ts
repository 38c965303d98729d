import { expect, it } from 'vitest';
import type { Database } from '#store/database.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { createBoards, type MadeBoard } from './boards.ts';
import { makeContestTools } from './testing.ts';

const testApp = await makeTestApp();
const { judge, startContest, submit } = await makeContestTools(testApp);
const { db } = testApp.context;

/** The same database, whose waiting for the disk ends when the test says so, as a disk that is slow or a crash does. */
function makeSlowDisk() {
  const asked: { done: () => void; fail: () => void }[] = [];
  const waiting = (done: () => void, reject: (error: Error) => void) =>
    asked.push({ done, fail: () => reject(new Error('The database has crashed')) });
  const slow: Database = Object.create(db, {
    execute: { value: () => new Promise<void>(waiting) },
  });
  const next = async () => {
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    return asked.shift() as (typeof asked)[number];
  };
  return { slow, next };
}

it('nobody is told of a board before all that it shows is on the disk', async () => {
  const { contestId, participants, problemIds } = await startContest('disk', { people: 1 });
  const [user] = participants as Client[] as [Client];
  const send = () => submit(user, problemIds[0] as string, contestId);
  const { slow, next } = makeSlowDisk();
  const boards = createBoards(slow);
  const told: MadeBoard[] = [];
  boards.onMade(async (made) => void told.push(made));

  const empty = boards.find(contestId, 'others');
  const first = await next();
  expect(told).toEqual([]);
  first.done();
  const kept = await empty;
  expect(told.map(({ before, board }) => [before, board])).toEqual([[null, kept]]);

  // The crash takes back what this one shows: it was told to nobody, and the next is told as following on what was kept.
  await judge(await send(), 40);
  const lost = boards.find(contestId, 'others');
  const crashing = await next();
  const refused = expect(lost).rejects.toThrow('The database has crashed');
  crashing.fail();
  await refused;
  expect(told).toHaveLength(1);
  const again = boards.find(contestId, 'others');
  (await next()).done();
  const made = await again;
  expect(made.version).not.toBe(kept.version);
  expect(told.slice(1).map(({ before, board }) => [before, board])).toEqual([[kept, made]]);
});
