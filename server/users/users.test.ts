import { describe, expect, it } from 'vitest';
import { makeTestApp, testPassword } from '../testing/test-app.ts';
import { ensureAdministrator } from './first-administrator.ts';

const { advance, context, database, makeClient, signUp } = await makeTestApp();
const administrator = await ensureAdministrator(context.db, {
  ADMIN_USERNAME: 'root-admin',
  ADMIN_PASSWORD: testPassword,
});
const admin = await signUp('admin', 'Second-Admin');

const list = async () => (await admin.get('/api/admin/users')).json() as { id: number; username: string }[];
const find = async (username: string) => (await list()).find((user) => user.username === username);

describe('who may manage users', () => {
  const calls = [
    ['GET', '/api/admin/users'],
    ['POST', '/api/admin/users'],
    ['PUT', '/api/admin/users/1'],
    ['DELETE', '/api/admin/users/1'],
    ['POST', '/api/admin/users/batch'],
  ] as const;
  it.each(calls)('%s %s: a visitor is asked to log in, user and staff are refused', async (method, url) => {
    const [visitor, user, staff] = [makeClient(), await signUp('user'), await signUp('staff')];
    expect((await visitor.get(url, { method })).json()).toEqual({
      code: 'login_required',
      message: 'Please log in.',
    });
    for (const client of [user, staff]) expect((await client.get(url, { method })).statusCode).toBe(403);
  });

  it('staff may list the authors: staff and administrators', async () => {
    const [user, staff] = [await signUp('user'), await signUp('staff', 'author-1')];
    const names = (await staff.get('/api/admin/authors'))
      .json()
      .map((author: { username: string }) => author.username);
    expect(names).toEqual(expect.arrayContaining(['author-1', 'Second-Admin', 'root-admin']));
    expect(names).not.toContain(user.username);
    expect((await user.get('/api/admin/authors')).statusCode).toBe(403);
  });
});

describe('creating a user', () => {
  it('makes an account that can sign in, and tells no hash', async () => {
    const response = await admin.post('/api/admin/users', {
      username: 'New.One',
      password: 'secret1',
      role: 'staff',
    });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      id: expect.any(Number),
      username: 'New.One',
      role: 'staff',
      is_protected: false,
    });
    expect(
      (await makeClient().post('/api/login', { username: 'new.one', password: 'secret1' })).statusCode,
    ).toBe(200);
  });

  it.each([
    [{ username: 'ab' }, 'Username must be at least 3 characters long.'],
    [{ username: ' ab ' }, 'Username must be at least 3 characters long.'],
    [{ username: 'a'.repeat(33) }, 'Username must be at most 32 characters long.'],
    [{ username: 'has space' }, 'Username may contain only letters, digits, _, - and . characters.'],
    [{ username: '<script>' }, 'Username may contain only letters, digits, _, - and . characters.'],
    [{ password: '12345' }, 'Password must be at least 6 characters long.'],
    [{ password: 'x'.repeat(257) }, 'Password must be at most 256 characters long.'],
  ])('refuses %j in the words of the specification', async (change, message) => {
    const body = { username: 'fine-name', password: 'fine password', role: 'user', ...change };
    const response = await admin.post('/api/admin/users', body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'invalid_request', message });
  });

  it('takes names and passwords exactly at their borders', async () => {
    for (const [username, password] of [
      ['abc', '123456'],
      ['a'.repeat(32), 'x'.repeat(256)],
    ]) {
      expect((await admin.post('/api/admin/users', { username, password, role: 'user' })).statusCode).toBe(
        201,
      );
      expect((await makeClient().post('/api/login', { username, password })).statusCode).toBe(200);
    }
  });

  it('does not make administrators or unknown roles', async () => {
    for (const role of ['admin', 'god', undefined]) {
      const body = { username: 'would-be', password: 'fine password', role };
      expect((await admin.post('/api/admin/users', body)).statusCode).toBe(400);
    }
    expect(await find('would-be')).toBeUndefined();
  });

  it('refuses a name that differs only in case', async () => {
    await admin.post('/api/admin/users', { username: 'Casey', password: 'fine password', role: 'user' });
    const response = await admin.post('/api/admin/users', {
      username: 'cASEY',
      password: 'fine password',
      role: 'user',
    });
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toBe('This username is already taken.');
  });
});

