import { describe, expect, it } from 'vitest';
import { makeTestApp, testPassword, testPasswordHash } from '../testing/test-app.ts';
import { countAttempt, forgiveAttempts } from './sign-in-limits.ts';

const { app, advance, context, database, log, makeClient, signUp } = await makeTestApp();

const day = 24 * 60 * 60 * 1000;

describe('signing in', () => {
  it('tells who is signed in, and nobody before', async () => {
    const client = makeClient();
    expect((await client.get('/api/me')).json()).toEqual({ isAuthenticated: false, user: null });
    const someone = await signUp('staff', 'Somchai');
    expect((await someone.get('/api/me')).json()).toEqual({
      isAuthenticated: true,
      user: { id: someone.id, username: 'Somchai', role: 'staff' },
    });
  });

  it('takes the username in any case', async () => {
    await signUp('user', 'MixedCase');
    const client = makeClient();
    const response = await client.post('/api/login', { username: 'mixedCASE', password: testPassword });
    expect(response.statusCode).toBe(200);
    expect(response.json().user.username).toBe('MixedCase');
  });

  it('answers a wrong password and an unknown name alike', async () => {
    const { username } = await signUp('user');
    for (const [name, password] of [
      [username, 'wrong one'],
      ['nobody-here', 'wrong one'],
      ['n'.repeat(33), 'wrong one'],
      [username, 'x'.repeat(257)],
    ]) {
      const response = await makeClient().post('/api/login', { username: name, password });
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual({
        code: 'wrong_credentials',
        message: 'Invalid username or password.',
      });
      expect(response.cookies).toEqual([]);
    }
  });

  it.each([
    [{ password: 'x' }, 'Username is required.'],
    [{ username: '', password: 'x' }, 'Username is required.'],
    [{ username: 'x' }, 'Password is required.'],
    [{ username: 'x', password: '' }, 'Password is required.'],
  ])('asks for what is missing: %j', async (body, message) => {
    const response = await makeClient().post('/api/login', body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'invalid_request', message });
  });

  it('sets a cookie that scripts cannot read and other sites cannot send along', async () => {
    const { username } = await signUp('user');
    const response = await makeClient().post('/api/login', { username, password: testPassword });
    expect(response.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(response.cookies[0]).not.toHaveProperty('secure');
  });

  it('never makes a planted or an earlier token valid', async () => {
    const victim = await signUp('user');
    const planted = makeClient();
    planted.cookie = 'planted-by-an-attacker';
    await planted.post('/api/login', { username: victim.username, password: testPassword });
    expect(planted.cookie).not.toBe('planted-by-an-attacker');
    const attacker = makeClient();
    attacker.cookie = 'planted-by-an-attacker';
    expect((await attacker.get('/api/me')).json().isAuthenticated).toBe(false);

    const earlier = victim.cookie;
    await victim.post('/api/login', { username: victim.username, password: testPassword });
    const old = makeClient();
    old.cookie = earlier;
    expect((await old.get('/api/me')).json().isAuthenticated).toBe(false);
  });

  it('keeps neither password nor token readable, in the table or in the log', async () => {
    const client = await signUp('user');
    const { rows } = await database.pool.query(
      `select (select string_agg(encode(token_hash, 'escape'), ' ') from sessions)
           || (select string_agg(password_hash, ' ') from users) as kept`,
    );
    expect(client.cookie).toBeTruthy();
    for (const text of [rows[0].kept, log.join('')]) {
      expect(text).not.toContain(client.cookie);
      expect(text).not.toContain(testPassword);
    }
    expect(log.join('')).toContain('/api/login');
  });
});

describe('a session', () => {
  it('ends on logout, for the server too', async () => {
    const client = await signUp('user');
    const copy = makeClient();
    copy.cookie = client.cookie;
    const response = await client.post('/api/logout');
    expect(response.statusCode).toBe(204);
    expect(client.cookie).toBeUndefined();
    expect((await copy.get('/api/me')).json().isAuthenticated).toBe(false);
  });

  it('logs out without complaint when nobody is signed in', async () => {
    const response = await makeClient().post('/api/logout', undefined, {
      headers: { 'content-type': 'application/json' },
    });
    expect(response.statusCode).toBe(204);
  });

  it('lasts 30 days unused and is prolonged by use', async () => {
    const [idle, active] = [await signUp('user'), await signUp('user')];
    const isSignedIn = async (client: typeof idle) => (await client.get('/api/me')).json().isAuthenticated;
    advance(16 * day);
    expect(await isSignedIn(active)).toBe(true);
    advance(14 * day);
    expect(await isSignedIn(idle)).toBe(false);
    expect(await isSignedIn(active)).toBe(true);
  });

  it('of a changed password ends everywhere but here', async () => {
    const client = await signUp('user');
    const elsewhere = makeClient();
    await elsewhere.post('/api/login', { username: client.username, password: testPassword });
    const response = await client.put('/api/me/password', {
      currentPassword: testPassword,
      newPassword: 'a better one',
    });
    expect(response.statusCode).toBe(204);
    expect((await client.get('/api/me')).json().isAuthenticated).toBe(true);
    expect((await elsewhere.get('/api/me')).json().isAuthenticated).toBe(false);
    const again = await elsewhere.post('/api/login', { username: client.username, password: 'a better one' });
    expect(again.statusCode).toBe(200);
  });

  it('does not let a found browser change the password without knowing it', async () => {
    const client = await signUp('user');
    const body = { currentPassword: 'guess', newPassword: 'a better one' };
    const response = await client.put('/api/me/password', body);
    expect(response.statusCode).toBe(403);
    expect(response.json().code).toBe('wrong_password');
    expect((await makeClient().put('/api/me/password', body)).statusCode).toBe(401);
  });
});

