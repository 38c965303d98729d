import { describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { claimSubmission, storeVerdict } from '#store/judgements.ts';
import { type JudgeJob, queues } from '#store/queue.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';

const { advance, context, database, signUp } = await makeTestApp();
const { db, queue } = context;
const staff = await signUp('staff', 'queue-staff');
const fields = { title: 'Queue', author: staff.username, time_limit_ms: 1000, memory_limit_mb: 256 };
await staff.post('/api/admin/problems', { id: 'queue', ...fields });

const send = (client: Client) =>
  client.post('/api/submit', { problemId: 'queue', language: 'cpp', code: 'int main() {}' });
const submit = async (client: Client): Promise<number> => (await send(client)).json().id;

/** As a worker does it: the next job is claimed, judged and done with. */
async function judgeNext(): Promise<number | null> {
  const [job] = await queue.fetch<JudgeJob>(queues.judge);
  if (!job) return null;
  const { submissionId } = job.data;
  const claim = await claimSubmission(db, submissionId);
  if (!claim) throw new Error(`Submission ${submissionId} cannot be claimed`);
  await storeVerdict(db, claim, { status: 'Accepted', score: 100, results: [] });
  await queue.complete(queues.judge, job.id);
  return submissionId;
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

  it('is not lengthened by asking for a rejudge of everything', async () => {
    const [early, late] = [await signUp('user', 'early'), await signUp('user', 'late')];
    const first = await submit(early);
    await judgeAll();
    expect((await staff.post(`/api/admin/submissions/${first}/rejudge`)).statusCode).toBe(204);
    const second = await submit(late);
    expect(await judgeAll()).toEqual([second, first]);
    const { rows } = await database.pool.query(`select count(*)::int as left from pgboss.job
      where name = 'judge' and state < 'completed'`);
    expect(rows).toEqual([{ left: 0 }]);
  });
});