describe('editing a user', () => {
  it('renames, changes the role at once, and keeps the password', async () => {
    const someone = await signUp('user', 'before');
    const response = await admin.put(`/api/admin/users/${someone.id}`, { username: 'after', role: 'admin' });
    expect(response.json()).toMatchObject({ id: someone.id, username: 'after', role: 'admin' });
    expect((await someone.get('/api/me')).json().user).toMatchObject({ username: 'after', role: 'admin' });
    expect(
      (await makeClient().post('/api/login', { username: 'after', password: testPassword })).statusCode,
    ).toBe(200);
  });

  it('sets a password, which ends the sessions', async () => {
    const someone = await signUp('user');
    const body = { username: someone.username, role: 'user', password: 'set by admin' };
    expect((await admin.put(`/api/admin/users/${someone.id}`, body)).statusCode).toBe(200);
    expect((await someone.get('/api/me')).json().isAuthenticated).toBe(false);
    const again = await someone.post('/api/login', { username: someone.username, password: 'set by admin' });
    expect(again.statusCode).toBe(200);
  });

  it('refuses a taken name and changes nothing then', async () => {
    const [first, second] = [await signUp('user'), await signUp('user')];
    const body = { username: first.username.toUpperCase(), role: 'staff', password: 'set by admin' };
    expect((await admin.put(`/api/admin/users/${second.id}`, body)).statusCode).toBe(409);
    expect((await second.get('/api/me')).json().user).toMatchObject({
      username: second.username,
      role: 'user',
    });
  });

  it('lets a name change its case', async () => {
    const someone = await signUp('user', 'lower');
    const response = await admin.put(`/api/admin/users/${someone.id}`, { username: 'LOWER', role: 'user' });
    expect(response.json().username).toBe('LOWER');
  });

  it.each(['999999', '0', '-1', '1.5', 'abc', '99999999999999999999', '%00', '1e3x'])(
    'knows nobody with the id %s',
    async (id) => {
      const answer = await admin.put(`/api/admin/users/${id}`, { username: 'whoever', role: 'user' });
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'User not found.']);
    },
  );
});

describe('accounts nobody touches', () => {
  it.each(['put', 'delete'] as const)('one’s own and the protected one: %s', async (verb) => {
    const protectedOne = await find('root-admin');
    for (const [id, code] of [
      [protectedOne?.id, 'protected_account'],
      [admin.id, 'own_account'],
    ]) {
      const url = `/api/admin/users/${id}`;
      const body = { username: 'renamed', role: 'user' };
      const response = verb === 'put' ? await admin.put(url, body) : await admin.delete(url);
      expect(response.statusCode).toBe(403);
      expect(response.json().code).toBe(code);
    }
    expect(await find('root-admin')).toMatchObject({ role: 'admin', is_protected: true });
  });
});

describe('deleting a user', () => {
  it('ends the sessions and frees the name', async () => {
    const someone = await signUp('user', 'short-lived');
    expect((await admin.delete(`/api/admin/users/${someone.id}`)).statusCode).toBe(204);
    expect((await someone.get('/api/me')).json().isAuthenticated).toBe(false);
    expect((await admin.delete(`/api/admin/users/${someone.id}`)).statusCode).toBe(404);
    await signUp('user', 'short-lived');
  });
});

