import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { FinishedStatus } from '#contract/statuses.ts';
import type { FullSubmission, Submission } from '#contract/submissions.ts';
import { words } from '#contract/words.ts';
import { claimSubmission, storeProgress, storeVerdict } from '#store/judgements.ts';
import { problems } from '#store/schema.ts';
import type { Client } from '../testing/test-app.ts';
import { makeSubmissionTools } from './testing.ts';

const { db, judge, signUp, staff, submit } = await makeSubmissionTools();

const list = async (client: Client, query: string): Promise<Submission[]> =>
  (await client.get(`/api/submissions?${query}`)).json();
const ids = async (client: Client, query: string) => (await list(client, query)).map(({ id }) => id);
const read = async (client: Client, id: number): Promise<FullSubmission> =>
  (await client.get(`/api/submissions/${id}`)).json();
const rejudge = (id: number) => staff.post(`/api/admin/submissions/${id}/rejudge`);

describe('a list narrowed', () => {
  it('by problem, verdict and language for everybody; by person for staff', async () => {
    const [ann, bob] = [await signUp('user', 'Ann'), await signUp('user', 'bob')];
    const make = async (client: Client, problem: string, status: FinishedStatus) => {
      const id = await submit(client, problem);
      await judge(id, status, status === 'Accepted' ? 100 : 0);
      return id;
    };
    const right = await make(ann, 'p1', 'Accepted');
    const slow = await make(bob, 'p1', 'Time Limit Exceeded');
    const other = await make(bob, 'p2', 'Time Limit Exceeded');
    const waiting = await submit(bob, 'p2');

    expect(await ids(ann, 'verdict=Time%20Limit%20Exceeded')).toEqual([other, slow]);
    expect(await ids(ann, 'verdict=Time%20Limit%20Exceeded&problemId=p1')).toEqual([slow]);
    expect(await ids(ann, 'verdict=Accepted&filter=mine')).toEqual([right]);
    expect(await ids(ann, 'verdict=Wrong%20Answer')).toEqual([]);
    expect(await ids(ann, `language=cpp&before=${slow}`)).toEqual([right]);
    expect(await ids(ann, `after=${right}&limit=2`)).toEqual([other, slow]);
    expect(await ids(ann, `after=${right}&before=${other}`)).toEqual([slow]);
    expect(await ids(staff, 'username=ann')).toEqual([right]);
    expect(await ids(staff, 'username=bob&problemId=p2')).toEqual([waiting, other]);
    expect(await ids(staff, 'username=bob&verdict=Time%20Limit%20Exceeded&limit=1')).toEqual([other]);
    expect(await ids(staff, 'username=nobody-of-this-name')).toEqual([]);
    expect(await ids(staff, 'username=bob&filter=mine')).toEqual([]);

    for (const [query, status] of [
      ['username=bob', 403],
      ['username=nobody-of-this-name', 403],
      ['verdict=Running', 400],
      ['language=cobol', 400],
    ] as const)
      expect([query, (await ann.get(`/api/submissions?${query}`)).statusCode]).toEqual([query, status]);
  });

  it('follows a verdict from none to the one of a rejudge; one that fails changes nothing', async () => {
    const user = await signUp('user');
    const id = await submit(user);
    const found = async () =>
      (
        await Promise.all(
          (['Accepted', 'Wrong Answer', 'Skipped'] as const).map(async (verdict) => {
            const query = `filter=mine&verdict=${encodeURIComponent(verdict)}`;
            return (await ids(user, query)).includes(id) ? verdict : null;
          }),
        )
      ).filter(Boolean);
    expect(await found()).toEqual([]);
    await judge(id, 'Accepted', 100);
    expect(await found()).toEqual(['Accepted']);
    await rejudge(id);
    expect(await found()).toEqual(['Accepted']);
    await judge(id, 'Skipped', 0, { fault: words('judging_failed') });
    expect(await found()).toEqual(['Accepted']);
    await rejudge(id);
    await judge(id, 'Wrong Answer', 40);
    expect(await found()).toEqual(['Wrong Answer']);

    // A first judgement that staff made start over has nothing to fall back to.
    const restarted = await submit(user);
    await claimSubmission(db, restarted);
    await rejudge(restarted);
    await judge(restarted, 'Skipped', 0, { fault: words('judging_failed') });
    expect(await ids(user, 'filter=mine&verdict=Skipped')).toEqual([restarted]);
  });
});

