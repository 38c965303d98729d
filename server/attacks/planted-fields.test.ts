import { describe, expect, it } from 'vitest';
import { makeForm } from '../testing/form.ts';
import { createVisibleProblem } from '../testing/problems.ts';
import { makeTestApp, testPassword } from '../testing/test-app.ts';

const { context, database, makeClient, signUp } = await makeTestApp();
const admin = await signUp('admin', 'the-admin');
const staff = await signUp('staff', 'the-author');
const user = await signUp('user', 'the-user');
const fields = { author: staff.username, time_limit_ms: 1000, memory_limit_mb: 256 };
await createVisibleProblem(staff, { id: 'open', title: 'Open', ...fields });

/** Everything a row has that its form does not offer. */
const planted = {
  id: 1,
  userId: admin.id,
  user_id: admin.id,
  role: 'admin',
  is_protected: true,
  isProtected: true,
  passwordHash: 'x',
  status: 'Accepted',
  overall_status: 'Accepted',
  score: 100,
  inMain: false,
  attempt: 99,
};

describe('fields that a form does not offer', () => {
  it('make nobody an administrator: registering, changing a password, submitting, being created', async () => {
    await admin.put('/api/admin/settings/registration', { enabled: true });
    await makeClient().post('/api/register', { ...planted, username: 'newcomer', password: testPassword });
    const passwords = { currentPassword: testPassword, newPassword: testPassword };
    expect((await user.put('/api/me/password', { ...planted, ...passwords })).statusCode).toBe(204);
    await admin.post('/api/admin/users/batch', { ...planted, prefix: 'team', count: 1 });
    const { rows } = await database.pool.query(
      `select username from users where role = 'admin' or is_protected order by username`,
    );
    expect(rows).toEqual([{ username: 'the-admin' }]);
    const me = (await user.get('/api/me')).json();
    expect(me.user).toEqual({ id: user.id, username: 'the-user', role: 'user' });
  });

  it('give a submission neither another owner nor a verdict', async () => {
    const body = { ...planted, problemId: 'open', language: 'cpp', code: 'mine' };
    const { id } = (await user.post('/api/submit', body)).json();
    expect((await user.get(`/api/submissions/${id}`)).json()).toMatchObject({
      username: 'the-user',
      overall_status: 'Pending',
      score: null,
    });
    expect((await user.get('/api/submissions')).json()).toHaveLength(1);
  });

  it('protect no account, and change no problem but the one in the address', async () => {
    const someone = await signUp('user', 'someone');
    const change = { ...planted, username: 'someone', role: 'user' };
    const saved = (await admin.put(`/api/admin/users/${someone.id}`, change)).json();
    expect(saved).toEqual({ id: someone.id, username: 'someone', role: 'user', is_protected: false });
    const body = {
      ...planted,
      id: 'open',
      title: 'New',
      is_visible: false,
      isVisible: false,
      pdfBlobId: 1,
      draftBy: 1,
      draft_by: 1,
      ...fields,
    };
    expect((await staff.put('/api/admin/problems/open', body)).statusCode).toBe(200);
    expect((await staff.get('/api/admin/problems')).json()).toMatchObject([
      { id: 'open', title: 'New', is_visible: true, has_tests: false, has_pdf: false },
    ]);
  });

  it('show no problem that was just created', async () => {
    const body = {
      ...planted,
      ...fields,
      id: 'shown-early',
      title: 'New',
      is_visible: true,
      isVisible: true,
    };
    expect((await staff.post('/api/admin/problems', body)).statusCode).toBe(201);
    expect((await user.get('/api/problems/shown-early')).json().code).toBe('problem_hidden');
  });
});

describe('fields that a contest has and its forms do not offer', () => {
  const fromNow = (ms: number) => new Date(context.now().getTime() + ms).toISOString();
  const times = () => ({ startTime: fromNow(60_000), endTime: fromNow(120_000) });
  const hidden = {
    entryPasswordHash: 'x',
    entry_password_hash: 'x',
    finishedAt: fromNow(0),
    is_unofficial: true,
  };

  it('set no password, and let nobody else in', async () => {
    const body = { ...planted, ...hidden, title: 'Planted', ...times(), entry: 'password' };
    expect((await staff.post('/api/admin/contests', body)).statusCode).toBe(400);
    const made = await staff.post('/api/admin/contests', { ...body, entry_password: 'open sesame' });
    expect(made.json()).toMatchObject({ entry: 'password', status: 'scheduled' });
    const { id } = made.json();
    const join = {
      ...planted,
      ...hidden,
      entry: 'open',
      isFree: true,
      isUnofficial: true,
      joinedAt: fromNow(-1),
    };
    const address = `/api/contests/${id}/join`;
    expect((await user.post(address, join)).statusCode).toBe(403);
    expect((await user.post(address, { ...join, password: 'open sesame' })).statusCode).toBe(200);
    const { rows } = await database.pool.query(
      'select user_id, is_unofficial from contest_participants where contest_id = $1',
      [id],
    );
    expect(rows).toEqual([{ user_id: user.id, is_unofficial: false }]);
  });

  it('make no submission of others a rehearsal', async () => {
    const body = { problemId: 'open', language: 'cpp', code: 'mine', rehearsalOf: 1, isRehearsal: true };
    const { id } = (await user.post('/api/submit', { ...planted, ...body })).json();
    const { rows } = await database.pool.query(
      'select rehearsal_of, in_main from submissions where id = $1',
      [id],
    );
    expect(rows).toEqual([{ rehearsal_of: null, in_main: true }]);
  });
});

describe('a statement that is also a page', () => {
  it('is given out as a PDF and nothing else', async () => {
    const script = '<html><script>fetch("/api/me")</script></html>';
    const content = `%PDF-1.7\n${script}`;
    const { payload, headers } = makeForm({ problemPdf: { name: 'page.html', content } });
    await staff.post('/api/admin/problems/open/upload', payload, { headers });
    const response = await makeClient().get('/api/problems/open/pdf', { headers: { accept: 'text/html' } });
    expect(response.body).toBe(content);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename="open.pdf"',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    });
  });
});