describe('batch creation', () => {
  const batch = (prefix: unknown, count: unknown) => admin.post('/api/admin/users/batch', { prefix, count });

  it('makes numbered accounts whose passwords work, and a second batch goes on', async () => {
    const first = await batch('team', 30);
    expect(first.statusCode).toBe(201);
    const users: { username: string; password: string }[] = first.json().users;
    expect(users.map((user) => user.username)).toEqual(
      Array.from({ length: 30 }, (_, i) => `team${String(i + 1).padStart(2, '0')}`),
    );
    expect(new Set(users.map((user) => user.password)).size).toBe(30);
    for (const user of [users[0], users[29]])
      expect((await makeClient().post('/api/login', user)).statusCode).toBe(200);
    const second: { username: string }[] = (await batch('TEAM', 2)).json().users;
    expect(second.map((user) => user.username)).toEqual(['TEAM31', 'TEAM32']);
  });

  it('goes on behind the largest number, and says when there is none left', async () => {
    await signUp('user', 'big99999');
    const names = async () =>
      (await batch('big', 2)).json().users.map((user: { username: string }) => user.username);
    expect(await names()).toEqual(['big100000', 'big100001']);
    expect(await names()).toEqual(['big100002', 'big100003']);
    await signUp('user', 'big999998');
    expect((await batch('big', 2)).json()).toMatchObject({ code: 'prefix_used_up' });
    expect((await batch('big', 1)).json().users[0].username).toBe('big999999');
  });

  it('keeps numbers apart when two batches are made at once', async () => {
    const answers = await Promise.all([batch('twin', 20), batch('twin', 20)]);
    const names = answers.flatMap((answer) =>
      answer.json().users.map((user: { username: string }) => user.username),
    );
    expect(new Set(names).size).toBe(40);
  });

  it('takes 1 and 100', async () => {
    expect((await batch('one', 1)).json().users).toHaveLength(1);
    const hundred = (await batch('h', 100)).json().users;
    expect([hundred[0].username, hundred[99].username]).toEqual(['h001', 'h100']);
  });

  it.each([0, 101, 1.5, '5', null, undefined])('refuses a count of %s', async (count) => {
    const response = await batch('x', count);
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toBe('Please enter a number between 1 and 100.');
  });

  it.each([
    ['', 'Prefix is required.'],
    ['  ', 'Prefix is required.'],
    [undefined, 'Prefix is required.'],
    ['a b', 'Prefix may contain only letters, digits, _, - and . characters.'],
    ['p'.repeat(27), 'Prefix must be at most 26 characters long.'],
  ])('refuses the prefix %j', async (prefix, message) => {
    expect((await batch(prefix, 1)).json().message).toBe(message);
  });
});

