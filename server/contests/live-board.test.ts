/**
 * A scoreboard that is made from an earlier one and one that is put together from patches are, after whatever happened, to
 * the letter the one that is read anew. The histories are always the same, so that they fail by a change of ours; MINOS_BOARD_SEED takes others.
 */
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { applyBoardPatch } from '#contract/apply-board-patch.ts';
import { type ContestFormatName, contestFormats } from '#contract/contest-formats.ts';
import type { ContestScoreboard } from '#contract/contest-scoreboard.ts';
import { makeRandom } from '#harness/random.ts';
import type { Audience } from '#store/contest-formats/format.ts';
import { selectStandings } from '#store/contest-standings.ts';
import { contests } from '#store/schema.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { makeBoardPatch } from './board-patch.ts';
import { type BoardSnapshot, readBoard } from './board-snapshot.ts';
import { makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, signUp } = testApp;
const { staff, finish, join, judge, startContest, submit } = await makeContestTools(testApp);
const { db } = context;
const admin = await signUp('admin');
const audiences: readonly Audience[] = ['staff', 'others', 'frozen'];
const steps = 60;

interface Followed {
  readonly audience: Audience;
  earlier: BoardSnapshot;
  page: ContestScoreboard;
}

const read = (contestId: number, audience: Audience, earlier: BoardSnapshot | null) =>
  readBoard(db, contestId, audience, earlier);

async function follow(contestId: number): Promise<Followed[]> {
  return Promise.all(
    audiences.map(async (audience) => {
      const earlier = await read(contestId, audience, null);
      return { audience, earlier, page: JSON.parse(earlier.text) };
    }),
  );
}

/** Gives back by how many patches the pages came to the next version. */
async function checkNext(contestId: number, followed: readonly Followed[]): Promise<number> {
  let patched = 0;
  for (const each of followed) {
    const next = await read(contestId, each.audience, each.earlier);
    const anew = await read(contestId, each.audience, null);
    expect(JSON.parse(next.text)).toEqual(JSON.parse(anew.text));
    expect(next.version).toBe(anew.version);
    const patch = makeBoardPatch(each.earlier, next);
    each.page = patch ? applyBoardPatch(each.page, patch, next.version) : JSON.parse(next.text);
    expect(each.page).toEqual(JSON.parse(anew.text));
    if (patch && next.version !== each.earlier.version) patched += 1;
    each.earlier = next;
  }
  return patched;
}

/** The places that the database gives are those that are worked out here. */
async function checkPlaces(contestId: number, { audience, page }: Followed): Promise<void> {
  const [contest] = await db.select().from(contests).where(sql`${contests.id} = ${contestId}`);
  if (!contest || audience !== 'staff') return;
  const { rows } = await db.execute<{ user_id: number; place: string | null }>(
    sql`select user_id, place from (${selectStandings(contest, 'staff')}) as ranked`,
  );
  const byDatabase = new Map(
    rows.map(({ user_id, place }) => [user_id, place === null ? null : Number(place)]),
  );
  expect(new Map(page.scoreboard.map(({ user_id, place }) => [user_id, place]))).toEqual(byDatabase);
}

