/**
 * A frozen ICPC contest with questions: half of its teams have submitted before the freeze, the others only since, and all
 * ask and are answered, while the parts of the instance are killed one after the other. What was acknowledged must be there
 * once, nobody may have been told too much, and the end must be exact.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { type ContestScoreboard, getContestScoreboard } from '#contract/contest-scoreboard.ts';
import { type Contest, getContest, joinContest, thawContest } from '#contract/contests.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { createContest, fromNow, moveContest, waitForStatus } from '#harness/sample-contest.ts';
import { createProblem } from '#harness/sample-problem.ts';
import { sendSubmission } from '#harness/sample-submission.ts';
import { until } from '#harness/until.ts';
import { namePairs, writeZip } from '#harness/zip.ts';
import { endContestSoon } from './contest.ts';
import { type Conversation, keepTalking } from './conversation.ts';
import { rankIcpc } from './icpc-ranking.ts';
import { readJournal } from './journal.ts';
import { type NewsReader, readNews } from './news-reader.ts';
import { readSubmissions } from './outcome.ts';
import { languageOf, makeProgram, quickKinds, sums } from './programs.ts';
import { contestProblem, type Person, type World } from './world.ts';

const minuteMs = 60_000;
const submitPauseMs = 400;
const lookPauseMs = 200;

interface Sent {
  readonly id: number;
  readonly sentAtMs: number;
}

export interface FrozenContest {
  readonly contest: Contest;
  /** Settles when a submission, a question, an answer and an announcement of later than now were acknowledged. */
  untilAllAnswer(): Promise<void>;
  /** From here on its end is near. */
  endSoon(): Promise<void>;
  /** Waits for the end and the verdicts, thaws it, and looks at everything. */
  expectWell(): Promise<void>;
  stop(): Promise<void>;
}

export async function openFrozenContest(world: World, name: string): Promise<FrozenContest> {
  const { admin, people } = world;
  const second = `second-sum-${name}`;
  const zip = await writeZip(namePairs(sums.map(([a, b]) => [`${a} ${b}\n`, `${a + b}\n`])));
  await createProblem(admin, { id: second, timeLimitMs: 10_000, zip });
  const problemIds = [contestProblem, second];
  const contest = await createContest(admin, {
    title: `A frozen contest ${name}`,
    startsInMs: 0,
    endsInMs: 60 * minuteMs,
    problemIds,
    settings: { format: 'icpc', freeze_minutes: 10 },
  });
  for (const { client } of people) await client.call(joinContest, { params: { id: contest.id } });
  const early = people.slice(0, people.length / 2);
  const late = people.slice(people.length / 2);

  const sent: Sent[] = [];
  const submitting = new AbortController();
  const submit = async (team: readonly Person[], round: number) => {
    const person = team[round % team.length];
    const kind = quickKinds[round % quickKinds.length];
    if (!person || !kind) throw new Error('Nobody submits');
    const program = { code: makeProgram(kind), language: languageOf(kind) };
    const problemId = problemIds[Math.floor(round / 3) % 2] ?? contestProblem;
    const sentAtMs = Date.now();
    const id = await sendSubmission(person.client, { problemId, ...program, contestId: contest.id });
    world.acknowledged.add(id);
    sent.push({ id, sentAtMs });
  };
  for (let round = 0; round < early.length; round += 1) await submit(early, round);
  // An end that is moved near freezes the board at once.
  const frozen = await moveContest(admin, contest, { endTime: fromNow(10 * minuteMs) });
  expect(frozen.is_frozen).toBe(true);

  const traffic = keepDoing(submitPauseMs, submitting.signal, (round) => submit(people, round));
  const conversation = keepTalking(world, contest.id, people);
  const readers = [people[0], people[1], people.at(-1)].map((person) =>
    readNews((person as Person).client, contest.id),
  );
  const told: string[] = [];
  const looking = keepDoing(lookPauseMs, submitting.signal, async (round) => {
    // By turns: one who takes part, and each of them sees their own.
    const watcher = early[round % early.length] as Person;
    told.push(...(await findTold(watcher, contest.id, late)));
  });
  const stop = async () => {
    submitting.abort();
    await Promise.all([traffic, looking, conversation.stop(), ...readers.map((reader) => reader.stop())]);
  };
  return {
    contest: frozen,
    async untilAllAnswer() {
      const now = Date.now();
      const before = { asked: conversation.asked.length, announced: conversation.announced.length };
      const answered = conversation.asked.filter(({ answer }) => answer).length;
      await until(
        () =>
          sent.some(({ sentAtMs }) => sentAtMs > now) &&
          conversation.asked.length > before.asked &&
          conversation.announced.length > before.announced &&
          conversation.asked.filter(({ answer }) => answer).length > answered + 1,
      );
    },
    endSoon: () => endContestSoon(world, frozen),
    async expectWell() {
      const { end_time } = await until(() =>
        admin.call(getContest, { params: { id: contest.id } }).catch(() => false as const),
      );
      await waitForStatusInTrouble(world, contest.id, 'finishing');
      // People go on trying for a while: too late is too late.
      await delay(submitPauseMs * 3);
      await stop();
      expect(told, 'results of others that a frozen board or list told').toEqual([]);
      expect(sent.filter(({ sentAtMs }) => sentAtMs > Date.parse(end_time))).toEqual([]);
      await expectOnce(world, contest.id, conversation);
      for (const reader of readers) await expectToldOnce(reader, conversation);
      expect(conversation.repeats, 'what was cut off and sent again').toBeGreaterThan(0);
      await admin.call(thawContest, { params: { id: contest.id } });
      await waitForStatus(admin, contest.id, 'finished');
      await expectFinalBoard(world, contest.id, sent, Date.parse(end_time));
    },
    stop,
  };
}

