/** Which job a submission is of, and when it is judged beside those of others. */
import { eq, inArray } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { claimSubmission, handBack, storeVerdict } from '#store/judgements.ts';
import { openQueue, priorityBehind, priorityHandedBack, queues } from '#store/queue.ts';
import { rejudge } from '#store/rejudges.ts';
import { judgements, problems } from '#store/schema.ts';
import { makeTestDatabase } from '#store/testing/test-database.ts';
import { adoptJobs, requeueStranded } from '#store/waiting-judgements.ts';
import { echo, endless, numbered, startTestWorker } from './testing.ts';

const tools = await startTestWorker();
const { database, queue, worker, until, makeProblem, makeUser, importZip } = tools;
const { insertSubmission, giveJob, readSubmission, deleteSubmissions, send, submit, untilJudged } = tools;
const { db } = database;

async function readStatuses(ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .select()
    .from(judgements)
    .where(inArray(judgements.submissionId, ids))
    .orderBy(judgements.submissionId);
  return rows.map(({ status }) => status);
}

/** One person's, one after the other, as the server sends them. */
async function sendAll(problemId: string, username: string, codes: readonly string[]): Promise<number[]> {
  const userId = await makeUser(username);
  const ids: number[] = [];
  for (const [index, code] of codes.entries())
    ids.push(await send(problemId, `${code} // ${index}`, priorityBehind(index), { userId }));
  return ids;
}

async function insertUnjudged(problemId: string, requestedAt = new Date()): Promise<number> {
  await makeProblem(problemId);
  return insertSubmission(problemId, echo, { requestedAt });
}

describe('a worker that stood still between being given a job and claiming its submission', () => {
  it('claims nothing once the queue has given the job to another', async () => {
    const id = await insertUnjudged('stood-still');
    const job = await giveJob();
    // As the queue does: the lost one goes back, and the next to be given it counts one more.
    const rightful = await claimSubmission(db, id, { name: 'rightful', job: { ...job, retryCount: 1 } });
    expect(await claimSubmission(db, id, { name: 'late', job })).toBeNull();
    // Nor the same delivery twice, nor another job that was to judge it once.
    expect(await claimSubmission(db, id, { name: 'twice', job: { ...job, retryCount: 1 } })).toBeNull();
    expect(await claimSubmission(db, id, { name: 'lost', job: await giveJob() })).toBeNull();
    expect(
      rightful && (await storeVerdict(db, rightful, { status: 'Accepted', score: 100, results: [] })),
    ).toBe(true);
  });
});

describe('a submission that an earlier version queued', () => {
  it('is known by its job from the migration on, and gets no second one', async () => {
    const longAgo = new Date(Date.now() - 10 * 60_000);
    const [waiting, begun, failed, lost] = [
      await insertUnjudged('queued-before', longAgo),
      await insertUnjudged('begun-before', longAgo),
      await insertUnjudged('failed-before', longAgo),
      await insertUnjudged('lost-before', longAgo),
    ];
    // Queues of the same names in a database of their own, where nobody takes the jobs.
    const aside = await makeTestDatabase();
    const unwatched = await openQueue(aside.connectionString, () => {});
    const jobOf = (submissionId: number, name: string = queues.judge) =>
      unwatched.send(name, { submissionId });
    const jobIds = [await jobOf(begun)];
    await unwatched.fetch(queues.judge);
    jobIds.push(await jobOf(waiting), await jobOf(failed, queues.judgeFailed));
    await adoptJobs(db, unwatched);
    const read = async (id: number) => (await readSubmission(id)).jobId;
    expect([await read(begun), await read(waiting), await read(failed)]).toEqual(jobIds);
    expect(await read(lost)).toBeNull();
    expect(await requeueStranded(db, unwatched)).toEqual([lost]);
    await unwatched.stop({ graceful: false });
    await deleteSubmissions([waiting, begun, failed, lost]);
  });
});

describe('a submission that is in no queue', () => {
  it('gets a job, one that is young or has one does not', async () => {
    const id = await insertUnjudged('stranded', new Date(Date.now() - 10 * 60_000));
    const young = await insertUnjudged('young');
    expect(await requeueStranded(db, queue)).toEqual([id]);
    expect(await requeueStranded(db, queue)).toEqual([]);
    await untilJudged(id);
    expect((await readSubmission(young)).status).toBe('Pending');
  });
});

