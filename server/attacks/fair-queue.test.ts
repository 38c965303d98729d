import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { claimSubmission, storeVerdict } from '#store/judgements.ts';
import { addSubmission } from '#store/new-submissions.ts';
import { type JudgeJob, priorityBehind, priorityOfNext, queues } from '#store/queue.ts';
import { problems } from '#store/schema.ts';
import { bringNextForward } from '#store/waiting-judgements.ts';
import { makeContestTools } from '../contests/testing.ts';
import { createVisibleProblem } from '../testing/problems.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';

const testApp = await makeTestApp();
const { advance, context, database, signUp } = testApp;
const { startContest, submit: submitIn } = await makeContestTools(testApp);
const { db, queue } = context;
// Judges have a role of their own, with few rights.
const worker = database.openAs('worker').db;
const staff = await signUp('staff', 'queue-staff');
const fields = { title: 'Queue', author: staff.username, time_limit_ms: 1000, memory_limit_mb: 256 };
await createVisibleProblem(staff, { id: 'queue', ...fields });

const send = (client: Client) =>
  client.post('/api/submit', { problemId: 'queue', language: 'cpp', code: 'int main() {}' });
const submit = async (client: Client): Promise<number> => (await send(client)).json().id;

/** As a worker does it: the next job is claimed; the function that comes back judges it and is done with it. */
async function begin(which: { minPriority?: number } = {}) {
  const [job] = await queue.fetch<JudgeJob>(queues.judge, which);
  if (!job) return null;
  const { submissionId } = job.data;
  const claim = await claimSubmission(worker, submissionId, { name: 'a worker', job });
  if (!claim) throw new Error(`Submission ${submissionId} cannot be claimed`);
  const judge = async () => {
    await storeVerdict(worker, claim, { status: 'Accepted', score: 100, results: [] });
    await bringNextForward(worker, queue, claim.userId);
    await queue.complete(queues.judge, job.id);
  };
  return { submissionId, judge };
}

async function judgeNext(which: { minPriority?: number } = {}): Promise<number | null> {
  const begun = await begin(which);
  await begun?.judge();
  return begun?.submissionId ?? null;
}

async function isSomebodyWaitingForALock(): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount !== 0;
}

async function judgeAll(): Promise<number[]> {
  const order: number[] = [];
  for (let id = await judgeNext(); id !== null; id = await judgeNext()) order.push(id);
  return order;
}