describe('guessing', () => {
  const login = (username: string, password: string, remoteAddress: string) =>
    app.inject({ method: 'POST', url: '/api/login', payload: { username, password }, remoteAddress });

  it('is stopped after ten failures for an account at an address, and only there', async () => {
    const { username } = await signUp('user');
    for (let i = 0; i < 10; i++) expect((await login(username, 'guess', '10.0.0.1')).statusCode).toBe(401);
    const refused = await login(username, testPassword, '10.0.0.1');
    expect(refused.statusCode).toBe(429);
    expect(refused.json().code).toBe('too_many_attempts');
    expect(Number(refused.headers['retry-after'])).toBe(15 * 60);
    expect((await login(username, testPassword, '10.0.0.2')).statusCode).toBe(200);
    advance(15 * 60_000);
    expect((await login(username, testPassword, '10.0.0.1')).statusCode).toBe(200);
  });

  it('lets no more through when tried all at once', async () => {
    const { username } = await signUp('user');
    const answers = await Promise.all(Array.from({ length: 40 }, () => login(username, 'guess', '10.0.1.1')));
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(10);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(30);
  });

  it('from one address never locks the account elsewhere, from many does', async () => {
    const { username } = await signUp('user');
    for (let i = 0; i < 120; i++) await login(username, 'guess', '10.0.2.1');
    expect((await login(username, testPassword, '10.0.2.2')).statusCode).toBe(200);
    for (let i = 0; i < 100; i++) await login(username, 'guess', `10.0.3.${i}`);
    expect((await login(username, testPassword, '10.0.4.1')).statusCode).toBe(429);
  });

  it('is no cheaper for attempts that were under way when a window ended', async () => {
    const { db, now } = context;
    const count = (address: string) => countAttempt(db, now(), 'late', address);
    const underWay = [await count('10.0.7.1'), await count('10.0.7.2')];
    advance(60 * 60_000);
    for (let i = 0; i < 100; i++) await count(`10.0.8.${i}`);
    for (const attempt of underWay) await forgiveAttempts(db, attempt);
    await expect(count('10.0.7.3')).rejects.toMatchObject({ code: 'too_many_attempts' });
  });

  it('counts an IPv6 network as one address', async () => {
    const { username } = await signUp('user');
    for (let i = 0; i < 10; i++) await login(username, 'guess', `2001:db8:1:2::${i + 1}`);
    expect((await login(username, testPassword, '2001:db8:1:2:ffff::9')).statusCode).toBe(429);
    expect((await login(username, testPassword, '2001:db8:1:3::1')).statusCode).toBe(200);
  });

  it('has one set of guesses a name, however it is spelled', async () => {
    await signUp('user', 'iris');
    for (const spelling of ['IRIS', 'ırıs', 'İris', 'iris\u0307', ' iris ']) {
      const right = await login(spelling, testPassword, '10.0.6.1');
      expect([spelling, right.statusCode]).toEqual([spelling, /^[ -~]+$/.test(spelling) ? 200 : 401]);
    }
  });

  it('goes by the address that a trusted proxy tells, and by no other word', async () => {
    const { username } = await signUp('user');
    const guessFrom = (address: string, on: typeof app) =>
      on.inject({
        method: 'POST',
        url: '/api/login',
        payload: { username, password: 'guess' },
        remoteAddress: '127.0.0.1',
        headers: { 'x-forwarded-for': address },
      });
    for (let i = 0; i < 10; i++) await guessFrom(`10.9.9.${i}`, app);
    expect((await guessFrom('10.9.9.99', app)).statusCode).toBe(429);
    const behindProxy = await makeTestApp({ TRUST_PROXY: ['loopback'] });
    for (let i = 0; i < 11; i++)
      expect((await guessFrom(`10.9.8.${i}`, behindProxy.app)).statusCode).toBe(401);
    for (let i = 0; i < 10; i++) await guessFrom('10.9.7.1', behindProxy.app);
    expect((await guessFrom('10.9.7.1', behindProxy.app)).statusCode).toBe(429);
  });

  it('does not stand in the way of a classroom of 200 behind one address', async () => {
    const { insertUsers } = await import('./accounts.ts');
    const names = Array.from({ length: 200 }, (_, i) => `pupil${i}`);
    await insertUsers(
      context.db,
      names.map((username) => ({ username, passwordHash: testPasswordHash, role: 'user' as const })),
    );
    // Everyone mistypes once, then gets it right.
    const mistakes = await Promise.all(names.map((name) => login(name, 'mistyped', '10.0.5.1')));
    const answers = await Promise.all(names.map((name) => login(name, testPassword, '10.0.5.1')));
    expect(new Set(mistakes.map((answer) => answer.statusCode))).toEqual(new Set([401]));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
  });
});