describe('registering', () => {
  const register = (body: object) => makeClient().post('/api/register', body);

  it('is refused while it is off, which it is at first', async () => {
    const response = await register({ username: 'too-early', password: 'fine password' });
    expect(response.statusCode).toBe(403);
    expect(response.json().message).toBe('Registration is currently disabled.');
    expect((await makeClient().get('/api/settings/registration')).json()).toEqual({ enabled: false });
  });

  it('makes a user, whatever role is asked for, and does not sign in', async () => {
    expect((await admin.put('/api/admin/settings/registration', { enabled: true })).json()).toEqual({
      enabled: true,
    });
    expect((await makeClient().get('/api/settings/registration')).json()).toEqual({ enabled: true });
    const response = await register({
      username: 'Newcomer',
      password: 'fine password',
      role: 'admin',
      is_protected: true,
    });
    expect(response.statusCode).toBe(201);
    expect(response.cookies).toEqual([]);
    expect(await find('Newcomer')).toMatchObject({ role: 'user', is_protected: false });
    expect((await register({ username: 'NEWCOMER', password: 'fine password' })).statusCode).toBe(409);
    expect((await register({ username: 'ab', password: 'fine password' })).json().message).toBe(
      'Username must be at least 3 characters long.',
    );
    await admin.put('/api/admin/settings/registration', { enabled: false });
    expect((await register({ username: 'too-late', password: 'fine password' })).statusCode).toBe(403);
  });

  it('is open to a class of 40 behind one address within minutes, and closed to a flood from there', async () => {
    await admin.put('/api/admin/settings/registration', { enabled: true });
    const send = (username: string, remoteAddress: string) =>
      makeClient().post('/api/register', { username, password: 'fine password' }, { remoteAddress });
    const pupils = Array.from({ length: 40 }, (_, i) => `classmate-${i}`);
    const answers = await Promise.all(pupils.map((name) => send(name, '10.3.0.1')));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]));
    // Trying counts, whatever comes of it.
    const flood = await Promise.all(Array.from({ length: 300 }, () => send('classmate-0', '10.3.0.1')));
    expect(flood.filter((answer) => answer.statusCode === 409)).toHaveLength(260);
    const refused = flood.find((answer) => answer.statusCode === 429);
    expect(refused?.json()).toEqual({
      code: 'too_many_registrations',
      message:
        'Too many accounts have been registered from your network. Please try again in an hour, or ask an organiser for an account.',
    });
    expect(refused?.headers['retry-after']).toBe('3600');
    expect((await send('from-elsewhere', '10.3.0.2')).statusCode).toBe(201);
    advance(60 * 60_000);
    expect((await send('after-an-hour', '10.3.0.1')).statusCode).toBe(201);
    await admin.put('/api/admin/settings/registration', { enabled: false });
  });

  it('is a setting for administrators alone', async () => {
    const staff = await signUp('staff');
    expect((await staff.put('/api/admin/settings/registration', { enabled: true })).statusCode).toBe(403);
    expect((await staff.get('/api/admin/settings/registration')).statusCode).toBe(403);
    expect((await makeClient().get('/api/admin/settings/registration')).statusCode).toBe(401);
    expect((await admin.put('/api/admin/settings/registration', { enabled: 'yes' })).statusCode).toBe(400);
    expect((await admin.get('/api/admin/settings/registration')).json()).toEqual({ enabled: false });
  });
});

describe('the first administrator', () => {
  it('is made once, with the password of the environment when there is one', async () => {
    expect(administrator).toEqual({ username: 'root-admin', newPassword: null });
    const again = await ensureAdministrator(context.db, {
      ADMIN_USERNAME: 'other',
      ADMIN_PASSWORD: undefined,
    });
    expect(again).toEqual({ username: 'root-admin', newPassword: null });
    const login = await makeClient().post('/api/login', { username: 'root-admin', password: testPassword });
    expect(login.json().user.role).toBe('admin');
  });

  it('gets a new password from the environment at a later start, which ends its sessions', async () => {
    const client = makeClient();
    await client.post('/api/login', { username: 'root-admin', password: testPassword });
    await ensureAdministrator(context.db, { ADMIN_USERNAME: 'root-admin', ADMIN_PASSWORD: testPassword });
    expect((await client.get('/api/me')).json().isAuthenticated).toBe(true);
    await ensureAdministrator(context.db, { ADMIN_USERNAME: 'root-admin', ADMIN_PASSWORD: 'another one' });
    expect((await client.get('/api/me')).json().isAuthenticated).toBe(false);
    expect(
      (await client.post('/api/login', { username: 'root-admin', password: 'another one' })).statusCode,
    ).toBe(200);
  });

  it('is one even when several servers start at once, and its password is told by one', async () => {
    await database.pool.query('delete from users where is_protected');
    const made = await Promise.all(
      Array.from({ length: 5 }, () =>
        ensureAdministrator(context.db, { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: undefined }),
      ),
    );
    const passwords = made.flatMap(({ newPassword }) => newPassword ?? []);
    expect(passwords).toHaveLength(1);
    const login = await makeClient().post('/api/login', { username: 'admin', password: passwords[0] });
    expect(login.statusCode).toBe(200);
  });
});