describe('a flood of submissions by one user', () => {
  it('lets everybody else’s first go before the flooder’s second', async () => {
    const flooder = await signUp('user', 'flooder');
    const flood: number[] = [];
    for (let i = 0; i < limits.pendingMax; i++) flood.push(await submit(flooder));
    expect((await send(flooder)).json().code).toBe('too_many_pending');
    const others: number[] = [];
    for (const name of ['other-1', 'other-2', 'other-3'])
      others.push(await submit(await signUp('user', name)));
    expect(await judgeAll()).toEqual([flood[0], ...others, ...flood.slice(1)]);
  });

  it('gains nothing by sending the next as soon as one is judged', async () => {
    const flooder = await signUp('user', 'steady-flooder');
    const other = await signUp('user', 'patient-one');
    for (let i = 0; i < limits.pendingMax; i++) await submit(flooder);
    const waited: number[] = [];
    for (let round = 0; round < 10; round++) {
      advance(limits.submitRateWindowMs);
      const own = await submit(other);
      let before = 0;
      for (let id = await judgeNext(); id !== own; id = await judgeNext()) {
        before += 1;
        await send(flooder);
      }
      waited.push(before);
    }
    // One in front at the very beginning, whose turn it was; nothing ever after.
    expect(waited).toEqual([1, ...Array(9).fill(0)]);
    await judgeAll();
  });

  it('waits as long as without it: the order of the others among themselves is that of their arrival', async () => {
    const flooders = await Promise.all([signUp('staff', 'loud-staff'), signUp('user', 'loud-user')]);
    const quiet = await Promise.all(['q1', 'q2', 'q3', 'q4'].map((name) => signUp('user', `quiet-${name}`)));
    const expected: number[] = [];
    for (const client of quiet) {
      for (const flooder of flooders) for (let i = 0; i < 3; i++) await send(flooder);
      expected.push(await submit(client));
    }
    const order = await judgeAll();
    expect(order.filter((id) => expected.includes(id))).toEqual(expected);
    // Only the two flooders' own firsts came earlier than the last of the quiet ones.
    expect(order.indexOf(expected.at(-1) as number)).toBe(expected.length - 1 + flooders.length);
  });

  it('leaves the places for people with nothing under way to them, for what they send second too', async () => {
    const flooder = await signUp('user', 'broad-flooder');
    const flood: number[] = [];
    for (let i = 0; i < limits.pendingMax; i++) flood.push(await submit(flooder));
    const underWay = [await begin(), await begin()];
    expect(underWay.map((begun) => begun?.submissionId)).toEqual(flood.slice(0, 2));
    const person = await signUp('user', 'busy-person');
    const [first, second] = [await submit(person), await submit(person)];
    const kept = { minPriority: priorityOfNext };
    expect(await judgeNext(kept)).toBe(first);
    expect(await judgeNext(kept)).toBe(second);
    // One of the flooder's is judged, but another is still under way.
    await underWay[0]?.judge();
    expect(await judgeNext(kept)).toBe(null);
    await underWay[1]?.judge();
    expect(await judgeNext(kept)).toBe(flood[2]);
    await judgeAll();
  });

  it('brings forward what is being sent in the moment of a verdict', async () => {
    const person = await signUp('user', 'quick-person');
    const first = await submit(person);
    const begun = await begin();
    expect(begun?.submissionId).toBe(first);
    // As the call to submit does it, up to the moment before it commits.
    const counted = Promise.withResolvers<void>();
    const maySend = Promise.withResolvers<void>();
    const sending = db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: number }>(
        sql`select id from users where username = 'quick-person' for no key update`,
      );
      const [userId, [problem]] = [
        rows[0]?.id ?? 0,
        await tx.select({ id: problems.id }).from(problems).where(eq(problems.slug, 'queue')),
      ];
      const sent = await addSubmission(
        tx,
        queue,
        {
          userId,
          problemId: problem?.id ?? 0,
          contest: null,
          language: 'cpp',
          code: Buffer.from('int main() {}'),
          submittedAt: new Date(),
        },
        { priority: priorityBehind(1) },
      );
      counted.resolve();
      await maySend.promise;
      return sent;
    });
    await counted.promise;
    let isStored = false;
    const storing = begun?.judge().then(() => {
      isStored = true;
    });
    while (!isStored && !(await isSomebodyWaitingForALock())) await new Promise(setImmediate);
    maySend.resolve();
    const second = await sending;
    await storing;
    expect(await judgeNext({ minPriority: priorityOfNext })).toBe(second);
  });

  it('is not lengthened by asking for a rejudge of everything', async () => {
    const [early, late] = [await signUp('user', 'early'), await signUp('user', 'late')];
    const again: number[] = [];
    for (let i = 0; i < limits.pendingMax; i++) again.push(await submit(early));
    await judgeAll();
    for (const id of again)
      expect((await staff.post(`/api/admin/submissions/${id}/rejudge`)).statusCode).toBe(204);
    advance(limits.submitRateWindowMs);
    // What staff ask for again neither counts against its owner nor is brought forward by a verdict.
    const [first, second] = [await submit(late), await submit(early)];
    expect(await judgeNext({ minPriority: priorityOfNext })).toBe(first);
    expect(await judgeNext({ minPriority: priorityOfNext })).toBe(second);
    expect(await judgeNext({ minPriority: priorityOfNext })).toBe(null);
    expect(await judgeAll()).toEqual(again);
    const { rows } = await database.pool.query(`select count(*)::int as left from pgboss.job
      where name = 'judge' and state < 'completed'`);
    expect(rows).toEqual([{ left: 0 }]);
  });
});

describe('where a contest tells nothing until its end', () => {
  it('no order in which the rest is judged tells whether somebody’s submissions to it are', async () => {
    const { contestId, participants, problemIds } = await startContest('silent', {
      people: 2,
      settings: { feedback: 'nothing' },
    });
    const [judged, unjudged] = participants as unknown as [Client, Client];
    const sendThere = async (client: Client): Promise<number> =>
      submitIn(client, problemIds[0] ?? '', contestId);
    await sendThere(judged);
    await judgeNext();
    const kept = [await sendThere(unjudged), await sendThere(unjudged)];
    const underWay = await begin();
    expect(underWay?.submissionId).toBe(kept[0]);
    const own = new Map<Client, number[]>();
    for (const client of [unjudged, judged]) own.set(client, [await submit(client), await submit(client)]);
    const other = await submit(await signUp('user', 'beside-silent'));
    const [first, second] = [own.get(unjudged) ?? [], own.get(judged) ?? []];
    // Each one's first, then each one's second; the other of the contest waits for the one that is under way.
    const isForFirst = { minPriority: priorityOfNext };
    const order = [];
    for (let id = await judgeNext(isForFirst); id !== null; id = await judgeNext(isForFirst)) order.push(id);
    expect(order).toEqual([first[0], second[0], other, first[1], second[1]]);
    await underWay?.judge();
    expect(await judgeNext(isForFirst)).toBe(kept[1]);
  });
});
