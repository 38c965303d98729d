import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { findBlob, readBlob } from '#store/blobs.ts';
import { claimSubmission, storeVerdict } from '#store/judgements.ts';
import { importJobs } from '#store/schema.ts';
import { saveWorker } from '#store/workers.ts';
import { makeForm } from '../testing/form.ts';
import { createVisibleProblem } from '../testing/problems.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { parseRange } from './pdf.ts';

const { context, database, makeClient, signUp } = await makeTestApp();
const admin = await signUp('admin', 'the-admin');
const staff = await signUp('staff', 'the-author');
const user = await signUp('user', 'the-user');
const visitor = makeClient();

const fields = { title: 'A Plus B', author: 'the-author', time_limit_ms: 1000, memory_limit_mb: 256 };
const create = (id: string, change: object = {}, by: Client = staff) =>
  createVisibleProblem(by, { id, ...fields, ...change });
const upload = (
  id: string,
  files: Record<string, { name: string; content: Buffer | string }>,
  by: Client = staff,
) => {
  const { payload, headers } = makeForm(files);
  return by.post(`/api/admin/problems/${id}/upload`, payload, { headers });
};
const pdf = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.alloc(3 * 1024 * 1024, 'x'),
  Buffer.from('%%EOF'),
]);
const zip = { name: 'tests.zip', content: Buffer.from('PK\x03\x04 the rest is for the import to refuse') };

