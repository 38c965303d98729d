import { describe, expect, it } from 'vitest';
import { claimSubmission, storeVerdict } from '#store/judgements.ts';
import { parseRange } from './pdf.ts';
import { fields, makeProblemTools, pdf, zip } from './testing.ts';

const { admin, context, create, database, signUp, staff, upload, user, visitor } = await makeProblemTools();

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
      tests: 0,
      groups: 0,
      time_limit_ms: 1000,
      memory_limit_mb: 256,
      has_pdf: false,
      contest: null,
      attempts: 0,
      import: null,
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
      in_contest: null,
      is_hidden: false,
      withholds_run_facts: false,
      feedback: 'full',
      languages: [{ id: 'cpp', time_limit_ms: 1000, memory_limit_mb: 256 }],
      allowed_languages: null,
      language_limits: {},
      groups: [],
      last_language: null,
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

  it('refuses an id that exists, and keeps the id on editing unless another is given', async () => {
    await create('taken');
    expect((await create('taken')).json().code).toBe('problem_id_taken');
    const change = { id: 'taken', ...fields, title: 'New title', author: 'THE-ADMIN', time_limit_ms: 2000 };
    expect((await staff.put('/api/admin/problems/taken', change)).statusCode).toBe(200);
    expect((await visitor.get('/api/problems/taken')).json()).toMatchObject({
      title: 'New title',
      author: 'the-admin',
      time_limit_ms: 2000,
    });
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
    await database.pool.query(`update problems set title = $1 where slug = 'old-title'`, [
      'old\u202e\ntitle',
    ]);
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
      [`bytes=-${pdf.length + 1}`, 0, pdf.length - 1],
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
