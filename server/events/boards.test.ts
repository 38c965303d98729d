import { expect, it } from 'vitest';
import { applyBoardPatch } from '#contract/apply-board-patch.ts';
import type { ContestScoreboard } from '#contract/contest-scoreboard.ts';
import type { BoardEvent } from '#contract/events.ts';
import { finishContests } from '../contests/finisher.ts';
import { hour, makeContestTools, minute, two } from '../contests/testing.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { makeStreamTools, type Watching } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, signUp } = testApp;
const { staff, judge, startContest, submit, finish } = await makeContestTools(testApp);
const { main, startServer, watch } = await makeStreamTools(testApp);

const addressOf = (contestId: number, url = main.url) => `${url}?contestId=${contestId}&board=true`;
const readBoard = async (client: Client, contestId: number): Promise<ContestScoreboard> =>
  (await client.get(`/api/contests/${contestId}/scoreboard`)).json();
const nextBoard = (stream: Watching) => stream.nextEvent('board') as Promise<BoardEvent>;

/** An open page: what it shows after each event, by patches alone once it has the whole board. */
async function openPage(client: Client, contestId: number) {
  const stream = await watch(client, addressOf(contestId));
  const { version } = await nextBoard(stream);
  let board = await readBoard(client, contestId);
  expect(board.version).toBe(version);
  return {
    stream,
    board: () => board,
    /** Until it shows what the server tells whoever asks. */
    async untilCurrent() {
      const wanted = await readBoard(client, contestId);
      while (board.version !== wanted.version) {
        const { patch, version } = await nextBoard(stream);
        if (patch?.from === board.version) board = applyBoardPatch(board, patch, version);
      }
      expect(board).toEqual(wanted);
    },
  };
}

it('tells whoever looks at a scoreboard what is new on it, by patches that make it what the server tells', async () => {
  const { contestId, participants, problemIds } = await startContest('shown', { people: 3, problems: 2 });
  const [ada, ben] = two(participants);
  const [a = '', b = ''] = problemIds;
  await judge(await submit(ada, a, contestId), 40);
  const pages = [
    await openPage(ada, contestId),
    await openPage(ben, contestId),
    await openPage(staff, contestId),
  ];
  const look = async () => {
    for (const page of pages) await page.untilCurrent();
  };
  const first = await submit(ben, a, contestId);
  await look();
  await judge(first, 100);
  await look();
  await judge(await submit(ada, b, contestId), 70);
  await look();
  expect(pages[0]?.board().scoreboard.map(({ username, total_score }) => [username, total_score])).toEqual([
    ['shown-user-1', 110],
    ['shown-user-2', 100],
  ]);
  const admin = await signUp('admin');
  await admin.put(`/api/admin/users/${ben.id}`, { username: 'shown-renamed', role: 'user' });
  await look();
  await admin.delete(`/api/admin/users/${ben.id}`);
  await (pages[0] as (typeof pages)[0]).untilCurrent();
});

it('does so at every server', async () => {
  const second = await startServer();
  const { contestId, participants, problemIds } = await startContest('everywhere', { people: 1 });
  const [user] = participants as Client[] as [Client];
  const stream = await watch(user, addressOf(contestId, second.url));
  await nextBoard(stream);
  await submit(user, problemIds[0] as string, contestId);
  const wanted = await readBoard(user, contestId);
  let version = '';
  while (version !== wanted.version) ({ version } = await nextBoard(stream));
});

