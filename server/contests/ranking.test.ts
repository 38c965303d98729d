/**
 * Boards against a ranking that was written independently (testing/reference-ranking.ts), after random histories: tries of
 * several people, verdicts that come late, rejudges before and after the freeze, people who become unofficial and again
 * official at any time, pauses, extra minutes for one and for all, also after the common end, personal windows, and thaws
 * before the end. Of every format, for staff, for contestants and visitors while it is frozen, for each person their own row,
 * and once it has thawed and finished; then its replay at random moments, and at the end, which later rejudges do not change:
 * for staff, and for others, to whom a problem may tell no results.
 *
 * Two of each format by default; MINOS_HISTORIES=1000 plays a thousand of each, and MINOS_HISTORY_SEED begins at another.
 */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { contestFormats } from '#contract/contest-formats.ts';
import type { ContestHistory } from '#contract/contest-history.ts';
import type { ContestScoreboard, OwnContestRow } from '#contract/contest-scoreboard.ts';
import { createReplay } from '#contract/replay.ts';
import { makeRandom, type Random } from '#harness/random.ts';
import { claimSubmission, storeVerdict } from '#store/judgements.ts';
import { problems as problemRows, testSets } from '#store/schema.ts';
import { emptyPlan } from '#store/testing/empty-plan.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { finishContests } from './finisher.ts';
import {
  type HistoricTry,
  partsOfPoint,
  type ReferenceCell,
  type Rules,
  rankReference,
  roundReference,
  type Verdict,
} from './testing/reference-ranking.ts';
import { type Stopwatch, startStopwatch } from './testing/stopwatch.ts';
import { hour, makeContestTools, minute } from './testing.ts';

const histories = Number(process.env.MINOS_HISTORIES ?? 2) * contestFormats.length;
const firstSeed = Number(process.env.MINOS_HISTORY_SEED ?? 1);

const testApp = await makeTestApp();
const { advance, context, makeClient, signUp } = testApp;
const { staff, worker, fromNow, join, makeContest, makeProblem, submit } = await makeContestTools(testApp);
type Person = Client & { readonly username: string; readonly id: number };
const people: Person[] = [];
for (const name of ['ada', 'ben', 'cho', 'dan', 'eve']) people.push(await signUp('user', name));
const problems = [await makeProblem('first'), await makeProblem('second'), await makeProblem('third')];

const groupPoints = [20, 30, 50];
/** Of the problems' scores. */
const decimalsOf = new Map(problems.map((slug, index) => [slug, index]));
for (const [slug, scoreDecimals] of decimalsOf) await putTests(slug, scoreDecimals);
const lastsMs = 100 * minute;

/** None that could be run: what they say of scores. */
async function putTests(slug: string, scoreDecimals: number): Promise<void> {
  const plan = { ...emptyPlan, scoreDecimals };
  const [problem] = await context.db.select().from(problemRows).where(eq(problemRows.slug, slug));
  if (!problem) throw new Error(`There is no ${slug}`);
  const [set] = await context.db
    .insert(testSets)
    .values({ problemId: problem.id, plan, report: {} as never })
    .returning({ id: testSets.id });
  await context.db.update(problemRows).set({ testSetId: set?.id }).where(eq(problemRows.id, problem.id));
}

function makeVerdict(random: Random, problem: string): Verdict {
  if (random.next() < 0.15)
    return { status: random.pick(['Compilation Error', 'Skipped']), score: 0, earned: [] };
  const isSolved = random.next() < 0.3;
  const earned = groupPoints.map((points) =>
    isSolved ? points * partsOfPoint : points * random.pick([0, 6, 14, 21, partsOfPoint]),
  );
  const together = earned.reduce((sum, part) => sum + part, 0);
  const score = roundReference(together, decimalsOf.get(problem) ?? 0);
  const wrong = random.pick(['Wrong Answer', 'Time Limit Exceeded', 'Runtime Error'] as const);
  return { status: score === 100 ? 'Accepted' : wrong, score, earned };
}

async function store(submissionId: number, { status, score, earned }: Verdict): Promise<void> {
  const claim = await claimSubmission(worker, submissionId);
  if (!claim) throw new Error(`Submission ${submissionId} cannot be claimed`);
  const groups = earned.map((part, index) => ({
    name: `group ${index}`,
    points: groupPoints[index] ?? 0,
    earned: Math.floor((part * 100) / partsOfPoint) / 100,
    status:
      part === (groupPoints[index] ?? 0) * partsOfPoint ? ('Accepted' as const) : ('Wrong Answer' as const),
    within: null,
    tests: [],
    share: `${part}/${(groupPoints[index] ?? 0) * partsOfPoint}`,
  }));
  expect(await storeVerdict(worker, claim, { status, score, results: [], groups })).toBe(true);
}