describe('managing problems', () => {
  it('creates one that only staff see until it is shown', async () => {
    const response = await staff.post('/api/admin/problems', { id: 'aplusb', ...fields });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({ id: 'aplusb' });
    expect((await staff.get('/api/admin/problems')).json()).toContainEqual({
      id: 'aplusb',
      title: 'A Plus B',
      is_visible: false,
      has_tests: false,
    });
    expect((await visitor.get('/api/problems/aplusb')).json().code).toBe('problem_hidden');
    expect((await user.get('/api/problems-with-stats')).body).not.toContain('aplusb');
    await staff.put('/api/admin/problems/aplusb/visibility', { isVisible: true });
    expect((await visitor.get('/api/problems/aplusb')).json()).toEqual({
      id: 'aplusb',
      title: 'A Plus B',
      author: 'the-author',
      time_limit_ms: 1000,
      memory_limit_mb: 256,
      has_pdf: false,
      is_hidden: false,
      withholds_run_facts: false,
      submission_count: 0,
      latest_submission_at: null,
      best_score: 0,
      best_submission_status: null,
      best_submission_results: [],
    });
  });

  it.each([
    [{ id: '' }, 'Problem id is required.'],
    [{ id: 'a b' }, 'Problem id may contain only letters, digits, _, - and . characters.'],
    [{ id: '../etc' }, 'Problem id may contain only letters, digits, _, - and . characters.'],
    [{ id: '..' }, 'Problem id may contain only letters, digits, _, - and . characters.'],
    [{ id: 'x'.repeat(65) }, 'Problem id must be at most 64 characters long.'],
    [{ title: '  ' }, 'Title is required.'],
    [{ title: 'x'.repeat(256) }, 'Title must be at most 255 characters long.'],
    [{ author: 'the-user' }, 'The author must be one of the staff or administrators.'],
    [{ author: 'nobody' }, 'The author must be one of the staff or administrators.'],
    [{ time_limit_ms: 0 }, 'Time limit must be a whole number of ms from 1 to 60000.'],
    [{ time_limit_ms: 60_001 }, 'Time limit must be a whole number of ms from 1 to 60000.'],
    [{ time_limit_ms: 1.5 }, 'Time limit must be a whole number of ms from 1 to 60000.'],
    [{ memory_limit_mb: 3 }, 'Memory limit must be a whole number of MB from 4 to 4096.'],
    [{ memory_limit_mb: 'much' }, 'Memory limit must be a whole number of MB from 4 to 4096.'],
  ])('refuses %j', async (change, message) => {
    const response = await create('refused', change);
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toBe(message);
  });

  it('refuses an id that exists, and keeps the id on editing', async () => {
    await create('taken');
    expect((await create('taken')).json().code).toBe('problem_id_taken');
    const change = { id: 'taken', ...fields, title: 'New title', author: 'THE-ADMIN', time_limit_ms: 2000 };
    expect((await staff.put('/api/admin/problems/taken', change)).statusCode).toBe(200);
    expect((await visitor.get('/api/problems/taken')).json()).toMatchObject({
      title: 'New title',
      author: 'the-admin',
      time_limit_ms: 2000,
    });
    expect((await staff.put('/api/admin/problems/taken', { ...change, id: 'other' })).json().code).toBe(
      'problem_id_fixed',
    );
    expect((await staff.put('/api/admin/problems/absent', { ...change, id: 'absent' })).statusCode).toBe(404);
  });

  it('can be saved whatever became of its author, who stays unless another is chosen', async () => {
    const author = await signUp('staff', 'leaving-author');
    const as = (username: string, id = 'orphan') =>
      staff.put(`/api/admin/problems/${id}`, { id, ...fields, title: 'Saved', author: username });
    const authorNow = async () => (await staff.get('/api/problems/orphan')).json().author;
    for (const id of ['orphan', 'another'])
      await create(id, { author: id === 'orphan' ? author.username : 'the-author' });

    await admin.put(`/api/admin/users/${author.id}`, { username: 'left-author', role: 'user' });
    expect((await as('LEFT-author')).statusCode).toBe(200);
    expect(await authorNow()).toBe('left-author');
    // Only where they are the author already.
    for (const refused of [
      await as('left-author', 'another'),
      await create('new-one', { author: 'left-author' }),
    ]) {
      expect([refused.statusCode, refused.json().code]).toEqual([400, 'unknown_author']);
    }
    expect((await as('')).json().message).toBe('Author is required.');

    await admin.delete(`/api/admin/users/${author.id}`);
    expect(await authorNow()).toBe('');
    expect((await as('')).statusCode).toBe(200);
    expect(await authorNow()).toBe('');
    expect((await as('the-author')).statusCode).toBe(200);
    expect(await authorNow()).toBe('the-author');
    for (const refused of [await as(''), await create('new-one', { author: ' ' })]) {
      expect([refused.statusCode, refused.json().message]).toEqual([400, 'Author is required.']);
    }
  });

  it('lists in natural order', async () => {
    for (const id of ['n10', 'n9', 'n1']) await create(id);
    const ids = (await user.get('/api/problems-with-stats'))
      .json()
      .map((problem: { id: string }) => problem.id);
    expect(ids.filter((id: string) => /^n\d/.test(id))).toEqual(['n1', 'n9', 'n10']);
  });

  it.each([
    ['GET', '/api/admin/problems'],
    ['POST', '/api/admin/problems'],
    ['PUT', '/api/admin/problems/aplusb'],
    ['DELETE', '/api/admin/problems/aplusb'],
    ['PUT', '/api/admin/problems/aplusb/visibility'],
    ['POST', '/api/admin/problems/aplusb/upload'],
    ['GET', '/api/admin/problems/aplusb/tests'],
    ['GET', '/api/admin/problems/aplusb/import'],
    ['GET', '/api/admin/upload-progress/00000000-0000-4000-8000-000000000000'],
  ] as const)('%s %s is for staff', async (method, url) => {
    expect((await visitor.get(url, { method })).statusCode).toBe(401);
    expect((await user.get(url, { method })).statusCode).toBe(403);
  });
});