it('leads whoever comes back over what they missed, or tells which version there is now', async () => {
  const { contestId, participants, problemIds } = await startContest('missed', { people: 2 });
  const [ada, ben] = two(participants);
  const [problem = ''] = problemIds;
  await judge(await submit(ada, problem, contestId), 10);
  const page = await openPage(ada, contestId);
  const left = page.board();
  for (const score of [20, 30]) {
    await judge(await submit(ben, problem, contestId), score);
    await page.untilCurrent();
  }
  const back = await watch(ada, addressOf(contestId), { 'last-event-id': left.version });
  let board = left;
  while (board.version !== page.board().version) {
    const { patch, version } = await nextBoard(back);
    if (patch?.from !== board.version) throw new Error('A version is missing');
    board = applyBoardPatch(board, patch, version);
  }
  expect(board).toEqual(page.board());
  const stranger = await watch(ben, addressOf(contestId), { 'last-event-id': 'of another server' });
  expect(await nextBoard(stranger)).toEqual({ contest_id: contestId, version: board.version });
});

it('tells nobody who looks at something else, and not who may not see it', async () => {
  const { contestId, participants, problemIds } = await startContest('elsewhere', { people: 2 });
  const [ada, ben] = two(participants);
  const outsider = await signUp('user');
  expect((await watch(outsider, addressOf(contestId))).response.statusCode).toBe(403);
  const reading = await watch(ben, `${main.url}?contestId=${contestId}`);
  const page = await openPage(ada, contestId);
  await submit(ada, problemIds[0] as string, contestId);
  await page.untilCurrent();
  const posted = await staff.post(`/api/admin/contests/${contestId}/announcements`, { text: 'Lunch.' });
  expect(posted.statusCode).toBe(201);
  expect(await reading.nextSaid()).toMatch(/^retry/);
  expect(await reading.nextSaid()).toMatch(/^event: news/);
});

it.each([
  ['frozen', { freeze_minutes: 100 }],
  ['that tells nothing', { feedback: 'nothing' }],
  ['that tells samples', { feedback: 'samples' }],
])('in a contest %s no participant hears that there was a verdict; staff do', async (name, settings) => {
  const { contestId, participants, problemIds } = await startContest(`hush-${name}`.replaceAll(' ', '-'), {
    people: 3,
    lastsMs: hour,
    settings,
  });
  const [ada, ben] = two(participants);
  const [problem = ''] = problemIds;
  const id = await submit(ada, problem, contestId);
  const pages = { others: await openPage(ben, contestId), staff: await openPage(staff, contestId) };
  const told = pages.others.board();
  await judge(id, 60);
  await pages.staff.untilCurrent();
  await staff.post(`/api/admin/submissions/${id}/rejudge`);
  await judge(id, 100);
  await pages.staff.untilCurrent();
  expect((await readBoard(ben, contestId)).version).toBe(told.version);
  // The next that is heard is a try of somebody else, and it follows on what was there before the verdicts.
  await submit(ben, problem, contestId);
  const next = await nextBoard(pages.others.stream);
  expect(next.patch?.from).toBe(told.version);
  expect(next.patch?.rows.map(({ username }) => username)).toEqual([ben.username]);
});

it('tells the thaw and the finish', async () => {
  const { contestId, participants, problemIds } = await startContest('thawing', {
    people: 2,
    lastsMs: 10 * minute,
    settings: { freeze_minutes: 10 },
  });
  const [ada, ben] = two(participants);
  await judge(await submit(ada, problemIds[0] as string, contestId), 100);
  const page = await openPage(ben, contestId);
  expect(page.board().scoreboard[0]?.total_score).toBe(0);
  advance(11 * minute);
  await staff.post(`/api/admin/contests/${contestId}/thaw`);
  await page.untilCurrent();
  expect(page.board().scoreboard[0]?.total_score).toBe(100);
  await finish();
  await finishContests(context.db, context.now());
  await page.untilCurrent();
});

it('says with every beat which version there is', async () => {
  const { url } = await startServer({ streamBeatMs: 50 });
  const { contestId, participants, problemIds } = await startContest('beaten', { people: 1 });
  const [user] = participants as Client[] as [Client];
  await submit(user, problemIds[0] as string, contestId);
  const stream = await watch(user, addressOf(contestId, url));
  const first = await nextBoard(stream);
  expect(await nextBoard(stream)).toEqual({ contest_id: contestId, version: first.version });
});