function toShown({ score, attempts, first, pending, minute: at }: ReferenceCell) {
  return {
    ...(score !== null && { score }),
    attempts,
    ...(first && { first: true }),
    ...(pending > 0 && { pending }),
    ...(at !== null && { minute: at }),
  };
}

type Expected = ReturnType<typeof rankReference>;

async function expectBoard(client: Client, address: string, expected: Expected): Promise<void> {
  expectSame((await client.get(address)).json<ContestScoreboard>(), expected);
}

function expectSame({ scoreboard }: ContestScoreboard, expected: Expected): void {
  expect(
    scoreboard.map(({ username, place, total_score, penalty, detailed_scores }) => ({
      username,
      place,
      total_score,
      penalty: penalty ?? null,
      detailed_scores,
    })),
  ).toEqual(
    expected.map(({ person, place, total, penalty, cells }) => ({
      username: person,
      place,
      total_score: total,
      penalty,
      detailed_scores: Object.fromEntries(Object.entries(cells).map(([id, cell]) => [id, toShown(cell)])),
    })),
  );
}

/** One's own row has what came after the freeze; who was first is told by the board alone. */
async function expectOwnRow(
  client: Client & { username: string },
  contestId: number,
  live: Expected,
): Promise<void> {
  const { row } = (await client.get(`/api/contests/${contestId}/scoreboard/own`)).json<{
    row: OwnContestRow | null;
  }>();
  const rowOf = (board: Expected) => board.find(({ person }) => person === client.username);
  const own = rowOf(live);
  if (!own) return expect(row).toBeNull();
  const cells = Object.entries(own.cells).map(([id, cell]) => [id, toShown({ ...cell, first: false })]);
  expect(row).toEqual({
    total_score: own.total,
    ...(own.penalty !== null && { penalty: own.penalty }),
    detailed_scores: Object.fromEntries(cells),
  });
}

async function setFeedback(id: string, feedback: string): Promise<void> {
  const limits = { time_limit_ms: 1000, memory_limit_mb: 256 };
  const fields = { id, title: id, author: staff.username, ...limits, feedback };
  expect((await staff.put(`/api/admin/problems/${id}`, fields)).statusCode).toBe(200);
}

/** As it was at some moments, in any order, and as it was at the end. */
async function expectReplay(
  client: Client,
  contestId: number,
  history: readonly HistoricTry[],
  rules: Rules,
  { lengthMs, random }: { readonly lengthMs: number; readonly random: Random },
): Promise<void> {
  const final = (await makeClient().get(`/api/contests/${contestId}/scoreboard`)).json<ContestScoreboard>();
  const read = async () => (await client.get(`/api/contests/${contestId}/history`)).json<ContestHistory>();
  const told = await read();
  const replay = createReplay(told);
  const borders = history.flatMap(({ atMs }) => [atMs - 1, atMs]);
  const moments = Array.from({ length: 12 }, () =>
    random.next() < 0.5 ? random.pick(borders) : Math.floor(random.next() * lengthMs),
  );
  for (const at of moments.filter((each) => each < told.lasts_ms)) {
    const until = history.filter(({ atMs }) => atMs <= at);
    expectSame(replay.at(at), rankReference(until, rules));
  }
  expect(told.lasts_ms).toBe(Math.max(lengthMs, ...history.map(({ atMs }) => atMs)));
  expect({ ...replay.at(told.lasts_ms), version: final.version }).toEqual(final);
  const again = random.pick(history) as HistoricTry & { id: number };
  expect((await staff.post(`/api/admin/submissions/${again.id}/rejudge`)).statusCode).toBe(204);
  await store(again.id, makeVerdict(random, again.problem));
  expect(await read()).toEqual(told);
}