describe('what a rejudge has changed', () => {
  it('is told to staff, with every judgement of the submission', async () => {
    const user = await signUp('user');
    const [changed, same] = [await submit(user), await submit(user)];
    const provenance = {
      language: 'cpp' as const,
      compiler: 'g++ 14',
      flags: ['-O2'],
      sandbox: 'full',
      timeLimitMs: 1000,
      memoryLimitMb: 256,
    };
    await judge(changed, 'Accepted', 100, { provenance });
    await judge(same, 'Accepted', 100);
    expect((await read(user, changed)).limits).toEqual({ time_limit_ms: 1000, memory_limit_mb: 256 });
    expect((await read(user, changed)).compiler).toBe('g++ 14');
    const unnoted = await read(user, same);
    expect([unnoted.limits, unnoted.compiler]).toEqual([null, null]);
    for (const id of [changed, same]) await rejudge(id);
    await judge(changed, 'Wrong Answer', 40, { provenance: { ...provenance, timeLimitMs: 500 } });
    await judge(same, 'Accepted', 100);

    const before = { status: 'Accepted', score: 100 };
    const full = await read(staff, changed);
    expect(full).toMatchObject({
      limits: { time_limit_ms: 500 },
      judgements: [
        {
          status: 'Wrong Answer',
          score: 40,
          is_in_force: true,
          is_rejudge: true,
          provenance: { time_limit_ms: 500 },
        },
        { ...before, is_in_force: false, is_rejudge: false, provenance: { compiler: 'g++ 14' } },
      ],
    });
    const own = await read(user, changed);
    expect([own.judgements, own.rejudge]).toEqual([[], null]);

    await rejudge(changed);
    expect(await read(staff, changed)).toMatchObject({
      overall_status: 'Wrong Answer',
      rejudge: { status: 'Pending' },
      judgements: [{ status: 'Pending', is_in_force: false }, { is_in_force: true }, { is_in_force: false }],
    });
  });
});

it('the first test that fails is told at once, to those who may see the code', async () => {
  const [user, other] = [await signUp('user'), await signUp('user')];
  const id = await submit(user);
  const claim = await claimSubmission(db, id);
  if (!claim) throw new Error('not claimed');
  const result = (testCase: number, status: 'Accepted' | 'Skipped' | 'Time Limit Exceeded') => ({
    testCase,
    status,
    timeMs: 1000,
    memoryKb: 1,
    reason: null,
  });
  const told = async (client: Client) =>
    (await list(client, 'limit=50')).find((row) => row.id === id)?.first_failure;
  const progress = (testsDone: number, newResults: ReturnType<typeof result>[]) =>
    storeProgress(db, claim, { testsDone, testsTotal: 12, newResults });
  await progress(2, [result(1, 'Accepted'), result(2, 'Skipped')]);
  expect(await told(user)).toBeNull();
  await progress(3, [result(3, 'Time Limit Exceeded')]);
  await progress(4, [result(4, 'Time Limit Exceeded')]);
  const failure = { testCase: 3, status: 'Time Limit Exceeded' };
  expect([await told(user), await told(staff), await told(other)]).toEqual([failure, failure, null]);
  // Those in force when it began: the problem's.
  expect(await read(user, id)).toMatchObject({ first_failure: failure, limits: { time_limit_ms: 1000 } });
  // Where single tests are not told, it is one of them.
  for (const feedback of ['groups', 'samples', 'full'] as const) {
    await db.update(problems).set({ feedback }).where(eq(problems.slug, 'p1'));
    const toOwner = feedback === 'full' ? failure : null;
    expect([await told(user), await told(staff)]).toEqual([toOwner, failure]);
    expect(await read(user, id)).toMatchObject({ first_failure: toOwner });
  }
  await storeVerdict(db, claim, { status: 'Time Limit Exceeded', score: 0, results: [] });
  expect(await told(user)).toBeNull();
});
