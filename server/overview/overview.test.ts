import { expect, it } from 'vitest';
import { words } from '#contract/words.ts';
import { endImport } from '#store/imports.ts';
import { makeSubmissionTools } from '../submissions/testing.ts';
import { makeForm } from '../testing/form.ts';

const { context, database, db, judge, makeClient, signUp, staff, submit } = await makeSubmissionTools();
const user = await signUp('user');

const read = async () => (await staff.get('/api/admin/overview')).json();

it('is for staff', async () => {
  expect((await makeClient().get('/api/admin/overview')).statusCode).toBe(401);
  expect((await user.get('/api/admin/overview')).statusCode).toBe(403);
});

it('tells what waits, what was judged in the last hour, and what is missing', async () => {
  expect(await read()).toMatchObject({
    queue: { waiting: 0, judging: 0, rejudging: 0, importing: 0, oldest_waiting_since: null },
    minutes: [],
    without_tests: { count: 2, problems: [{ id: 'p2', is_visible: true }, { id: 'p1' }] },
    failed_imports: [],
    judge_faults: [],
  });
  const [first] = [await submit(user), await submit(user), await submit(user)];
  await judge(first, 'Accepted', 100);
  const { queue, minutes, machines } = await read();
  expect(queue).toMatchObject({ waiting: 2, oldest_waiting_since: context.now().toISOString() });
  expect(minutes.reduce((sum: number, { verdicts }: { verdicts: number }) => sum + verdicts, 0)).toBe(1);
  expect(machines).toEqual([{ name: '', verdicts: 1 }]);
  await database.pool.query(`update judge_minutes set minute = minute - interval '61 minutes'`);
  expect((await read()).minutes).toEqual([]);
});

it('tells the last failures of imports, also of what was never made, and of the judge', async () => {
  const zip = makeForm({ testcasesZip: { name: 't.zip', content: 'PK\x03\x04' } });
  const problem = { title: 'x', author: 'staff-member', time_limit_ms: 1000, memory_limit_mb: 64 };
  await staff.post('/api/admin/problems', { id: 'unmade', ...problem, files_follow: true });
  for (const id of ['p1', 'unmade']) {
    const sent = await staff.post(`/api/admin/problems/${id}/upload`, zip.payload, { headers: zip.headers });
    expect((await read()).queue.importing).toBe(1);
    const message = words('archive_damaged');
    expect(await endImport(db, sent.json().jobId, { status: 'failed', message })).toBe(true);
  }
  await judge(await submit(user), 'Skipped', 0, { fault: words('judging_failed') });
  const told = await read();
  expect(told.failed_imports).toMatchObject([
    { problem_id: 'unmade', is_unmade: true, message_words: { code: 'archive_damaged' } },
    { problem_id: 'p1', is_unmade: false },
  ]);
  expect(told.judge_faults).toMatchObject([{ problem_id: 'p1', fault_words: { code: 'judging_failed' } }]);
  expect(told.without_tests.count).toBe(2);
});