async function play(format: ContestFormatName, seed: number): Promise<number> {
  const random = makeRandom(seed);
  const { contestId, participants, problemIds } = await startContest(`live-${format}-${seed}`, {
    people: 8,
    problems: 3,
    lastsMs: 100 * minute,
    settings: { format, freeze_minutes: 40 },
  });
  const people: Client[] = [...participants];
  const waiting: number[] = [];
  const judged: number[] = [];
  const scores = [0, 30, 30, 60, 100, 100];
  const happenings: (() => Promise<unknown>)[] = [
    ...Array.from({ length: 6 }, () => async () => {
      waiting.push(await submit(random.pick(people), random.pick(problemIds), contestId));
    }),
    ...Array.from({ length: 6 }, () => async () => {
      const [id] = waiting.splice(random.below(waiting.length), 1);
      if (id === undefined) return;
      await judge(id, random.pick(scores));
      judged.push(id);
    }),
    ...Array.from({ length: 3 }, () => async () => {
      if (judged.length === 0) return;
      const id = random.pick(judged);
      await staff.post(`/api/admin/submissions/${id}/rejudge`);
      await judge(id, random.pick(scores));
    }),
    async () => {
      const person = random.pick(people);
      const { id, username } = (await person.get('/api/me')).json().user;
      const name = `${username.slice(0, 8)}-${random.below(1_000_000)}`;
      expect((await admin.put(`/api/admin/users/${id}`, { username: name, role: 'user' })).statusCode).toBe(
        200,
      );
    },
    async () => {
      if (people.length < 5) return;
      const [person] = people.splice(random.below(people.length), 1);
      const { id } = (await (person as Client).get('/api/me')).json().user;
      expect((await admin.delete(`/api/admin/users/${id}`)).statusCode).toBe(204);
      for (const list of [waiting, judged]) list.length = 0;
    },
    async () => {
      const person = await signUp('user');
      await join(person, contestId);
      people.push(person);
    },
    async () => {
      const { id } = (await random.pick(people).get('/api/me')).json().user;
      const body = { userIds: [id], unofficial: random.below(2) === 0 };
      const path = `/api/admin/contests/${contestId}/participants/unofficial`;
      expect((await staff.put(path, body)).statusCode).toBe(204);
    },
    async () => {
      const slug = random.pick(problemIds);
      const feedback = random.pick(['full', 'samples']);
      const changed = { title: `T${random.below(100)}`, author: staff.username, feedback };
      const limits = { time_limit_ms: 1000, memory_limit_mb: 256 };
      const path = `/api/admin/problems/${slug}`;
      expect((await staff.put(path, { id: slug, ...changed, ...limits })).statusCode).toBe(200);
    },
  ];
  const followed = await follow(contestId);
  let patched = 0;
  for (let step = 0; step < steps; step += 1) {
    // Several at once, as when they come faster than boards are made.
    for (let times = random.below(3); times >= 0; times -= 1) {
      advance(20_000);
      await random.pick(happenings)();
    }
    patched += await checkNext(contestId, followed);
    await checkPlaces(contestId, followed[0] as Followed);
  }
  for (const id of waiting) await judge(id, random.pick(scores));
  advance(100 * minute);
  for (const happens of [() => staff.post(`/api/admin/contests/${contestId}/thaw`), finish]) {
    await happens();
    await checkNext(contestId, followed);
    await checkPlaces(contestId, followed[0] as Followed);
  }
  return patched;
}

const seed = Number(process.env.MINOS_BOARD_SEED ?? 1);

it.each(contestFormats)(
  '%s: as if it were read anew after every change',
  { timeout: 120_000 },
  async (format) => {
    // Most versions of the two or three boards are told by patches, or nothing would be shown by this.
    expect(await play(format, seed)).toBeGreaterThan(steps / 2);
  },
);

it('a row that moves by what it does not show is told, and one that others push down is not', async () => {
  const { contestId, participants, problemIds } = await startContest('moves', { people: 3, problems: 2 });
  const [ada, ben, cem] = participants as Client[] as [Client, Client, Client];
  const [a, b] = problemIds as [string, string];
  const early = await submit(ada, a, contestId);
  const send = async (who: Client, problem: string, score: number) => {
    advance(minute);
    const id = await submit(who, problem, contestId);
    await judge(id, score);
    return id;
  };
  await judge(early, 50);
  await send(ben, a, 50);
  await send(ada, a, 50);
  const before = await read(contestId, 'others', null);
  // What ada reached first is nothing any more: she has it by her second try, later than ben.
  await staff.post(`/api/admin/submissions/${early}/rejudge`);
  await judge(early, 0);
  const overtaken = await read(contestId, 'others', before);
  expect(makeBoardPatch(before, overtaken)).toMatchObject({
    removed: [],
    rows: [{ username: 'moves-user-1', place: 2, at: 1, detailed_scores: {} }],
    shifts: [[0, -1]],
  });
  await send(cem, b, 70);
  const after = await read(contestId, 'others', overtaken);
  expect(makeBoardPatch(overtaken, after)).toMatchObject({
    rows: [{ username: 'moves-user-3', place: 1, at: 0, detailed_scores: { [b]: { score: 70 } } }],
    shifts: [[1, 1]],
  });
});