async function playHistory(seed: number): Promise<void> {
  const random = makeRandom(seed);
  const format = contestFormats[seed % contestFormats.length] ?? 'scores';
  const penaltyMinutes = random.pick([0, 5, 20]);
  const freezeMinutes = random.next() < 0.75 ? random.pick([10, 30, 60]) : null;
  const windowMinutes = random.next() < 0.3 ? random.pick([20, 50, 100]) : null;
  // After all that happens here: by then staff have thawed it.
  const thawTime = freezeMinutes !== null && random.next() < 0.5 ? fromNow(lastsMs + 24 * hour) : null;
  const settings = {
    penalty_minutes: penaltyMinutes,
    freeze_minutes: freezeMinutes,
    thaw_time: thawTime,
  };
  const contestId = await makeContest({
    startsInMs: minute,
    lastsMs,
    problems,
    settings: { format, ...settings, window_minutes: windowMinutes },
  });
  for (const person of people) await join(person, contestId);
  advance(minute);
  const stopwatch = startStopwatch({
    lastsMs,
    windowMs: windowMinutes === null ? null : windowMinutes * minute,
    freezeMs: freezeMinutes === null ? null : freezeMinutes * minute,
  });
  const pass = (ms: number) => {
    advance(ms);
    stopwatch.pass(ms);
  };
  const unofficial = new Set<string>();
  const live: Rules = { format, decimalsOf, penaltyMinutes, hidesLate: false, unofficial };
  const told: Rules = { ...live, hidesLate: true };
  let isThawed = false;
  const board = `/api/contests/${contestId}/scoreboard`;
  const history: (HistoricTry & { id: number })[] = [];

  async function check(): Promise<void> {
    const [seen, kept] = [rankReference(history, live), rankReference(history, isThawed ? live : told)];
    await expectBoard(staff, board, seen);
    if (!isThawed) await expectBoard(staff, `/api/admin/contests/${contestId}/frozen-scoreboard`, kept);
    const person = random.pick(people);
    const isShutOut = stopwatch.awaitsStart(person.username) && !stopwatch.isOver();
    await expectBoard(person, board, isShutOut ? [] : kept);
    if (isShutOut) expect((await person.get(`${board}/own`)).statusCode).toBe(403);
    else await expectOwnRow(person, contestId, seen);
  }

  async function thaw(): Promise<void> {
    expect((await staff.post(`/api/admin/contests/${contestId}/thaw`)).statusCode).toBe(200);
    isThawed = true;
  }

  async function toggleOne(): Promise<void> {
    const { id, username } = random.pick(people);
    if (!unofficial.delete(username)) unofficial.add(username);
    const body = { userIds: [id], unofficial: unofficial.has(username) };
    const answer = await staff.put(`/api/admin/contests/${contestId}/participants/unofficial`, body);
    expect(answer.statusCode).toBe(204);
  }

  async function judgeOne(each: (typeof history)[number]): Promise<void> {
    const verdict = makeVerdict(random, each.problem);
    await store(each.id, verdict);
    each.verdict = verdict;
  }

  const listUnjudged = () => history.filter(({ verdict }) => !verdict);

  async function judgeAny(): Promise<void> {
    const next = random.pickIfAny(listUnjudged());
    if (next) await judgeOne(next);
  }

  async function submitOne(): Promise<void> {
    const person = random.pick(people);
    const { username } = person;
    const problem = random.pick(problems);
    if (!stopwatch.maySubmit(username)) {
      const program = { problemId: problem, language: 'cpp', code: 'int main() {}', contestId };
      expect((await person.post('/api/submit', program)).statusCode).toBe(403);
      return;
    }
    const id = await submit(person, problem, contestId);
    const atMs = stopwatch.ownMs(username);
    history.push({ id, person: username, problem, atMs, isLate: stopwatch.isFrozen(), verdict: null });
  }

  const timing = { contestId, stopwatch, random };
  const steps = 18;
  for (let step = 0; step < steps; step += 1) {
    pass(Math.floor((random.next() * 2 * lastsMs) / (steps + 2)) + 1);
    if (stopwatch.isOver()) break;
    await changeTime(timing);
    const mayThaw = stopwatch.isFrozen() && !stopwatch.isPaused() && !stopwatch.hasEnded();
    if (mayThaw && !isThawed && random.next() < 0.2) await thaw();
    // More than one in the same millisecond.
    for (let again = random.next(); again < 1; again += 0.6) await submitOne();
    if (random.next() < 0.7) await judgeAny();
    // With two more nobody has more waiting than one may have.
    while (listUnjudged().length > 3) await judgeAny();
    if (random.next() < 0.3) {
      const again = random.pickIfAny(history.filter(({ verdict }) => verdict));
      if (again) {
        expect((await staff.post(`/api/admin/submissions/${again.id}/rejudge`)).statusCode).toBe(204);
        await judgeOne(again);
      }
    }
    if (random.next() < 0.25) await toggleOne();
    if (step % 6 === 5) await check();
  }
  if (stopwatch.isPaused()) await resume(timing);
  pass(stopwatch.leftMs() + minute);
  for (const each of history) if (!each.verdict) await judgeOne(each);
  const again = random.pickIfAny(history);
  if (again) {
    expect((await staff.post(`/api/admin/submissions/${again.id}/rejudge`)).statusCode).toBe(204);
    await judgeOne(again);
  }
  await check();
  if (freezeMinutes !== null && !isThawed) {
    expect(await finishContests(context.db, context.now())).toEqual([]);
    await expectBoard(makeClient(), board, rankReference(history, told));
    await thaw();
    await expectBoard(random.pick(people), board, rankReference(history, live));
  }
  const keptBack = random.next() < 0.5 ? random.pick(problems) : null;
  if (keptBack) await setFeedback(keptBack, 'samples');
  expect(await finishContests(context.db, context.now())).toEqual([contestId]);
  const replayed = { lengthMs: stopwatch.lengthMs(), random };
  for (const client of [staff, makeClient()]) await expectBoard(client, board, rankReference(history, live));
  const expectReplays = async () => {
    if (history.length === 0) return;
    await expectReplay(staff, contestId, history, live, replayed);
    await expectReplay(makeClient(), contestId, history, { ...live, keptBack }, replayed);
  };
  await expectReplays();
  // Also of standings that are final.
  await toggleOne();
  for (const client of [staff, makeClient()]) await expectBoard(client, board, rankReference(history, live));
  await expectReplays();
  if (keptBack) await setFeedback(keptBack, 'full');
}