describe('a title', () => {
  it.each([
    ['a\nb', 'Title must be on one line.'],
    ['a\r\nb', 'Title must be on one line.'],
    ['a\u0085b', 'Title must be on one line.'],
    ['a\u2028b', 'Title must be on one line.'],
    ['a\u2029b', 'Title must be on one line.'],
    ...[
      ['\t', 'U+0009'],
      ['\u001b', 'U+001B'],
      ['\u009f', 'U+009F'],
      ['\u00ad', 'U+00AD'],
      ['\u061c', 'U+061C'],
      ['\u200e', 'U+200E'],
      ['\u200f', 'U+200F'],
      ['\u202a', 'U+202A'],
      ['\u202e', 'U+202E'],
      ['\u2060', 'U+2060'],
      ['\u2066', 'U+2066'],
      ['\u2069', 'U+2069'],
      ['\u3164', 'U+3164'],
      ['\u{e0041}', 'U+E0041'],
      ['\ufffb', 'U+FFFB'],
    ].map(([character, name]) => [
      `a${character}b`,
      `Title contains an invisible character (${name}). Please remove it or type the text again.`,
    ]),
    ['\u200d', 'Title is required.'],
    ['\u200b \ufe0f', 'Title is required.'],
  ] as [string, string][])('%j is refused, with a word about why', async (title, message) => {
    const refused = await create('strange-title', { title });
    expect([refused.statusCode, refused.json().message]).toEqual([400, message]);
  });

  it.each([
    'การบวกเลข',
    'การ\u200bบวก\u200bเลข',
    'جمع الأعداد',
    'خانه\u200cها',
    'שָׁלוֹם',
    'क्‍ष',
    '👩‍👩‍👧‍👦 ❤️ 🏳️‍🌈 👍🏽',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 England',
    'é e\u0301 A × B − C “quoted” … ½',
    '加法 덧셈 たし算',
  ])('%s is fine', async (title) => {
    const id = `title-${Math.random().toString(36).slice(2)}`;
    expect((await create(id, { title })).statusCode).toBe(201);
    expect((await staff.get(`/api/problems/${id}`)).json().title).toBe(title);
  });

  it('from before these rules is still shown', async () => {
    await create('old-title');
    await database.pool.query(`update problems set title = $1 where id = 'old-title'`, ['old\u202e\ntitle']);
    expect((await staff.get('/api/problems/old-title')).json().title).toBe('old\u202e\ntitle');
    expect((await staff.get('/api/problems-with-stats')).statusCode).toBe(200);
    expect((await staff.get('/api/admin/problems')).statusCode).toBe(200);
  });
});

describe('visibility', () => {
  const setVisible = (isVisible: boolean) =>
    staff.put('/api/admin/problems/secret/visibility', { isVisible });

  it('hides a problem from everyone but staff, everywhere', async () => {
    await create('secret', { title: 'Secret' });
    expect((await setVisible(false)).json()).toMatchObject({
      id: 'secret',
      title: 'Secret',
      is_visible: false,
    });
    for (const client of [visitor, user]) {
      const page = await client.get('/api/problems/secret');
      expect(page.statusCode).toBe(403);
      expect(page.json()).toEqual({
        code: 'problem_hidden',
        message: 'Problem is hidden',
        problemId: 'secret',
        title: 'Secret',
        detail: expect.any(String),
      });
      expect((await client.get('/api/problems/secret/pdf')).statusCode).toBe(403);
    }
    const submit = { problemId: 'secret', language: 'cpp', code: 'int main(){}' };
    expect((await user.post('/api/submit', submit)).json().code).toBe('problem_hidden');
    expect(JSON.stringify((await user.get('/api/problems-with-stats')).json())).not.toContain('secret');
    for (const client of [staff, admin])
      expect((await client.get('/api/problems/secret')).json().is_hidden).toBe(true);
    expect((await staff.get('/api/problems-with-stats')).json()).toContainEqual(
      expect.objectContaining({ id: 'secret', is_hidden: true }),
    );
    await setVisible(true);
    for (const client of [visitor, staff])
      expect((await client.get('/api/problems/secret')).json().is_hidden).toBe(false);
  });

  it('answers 404 for what is not there', async () => {
    expect((await visitor.get('/api/problems/absent')).json()).toMatchObject({ code: 'problem_not_found' });
    expect((await staff.put('/api/admin/problems/absent/visibility', { isVisible: true })).statusCode).toBe(
      404,
    );
    expect((await staff.delete('/api/admin/problems/absent')).statusCode).toBe(404);
  });
});