/** Whatever happens: refused, or cut off, it is tried again the next time. */
async function keepDoing(
  everyMs: number,
  signal: AbortSignal,
  work: (round: number) => Promise<void>,
): Promise<void> {
  for (let round = 0; !signal.aborted; round += 1) {
    await work(round).catch(() => {});
    await delay(everyMs, undefined, { signal }).catch(() => {});
  }
}

async function waitForStatusInTrouble({ admin }: World, id: number, status: Contest['status']) {
  await until(async () => {
    const contest = await admin.call(getContest, { params: { id } }).catch(() => null);
    return contest?.status === status;
  }, 100);
}

/** What the board or the list tells this person of teams that had submitted nothing before the freeze. */
async function findTold(watcher: Person, contestId: number, late: readonly Person[]): Promise<string[]> {
  const names = new Set(late.map(({ username }) => username));
  const board: ContestScoreboard = await watcher.client.call(getContestScoreboard, {
    params: { id: contestId },
  });
  const rows = board.scoreboard.filter(({ username }) => names.has(username));
  const cells = rows.flatMap(({ detailed_scores }) => Object.values(detailed_scores));
  const list = await watcher.client.call(listSubmissions, { query: { contestId: String(contestId) } });
  return [
    ...rows.filter(({ total_score, penalty }) => total_score !== 0 || penalty !== 0),
    ...cells.filter(({ score, attempts, minute, first }) => score || attempts > 0 || minute || first),
    ...list.filter(
      ({ username, overall_status, score }) =>
        names.has(username) && (overall_status !== 'Frozen' || score !== null),
    ),
  ].map((found) => JSON.stringify(found));
}

/** Every question, answer and announcement that was acknowledged is there, and none of them twice. */
async function expectOnce({ pool }: World, contestId: number, { asked, announced }: Conversation) {
  const stored = await pool.query(
    `select questions.id, text, username, answer, is_public, answer_version from questions
     join users on users.id = user_id where contest_id = $1`,
    [contestId],
  );
  expect(new Set(stored.rows.map(({ text }) => text)).size, 'asked once').toBe(stored.rows.length);
  const byId = new Map(stored.rows.map((row) => [row.id, row]));
  expect(asked.map(({ id }) => byId.get(id))).toMatchObject(
    asked.map(({ id, text, asker }) => ({ id, text, username: asker })),
  );
  const answered = asked.filter(({ answer }) => answer);
  expect(answered.map(({ id }) => byId.get(id))).toMatchObject(
    answered.map(({ answer }) => ({ answer: answer?.text, is_public: answer?.isPublic, answer_version: 1 })),
  );
  const posted = await pool.query('select id, text, version from announcements where contest_id = $1', [
    contestId,
  ]);
  expect(new Set(posted.rows.map(({ text }) => text)).size, 'announced once').toBe(posted.rows.length);
  const texts = new Map(posted.rows.map(({ id, text }) => [id, text]));
  expect(announced.map(({ id }) => texts.get(id))).toEqual(announced.map(({ text }) => text));
}

/** An open page learns all that it may, each of it once, however often it had to come back. */
async function expectToldOnce(reader: NewsReader, { asked, announced }: Conversation) {
  await reader.ask();
  expect(reader.reopened, 'streams that came back').toBeGreaterThan(0);
  expect([...reader.told.values()].filter((times) => times > 1)).toEqual([]);
  const said = [...reader.known.values()];
  expect(new Set(said).size, 'said once').toBe(said.length);
  const toAll = asked.flatMap(({ answer }) => (answer?.isPublic ? [answer.text] : []));
  for (const text of [...toAll, ...announced.map((each) => each.text)]) expect(said).toContain(text);
}

/** What was acknowledged in time counts, and nothing that came later; the ranks are those of a recount. */
async function expectFinalBoard(
  { pool, admin }: World,
  contestId: number,
  sent: readonly Sent[],
  endMs: number,
) {
  expect(await readJournal(pool, 'contest finished', contestId)).toHaveLength(1);
  const own = (await readSubmissions(pool)).filter(({ contest_id }) => contest_id === contestId);
  const ids = own.map(({ id }) => id);
  expect(
    sent.filter(({ id }) => !ids.includes(id)),
    'acknowledged and lost',
  ).toEqual([]);
  expect(
    own.filter(({ submitted_at }) => Number(submitted_at) >= endMs),
    'after the end',
  ).toEqual([]);
  const { start_time } = await admin.call(getContest, { params: { id: contestId } });
  const { scoreboard } = await admin.call(getContestScoreboard, { params: { id: contestId } });
  expect(
    scoreboard
      .map(({ username, place, total_score: solved, penalty }) => ({ username, solved, penalty, place }))
      .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0) || (a.username < b.username ? -1 : 1)),
  ).toEqual(rankIcpc(own, new Date(start_time)));
}