describe('a rejudge that is handed back', () => {
  it('still goes behind what people wait for, before the other rejudges', async () => {
    await makeProblem('rejudged');
    await importZip('rejudged', numbered(1));
    const id = await insertSubmission('rejudged', echo, { isRejudge: true });
    const claim = await claimSubmission(db, id, { name: 'leaving', job: await giveJob() });
    if (!claim) throw new Error('not claimed');
    const run = vi.spyOn(worker.judge.sandbox, 'run');
    await handBack(db, queue, claim);
    expect((await untilJudged(id)).status).toBe('Accepted');
    const { rows } = await database.pool.query<{ priority: number }>(
      `select priority from pgboss.job where id = $1`,
      [(await readSubmission(id)).jobId],
    );
    expect(rows).toEqual([{ priority: priorityHandedBack.rejudge }]);
    expect(run).toHaveBeenCalled();
    expect(run.mock.calls.filter(([, , lane]) => lane === 'express')).toEqual([]);
    run.mockRestore();
  });
});

describe('a rejudge', () => {
  it('gets on, however much one person keeps sending', async () => {
    await makeProblem('kept-busy');
    await importZip('kept-busy', numbered(20));
    await makeProblem('rejudged-meanwhile');
    await importZip('rejudged-meanwhile', numbered(1));
    const again = await submit('rejudged-meanwhile', echo);
    const flood = await sendAll('kept-busy', 'flooder', Array(5).fill(endless));
    await until(async () => (await readStatuses(flood)).slice(0, 3).every((status) => status !== 'Pending'));
    await rejudge(db, queue, again.submissionId);
    await until(async () => (await readSubmission(again.submissionId)).id !== again.id);
    // Two of the others were always waiting, and went before it.
    expect((await readStatuses(flood)).slice(3)).toEqual(['Pending', 'Pending']);
    await deleteSubmissions(flood);
  });
});

describe('a person with several slow programs under way', () => {
  const slowToCompile = `
    constexpr long spin(long n) { long sum = 0; for (long i = 0; i < n; i++) sum += i; return sum; }
    template <int N> struct Slow { static constexpr long value = spin(200000 + N) + Slow<N - 1>::value; };
    template <> struct Slow<0> { static constexpr long value = 0; };
    int main() { return Slow<500>::value > 0; }`;
  const underWay = ['Pending', 'Compiling', 'Running'];

  it('does not keep anybody else waiting for the end of a test or of a compilation', async () => {
    await makeProblem('crowded');
    await importZip('crowded', numbered(20));
    await db.update(problems).set({ timeLimitMs: 30_000 }).where(eq(problems.slug, 'crowded'));
    const slow = await sendAll('crowded', 'slow', [endless, slowToCompile, endless]);
    await until(async () => (await readStatuses(slow)).slice(0, 2).every((status) => status !== 'Pending'));
    expect(await submit('crowded', echo)).toMatchObject({ status: 'Accepted' });
    // Nothing of them has ended meanwhile.
    for (const status of await readStatuses(slow)) expect(underWay).toContain(status);
    expect((await readSubmission(slow[0] ?? 0)).testsDone).toBe(0);
    await deleteSubmissions(slow);
  });

  it('does not either when the others’ programs are long', async () => {
    await makeProblem('bombed');
    await importZip('bombed', numbered(2));
    await db.update(problems).set({ timeLimitMs: 5000 }).where(eq(problems.slug, 'bombed'));
    const bombs = await sendAll('bombed', 'bomber', [slowToCompile, slowToCompile, slowToCompile]);
    await until(async () => (await readStatuses(bombs)).slice(0, 2).every((status) => status !== 'Pending'));
    const long = `#include <cstdio>
      #include <ctime>
      int main() { int n; scanf("%d", &n); while (clock() < 1.4 * CLOCKS_PER_SEC); printf("%d", n); }`;
    expect(await submit('bombed', long)).toMatchObject({ status: 'Accepted' });
    for (const status of await readStatuses(bombs)) expect(underWay).toContain(status);
    await deleteSubmissions(bombs);
  });
});