describe('the statement', () => {
  it('is served whole, in ranges, and not again when nothing changed', async () => {
    await create('with-pdf');
    const uploaded = await upload('with-pdf', { problemPdf: { name: 's.pdf', content: pdf } });
    expect([uploaded.statusCode, uploaded.json()]).toEqual([201, { jobId: null }]);
    expect((await visitor.get('/api/problems/with-pdf')).json().has_pdf).toBe(true);

    const whole = await visitor.get('/api/problems/with-pdf/pdf');
    expect(whole.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
    });
    expect(whole.rawPayload.equals(pdf)).toBe(true);
    const etag = String(whole.headers.etag);
    const again = await visitor.get('/api/problems/with-pdf/pdf', { headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);

    // Across a chunk's border, from the end, and past it.
    for (const [range, start, end] of [
      ['bytes=1048570-1048580', 1048570, 1048580],
      ['bytes=-5', pdf.length - 5, pdf.length - 1],
      [`bytes=${pdf.length - 3}-`, pdf.length - 3, pdf.length - 1],
      ['bytes=0-99999999', 0, pdf.length - 1],
    ] as const) {
      const part = await visitor.get('/api/problems/with-pdf/pdf', { headers: { range } });
      expect(part.statusCode).toBe(206);
      expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${pdf.length}`);
      expect(part.rawPayload.equals(pdf.subarray(start, end + 1))).toBe(true);
    }
    const beyond = await visitor.get('/api/problems/with-pdf/pdf', {
      headers: { range: `bytes=${pdf.length}-` },
    });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${pdf.length}`]);
    const stale = await visitor.get('/api/problems/with-pdf/pdf', {
      headers: { range: 'bytes=0-1', 'if-range': '"old"' },
    });
    expect(stale.statusCode).toBe(200);
  });

  it('ignores ranges it does not understand', () => {
    for (const header of [undefined, 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,3-4', 'lines=1-2']) {
      expect(parseRange(header, 100)).toBeNull();
    }
  });

  it('is absent at first', async () => {
    await create('without-pdf');
    expect((await visitor.get('/api/problems/without-pdf/pdf')).json().code).toBe('no_pdf');
  });
});

