import { describe, expect, it } from 'vitest';
import { makeTestApp, testPassword } from '../testing/test-app.ts';
import { listOperations } from './testing/operations.ts';

const { app, makeClient, signUp } = await makeTestApp();
const behindProxy = await makeTestApp({ PUBLIC_URL: 'https://judge.example', TRUST_PROXY: ['10.0.0.1'] });
const user = await signUp('user', 'the-owner');
const operations = await listOperations(app);
const paths = [...new Set(operations.map(({ path }) => path.replace(/\{\w+\}/g, '1')))];

const whoAmI = async (cookie: string) => {
  const response = await app.inject({ url: '/api/me', headers: { cookie } });
  expect(response.statusCode).toBe(200);
  return response.json().user?.username ?? null;
};

describe('cookies', () => {
  it.each([
    ['nothing', 'minos_session='],
    ['a broken escape', 'minos_session=%E0%A4%A'],
    ['a bare percent', 'minos_session=%'],
    ['quotes', 'minos_session="'],
    ['bytes', 'minos_session=\xff\xfe'],
    ['SQL', "minos_session=' or 1=1 --"],
    ['a hash as the table keeps it', `minos_session=${'a'.repeat(64)}`],
    ['12 kB', `minos_session=${'x'.repeat(12_000)}`],
    ['no name', '=;;; =x; ;'],
    ['names of the prototype', '__proto__=x; constructor=y; toString=z; hasOwnProperty=1'],
    ['a thousand of them', Array.from({ length: 1000 }, (_, i) => `c${i}=1`).join('; ')],
    ['the name in other letters', `MINOS_SESSION=${user.cookie}`],
    ['a token with more behind it', `minos_session=${user.cookie}x`],
    ['a token with less', `minos_session=${user.cookie?.slice(0, -1)}`],
  ])('with %s are nobody’s session', async (_, cookie) => {
    expect(await whoAmI(cookie)).toBeNull();
  });

  it('that come twice are never read as a third thing: the first one counts', async () => {
    const other = await signUp('user', 'the-other');
    expect(await whoAmI(`minos_session=${user.cookie}; minos_session=${other.cookie}`)).toBe('the-owner');
    expect(await whoAmI(`minos_session=junk; minos_session=${user.cookie}`)).toBeNull();
  });

  it('are the only way in: no header, query or body carries a session', async () => {
    const { cookie = '' } = user;
    for (const options of [
      { headers: { authorization: `Bearer ${cookie}` } },
      { headers: { 'x-session': cookie, 'x-user': 'the-owner', 'x-user-id': String(user.id) } },
      { query: { minos_session: cookie } },
    ]) {
      const response = await app.inject({ url: '/api/me', ...options });
      expect(response.json().isAuthenticated).toBe(false);
    }
  });

  it('are Secure when people come by https, told by the public address or a trusted proxy, and by nobody else', async () => {
    const isSecure = async (
      on: typeof behindProxy,
      remoteAddress: string,
      headers: Record<string, string>,
    ) => {
      const payload = { username: 'by-proxy', password: testPassword };
      const response = await on.app.inject({
        method: 'POST',
        url: '/api/login',
        payload,
        remoteAddress,
        headers,
      });
      expect(response.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
      return response.cookies[0]?.secure === true;
    };
    const trusting = await makeTestApp({ TRUST_PROXY: ['10.0.0.1'] });
    for (const instance of [behindProxy, trusting]) await instance.signUp('user', 'by-proxy');
    const https = { 'x-forwarded-proto': 'https' };
    expect(await isSecure(behindProxy, '10.0.0.1', {})).toBe(true);
    expect(await isSecure(behindProxy, '10.9.9.9', { 'x-forwarded-proto': 'http' })).toBe(true);
    expect(await isSecure(trusting, '10.0.0.1', https)).toBe(true);
    expect(await isSecure(trusting, '10.9.9.9', https)).toBe(false);
  });

  it('cannot be planted by a neighbouring host: over https only a name that browsers keep for this host counts', async () => {
    const attacker = await behindProxy.signUp('user', 'the-neighbour');
    const whoIs = async (name: string) =>
      (await behindProxy.app.inject({ url: '/api/me', cookies: { [name]: attacker.cookie ?? '' } })).json();
    expect(await whoIs('__Host-minos_session')).toMatchObject({ isAuthenticated: true });
    expect(await whoIs('minos_session')).toMatchObject({ isAuthenticated: false });
    const out = await attacker.post('/api/logout');
    // A browser drops such a cookie only by one that has all it demands.
    expect(out.cookies).toMatchObject([{ name: '__Host-minos_session', value: '', secure: true, path: '/' }]);
    expect(out.cookies[0]).not.toHaveProperty('domain');
  });
});

describe('a false host', () => {
  it('comes back in no answer', async () => {
    for (const url of [
      '/',
      '/login/',
      '/nope',
      '/api/docs',
      '/api/docs/',
      '/api/docs/json',
      '/api/me',
      '/assets/',
    ]) {
      const headers = {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example',
      };
      const response = await app.inject({ url, headers });
      expect([url, `${JSON.stringify(response.headers)}${response.body}`.includes('evil.example')]).toEqual([
        url,
        false,
      ]);
    }
  });

  it('told by who is no trusted proxy makes no foreign page one of ours', async () => {
    const headers = { host: 'judge.example', origin: 'https://evil.example' };
    const forged = { ...headers, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    for (const instance of [app, behindProxy.app]) {
      const options = { method: 'POST', url: '/api/logout', remoteAddress: '10.9.9.9' } as const;
      const response = await instance.inject({ ...options, headers: forged });
      expect(response.json().code).toBe('foreign_origin');
    }
  });
});

describe('methods', () => {
  it.each(paths)(
    '%s: OPTIONS invites no other site, HEAD tells no more than GET, TRACE repeats nothing',
    async (url) => {
      const origin = 'https://evil.example';
      const headers = { origin, 'access-control-request-method': 'PUT', 'x-secret': 'repeat-me' };
      for (const method of ['OPTIONS', 'TRACE'] as const) {
        const response = await app.inject({ method: method as 'OPTIONS', url, headers });
        expect([method, response.statusCode >= 400 && response.statusCode < 500]).toEqual([method, true]);
        expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
        expect(response.body).not.toContain('repeat-me');
      }
      const [get, head] = [await user.get(url), await user.get(url, { method: 'HEAD' })];
      expect(head.statusCode).toBe(get.statusCode);
      expect(['', get.body]).toContain(head.body);
    },
  );

  it('are what the request line says, whatever a header or a query adds', async () => {
    const admin = await signUp('admin', 'the-admin');
    const victim = await signUp('user', 'not-deleted');
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const url = `/api/admin/users/${victim.id}?_method=DELETE`;
      for (const method of ['GET', 'POST'] as const) {
        const response = await admin.get(url, { method, headers: { [name]: 'DELETE' } });
        expect(response.statusCode).toBe(404);
      }
    }
    expect((await victim.get('/api/me')).json().isAuthenticated).toBe(true);
  });
});

describe('a page of another site', () => {
  const writes = operations.filter(({ method }) => method !== 'GET');

  it.each(writes.map(({ method, path }) => [method, path.replace(/\{\w+\}/g, '1')] as const))(
    'cannot send %s %s with the victim’s cookie, whatever the type of its body',
    async (method, url) => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=b',
      ]) {
        for (const origin of [
          'https://evil.example',
          'null',
          'http://localhost.evil.example',
          'http://LOCALHOST:81',
        ]) {
          const headers = { origin, 'content-type': type, host: 'localhost' };
          const response = await user.get(url, { method, headers, payload: '{"username":"x"}' });
          expect([origin, type, response.json().code]).toEqual([origin, type, 'foreign_origin']);
        }
      }
    },
  );

  it('cannot pass JSON off as a type that needs no permission', async () => {
    const payload = JSON.stringify({ username: 'the-owner', password: testPassword });
    for (const type of [
      'text/plain',
      'text/plain; application/json',
      'application/x-www-form-urlencoded',
      'text/json',
      '',
    ]) {
      const options = {
        method: 'POST',
        url: '/api/login',
        payload,
        headers: { 'content-type': type },
      } as const;
      const response = await makeClient().get(options.url, options);
      expect([type, [400, 415].includes(response.statusCode), response.cookies]).toEqual([type, true, []]);
    }
  });

  it('cannot read an answer: none allows another origin', async () => {
    for (const url of paths) {
      const { headers } = await user.get(url, { headers: { origin: 'https://evil.example' } });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    }
  });
});