interface Timing {
  readonly contestId: number;
  readonly stopwatch: Stopwatch;
  readonly random: Random;
}

/** Whatever may happen to clocks, now and then. */
async function changeTime(timing: Timing): Promise<void> {
  const { contestId, stopwatch, random } = timing;
  const address = `/api/admin/contests/${contestId}`;
  if (stopwatch.isPaused()) {
    if (random.next() < 0.6) await resume(timing);
  } else if (random.next() < 0.1 && !stopwatch.hasEnded()) {
    expect((await staff.post(`${address}/pause`)).statusCode).toBe(200);
    stopwatch.pause();
  }
  if (random.next() < 0.1) {
    const minutes = random.pick([1, 10, 25]);
    const { end_time } = (await staff.get(`/api/contests/${contestId}`)).json();
    const isGiven = stopwatch.canExtend(minutes);
    const answer = await staff.post(`${address}/extend`, { minutes, end_time });
    expect(answer.statusCode).toBe(isGiven ? 200 : 400);
    if (isGiven) stopwatch.extend(minutes);
  }
  if (random.next() < 0.12) {
    const { id, username } = random.pick(people);
    const minutes = stopwatch.extraOf(username) + random.pick([5, 15, 40]);
    const isGiven = stopwatch.canHaveExtra(username, minutes);
    const body = { userIds: [id], minutes };
    const answer = await staff.put(`${address}/participants/extra-minutes`, body);
    expect(answer.statusCode).toBe(isGiven ? 204 : 409);
    if (isGiven) stopwatch.giveExtra(username, minutes);
  }
  const waiting = people.filter(({ username }) => stopwatch.awaitsStart(username));
  const next = random.next() < 0.5 ? random.pickIfAny(waiting) : undefined;
  if (!next) return;
  const mayBegin = !stopwatch.isPaused() && !stopwatch.hasEnded();
  expect((await next.post(`/api/contests/${contestId}/begin`)).statusCode).toBe(mayBegin ? 200 : 403);
  if (mayBegin) stopwatch.begin(next.username);
}

async function resume({ contestId, stopwatch }: Timing): Promise<void> {
  expect((await staff.post(`/api/admin/contests/${contestId}/resume`)).statusCode).toBe(200);
  stopwatch.resume();
}

it('boards of every format are what an independent ranking says, for everyone who looks at them', {
  // Three seconds each on a quiet machine; on a busy one a board rests three times as long as it took.
  timeout: 120_000 + histories * 60_000,
}, async () => {
  for (let seed = firstSeed; seed < firstSeed + histories; seed += 1) {
    try {
      await playHistory(seed);
    } catch (error) {
      throw new Error(`To have it again: MINOS_HISTORIES=1 MINOS_HISTORY_SEED=${seed}`, { cause: error });
    }
  }
});