describe('uploading', () => {
  it('stores the archive as it is and queues its import', async () => {
    await create('uploaded');
    const content = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(2_500_000, 'ab')]);
    const response = await upload('uploaded', { testcasesZip: { name: 't.zip', content } });
    expect(response.statusCode).toBe(201);
    const { jobId } = response.json();
    expect((await staff.get(`/api/admin/upload-progress/${jobId}`)).json()).toEqual({
      status: 'pending',
      message: expect.any(String),
      progress: 0,
      total: 0,
      report: null,
    });
    const [job] = await context.db.select().from(importJobs).where(sql`${importJobs.id} = ${jobId}`);
    const blob = await findBlob(context.db, { id: job?.archiveBlobId ?? 0 });
    if (!blob) throw new Error('The archive was not stored');
    const stored = Buffer.concat(await Array.fromAsync(readBlob(context.db, blob)));
    expect(stored.equals(content)).toBe(true);
    const queued = await database.pool.query(`select data from pgboss.job where name = 'import'`);
    expect(queued.rows).toContainEqual({ data: { importId: jobId } });
  });

  it('refuses saving over a running import, by any way', async () => {
    await create('busy');
    await upload('busy', { testcasesZip: zip });
    for (const response of [
      await upload('busy', { testcasesZip: zip }),
      await upload('busy', { problemPdf: { name: 's.pdf', content: pdf } }),
      await staff.put('/api/admin/problems/busy', { id: 'busy', ...fields }),
    ]) {
      expect([response.statusCode, response.json().code]).toEqual([409, 'import_running']);
    }
    expect((await visitor.get('/api/problems/busy')).json().has_pdf).toBe(false);
  });

  it('tells staff of the last import, also those who did not start it', async () => {
    await create('imported');
    const last = async () => (await admin.get('/api/admin/problems/imported/import')).json();
    expect(await last()).toBeNull();
    for (const [status, message] of [
      ['failed', '2.in has no answer file.'],
      ['completed', 'Imported 1 test.'],
    ] as const) {
      const { jobId } = (await upload('imported', { testcasesZip: zip })).json();
      expect(await last()).toMatchObject({ job_id: jobId, status: 'pending' });
      await context.db.update(importJobs).set({ status, message }).where(sql`${importJobs.id} = ${jobId}`);
      const progress = (await staff.get(`/api/admin/upload-progress/${jobId}`)).json();
      expect(await last()).toEqual({ ...progress, job_id: jobId, started_at: expect.any(String) });
      expect(await last()).toMatchObject({ status, message });
    }
    const unknown = await staff.get('/api/admin/problems/absent/import');
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'problem_not_found']);
  });

  it('lets one of two uploads at the same moment through', async () => {
    await create('race');
    const answers = await Promise.all([
      upload('race', { testcasesZip: zip }),
      upload('race', { testcasesZip: zip }),
    ]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409]);
  });

  it('takes the same new files for several problems at the same moment', async () => {
    const ids = ['same-1', 'same-2', 'same-3', 'same-4'];
    for (const id of ids) await create(id);
    const statement = Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(2_500_000, 'new')]);
    const tests = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(1_200_000, 'new')]);
    const answers = await Promise.all(
      ids.map((id) =>
        upload(id, {
          problemPdf: { name: 's.pdf', content: statement },
          testcasesZip: { name: 't.zip', content: tests },
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    for (const id of ids) {
      expect((await visitor.get(`/api/problems/${id}/pdf`)).rawPayload.equals(statement)).toBe(true);
    }
  });

  it('is not for another problem that got the id while the files arrived', async () => {
    await create('swapped');
    const letArrive = await database.hold('lock table blobs in share mode', []);
    const arriving = upload('swapped', { problemPdf: { name: 's.pdf', content: '%PDF-1.7 swapped' } });
    await database.waitForLock();
    expect((await staff.delete('/api/admin/problems/swapped')).statusCode).toBe(204);
    await create('swapped');
    await letArrive();
    expect((await arriving).json().code).toBe('problem_not_found');
    expect((await staff.get('/api/problems/swapped')).json().has_pdf).toBe(false);
  });

  it.each([
    ['not_a_pdf', { problemPdf: { name: 's.pdf', content: 'just text' } }],
    ['not_a_pdf', { problemPdf: { name: 's.pdf', content: '' } }],
    ['not_a_pdf', { problemPdf: { name: 's.pdf', content: '%PD' } }],
    ['not_a_zip', { testcasesZip: { name: 't.zip', content: 'Rar!' } }],
    ['not_a_zip', { testcasesZip: { name: 't.zip', content: '%PDF-1.7' } }],
    ['upload_empty', {}],
    ['upload_empty', { other: { name: 'x', content: 'y' } }],
    [
      'pdf_too_large',
      { problemPdf: { name: 's.pdf', content: Buffer.alloc(64 * 1024 * 1024 + 1, '%PDF-') } },
    ],
  ] as const)('refuses with %s and changes nothing', async (code, files) => {
    const id = `refused-${code}-${Object.keys(files).length}-${Math.random().toString(36).slice(2)}`;
    await create(id);
    expect((await upload(id, files)).json().code).toBe(code);
    expect((await visitor.get(`/api/problems/${id}`)).json().has_pdf).toBe(false);
    expect((await upload(id, { testcasesZip: zip })).statusCode).toBe(201);
  });

  it('refuses what is no form, and a problem that is not there', async () => {
    const json = await staff.post('/api/admin/problems/aplusb/upload', { problemPdf: 'x' });
    expect(json.statusCode).toBe(415);
    expect((await upload('absent', { testcasesZip: zip })).statusCode).toBe(404);
  });

  it('refuses a form that is cut short anywhere, and keeps nothing of it', async () => {
    await create('cut-short');
    const { payload, headers } = makeForm({ problemPdf: { name: 's.pdf', content: '%PDF-1.7' } });
    for (let length = 0; length < payload.length - 4; length += 7) {
      const part = payload.subarray(0, length);
      const response = await staff.post('/api/admin/problems/cut-short/upload', part, { headers });
      expect([length, response.statusCode]).toEqual([length, 400]);
    }
    expect((await visitor.get('/api/problems/cut-short')).json().has_pdf).toBe(false);
  });
});

