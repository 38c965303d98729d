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
    archive_imports: [],
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

it('tells what became of the last archives of problems, long after their pages were closed', async () => {
  const zip = makeForm({ package: { name: 'olympiad.zip', content: 'PK\x03\x04' } });
  const send = async () =>
    (await staff.post('/api/admin/packages', zip.payload, { headers: zip.headers })).json().jobId;
  const ofArchive = async () => (await read()).archive_imports;
  const jobId = await send();
  // It is told when it has ended.
  expect(await ofArchive()).toEqual([]);
  const packages = ['created', 'updated', 'refused', 'refused'].map((status, number) => ({
    folder: `folder-${number}`,
    id: `id-${number}`,
    title: 'x',
    status,
    message: status === 'refused' ? words('archive_damaged') : words('import_completed', { tests: 3 }),
    preview: null,
    testSetId: null,
  }));
  await database.pool.query('update import_jobs set packages = $1 where id = $2', [
    JSON.stringify(packages),
    jobId,
  ]);
  const message = words('import_of_many', { created: 1, updated: 1, refused: 2 });
  await endImport(db, jobId, { status: 'completed', message });
  const damaged = await send();
  await endImport(db, damaged, { status: 'failed', message: words('archive_damaged') });
  const ofRefused = { message_words: { code: 'archive_damaged' }, message: expect.stringContaining(' ') };
  expect(await ofArchive()).toMatchObject([
    { job_id: damaged, file_name: 'olympiad.zip', refused: 0, refusals: [], ...ofRefused },
    {
      job_id: jobId,
      requested_by: staff.username,
      message: '1 problem created, 1 updated, 2 refused.',
      refused: 2,
      refusals: [
        { folder: 'folder-2', id: 'id-2', ...ofRefused },
        { folder: 'folder-3', id: 'id-3', ...ofRefused },
      ],
    },
  ]);
  // Another of the staff finds every problem of it there.
  const colleague = await signUp('staff');
  const { problems } = (await colleague.get(`/api/admin/upload-progress/${jobId}`)).json();
  expect(problems.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
    ['id-0', 'created'],
    ['id-1', 'updated'],
    ['id-2', 'refused'],
    ['id-3', 'refused'],
  ]);
});

it('names an archive by what can be seen of its file’s name, in one line', async () => {
  const send = async (name: string) => {
    const [zip, starred] = [
      makeForm({ package: { name: 'x', content: 'PK\x03\x04' } }),
      encodeURIComponent(name),
    ];
    const payload = Buffer.from(
      zip.payload.toString('latin1').replace('filename="x"', `filename*=UTF-8''${starred}`),
      'latin1',
    );
    const sent = await staff.post('/api/admin/packages', payload, { headers: zip.headers });
    expect([name, sent.statusCode]).toEqual([name, 201]);
    await endImport(db, sent.json().jobId, { status: 'failed', message: words('archive_damaged') });
    return (await read()).archive_imports[0].file_name;
  };
  expect(await send('งาน 1.zip')).toBe('งาน 1.zip');
  expect(await send('a\u202egnp.zip')).toBe('agnp.zip');
  expect(await send('a\0b\u200b.zip')).toBe('ab\u200b.zip');
  expect(await send('a\u2028b\tc.zip')).toBe('a b c.zip');
  expect(await send(`${'x'.repeat(199)}😀.zip`)).toBe(`${'x'.repeat(199)}\ufffd`);
  expect(await send('\u202e')).toBeNull();
});