describe('an import', () => {
  async function start(id: string): Promise<string> {
    await create(id);
    const { jobId } = (await upload(id, { testcasesZip: zip })).json();
    return `/api/admin/upload-progress/${jobId}`;
  }

  it('says when there is no judge machine to do it', async () => {
    const path = await start('nobody-there');
    const message = async () => (await staff.get(path)).json().message;
    const noWorker =
      'No judge machine is taking work at the moment. The import goes on as soon as one does, or can be cancelled.';
    expect(await message()).toBe(noWorker);
    const worker = { id: randomUUID(), name: 'a worker', cores: 2, architecture: 'x64', version: '1' };
    await saveWorker(context.db, { ...worker, state: 'ready' });
    expect(await message()).toBe('Waiting for the import to start...');
    await saveWorker(context.db, { ...worker, state: 'refused' });
    expect(await message()).toBe(noWorker);
    await saveWorker(context.db, { ...worker, state: 'ready' });
    await database.pool.query(`update workers set seen_at = now() - interval '1 minute'`);
    expect(await message()).toBe(noWorker);
    await database.pool.query('delete from workers');
  });

  it('can be cancelled while it waits, and then the problem is free again', async () => {
    const path = await start('cancelled');
    expect((await upload('cancelled', { testcasesZip: zip })).json().code).toBe('import_running');
    expect((await staff.delete(path)).statusCode).toBe(204);
    expect((await staff.get(path)).json()).toMatchObject({
      status: 'failed',
      message: 'The import has been cancelled; the tests that were in force before still are.',
    });
    const again = await staff.delete(path);
    expect([again.statusCode, again.json().message]).toEqual([409, 'This import has already ended.']);
    expect((await upload('cancelled', { testcasesZip: zip })).statusCode).toBe(201);
    const absent = await staff.delete('/api/admin/upload-progress/00000000-0000-4000-8000-000000000000');
    expect([absent.statusCode, absent.json().message]).toEqual([404, 'This upload is not known.']);
  });
});

describe('deleting a problem', () => {
  it('takes its submissions, and its points off the scoreboard', async () => {
    await create('doomed');
    await create('kept');
    const scorer = await signUp('user', 'scorer');
    for (const problemId of ['doomed', 'kept']) {
      const { id } = (await scorer.post('/api/submit', { problemId, language: 'cpp', code: 'x' })).json();
      const claim = await claimSubmission(context.db, id);
      if (claim) await storeVerdict(context.db, claim, { status: 'Accepted', score: 100, results: [] });
    }
    const row = async () =>
      (await scorer.get('/api/scoreboard'))
        .json()
        .find((entry: { username: string }) => entry.username === 'scorer');
    expect(await row()).toEqual({ username: 'scorer', problems_solved: 2, total_score: 200 });
    expect((await staff.delete('/api/admin/problems/doomed')).statusCode).toBe(204);
    expect(await row()).toEqual({ username: 'scorer', problems_solved: 1, total_score: 100 });
    expect((await scorer.get('/api/submissions?filter=mine')).json()).toHaveLength(1);
  });

  it('is possible while its tests are imported', async () => {
    await create('doomed-too');
    await upload('doomed-too', { testcasesZip: zip });
    expect((await staff.delete('/api/admin/problems/doomed-too')).statusCode).toBe(204);
  });
});
