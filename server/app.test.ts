import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#store/database.ts';
import { buildApp } from './app.ts';
import { makeTestApp, testPassword } from './testing/test-app.ts';

const { app, context, database, log, makeClient, signUp, webFolder } = await makeTestApp();
const behindHttps = await makeTestApp({ PUBLIC_URL: 'https://judge.example', TRUST_PROXY: ['loopback'] });

describe('pages', () => {
  it.each(['/', '/problems', '/problems/abc', '/contests/5/problems/x', '/admin/users', '/login/'])(
    '%s is the app',
    async (url) => {
      const response = await app.inject(url);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.headers['cache-control']).toBe('no-cache');
    },
  );

  it.each([
    '/nope',
    '/problems/a/b',
    '/assets/gone.js',
    '/../etc/passwd',
    '/%2e%2e/etc/passwd',
    '/.env',
    `/${'x'.repeat(300)}`,
    '/%zz',
    '/%E0%A4%A',
    '/index.html',
    '/page-parts.json',
  ])('%s is the app’s not-found page', async (url) => {
    const response = await app.inject(url);
    expect(response.statusCode).toBe(404);
    expect(response.body).toContain('<!doctype html>');
  });

  it('are shown for a path with two slashes, too', async () => {
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const response = await fetch(`${address}//x`);
    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringContaining('<!doctype html>'),
    ]);
  });

  it('allow no inline script, and styles only with a nonce that is new each time', async () => {
    const [first, second] = [await app.inject('/'), await app.inject('/nope')];
    const nonces = [first, second].map(({ body, headers }) => {
      const policy = String(headers['content-security-policy']);
      expect(policy).not.toContain('unsafe');
      expect(policy).toContain("default-src 'none'");
      const nonce = /style-src 'self' 'nonce-([\w-]{22})'/.exec(policy)?.[1];
      expect(body).toContain(`content="${nonce}"`);
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('name the files and calls they begin with, and those of an account to who comes with a session', async () => {
    const readHead = async (url: string, cookie = '') => {
      const { body } = await app.inject({ url, headers: { cookie } });
      return /<meta name="csp-nonce" [^>]+>(.*)<\/head>/.exec(body)?.[1];
    };
    const file = '<link href="/assets/problem-1.js">';
    const call = (address: string) => `<link rel="preload" as="fetch" crossorigin href="${address}">`;
    const everyone = file + call('/api/problems/abc');
    const account = `<meta name="session"><link href="/assets/account-1.js">${call('/api/submissions?filter=mine&amp;limit=5')}`;
    expect(await readHead('/problems/abc?tab=submit')).toBe(everyone);
    expect(await readHead('/problems/abc', 'theme=dark; minos_session=x')).toBe(everyone + account);
    for (const odd of [
      '/problems/"onload=x',
      '/problems/%22%3e%3cscript%3e',
      '/problems/a:b',
      '/problems/$&',
    ])
      expect(await readHead(odd), odd).toBe(file);
    expect(await readHead('/nope', 'minos_session=x')).toBe('');
  });

  it('show by themselves what they show to a visitor, or to who comes with a session, until there is a script', async () => {
    const readRoot = async (url: string, cookie = '') => {
      const { body, headers } = await app.inject({ url, headers: { cookie } });
      const nonce = /'nonce-([\w-]+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
      return /<div id="root">(.*)<\/div><\/body>/.exec(body)?.[1]?.replace(nonce, 'NONCE');
    };
    expect(await readRoot('/problems/abc')).toBe('<div inert><style nonce="NONCE"></style>A visitor</div>');
    expect(await readRoot('/problems/abc', 'minos_session=x')).toBe('<div inert>Somebody</div>');
    expect(await readRoot('/nope', 'minos_session=x')).toBe('');
  });

  it('keep hashed assets for ever, compressed when the browser can', async () => {
    for (const [accepted, body] of [
      ['br, gzip', 'brotli'],
      ['gzip', 'gzip'],
      ['', 'plain'],
    ]) {
      const response = await app.inject({
        url: '/assets/app-abc123.js',
        headers: { 'accept-encoding': accepted },
      });
      expect(response.body).toBe(body);
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
    expect((await app.inject('/before-app.js')).headers['cache-control']).toBe('no-cache');
  });

  it('carry the security headers', async () => {
    for (const url of ['/', '/api/me', '/assets/app-abc123.js']) {
      const { headers } = await app.inject(url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

describe('the API', () => {
  it('answers an unknown path or method with a JSON 404', async () => {
    for (const [method, url] of [
      ['GET', '/api'],
      ['GET', '/api/nope'],
      ['GET', '/api/nope?x=1'],
      ['DELETE', '/api/me'],
      ['POST', '/problems'],
    ] as const) {
      const response = await app.inject({ method, url });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual({ code: 'not_found', message: 'Not found.' });
    }
  });

  it('describes itself at /api/docs', async () => {
    expect((await app.inject('/api/docs')).statusCode).toBe(200);
    const document = (await app.inject('/api/docs/json')).json();
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/api/login', '/api/admin/users/{id}']),
    );
    const login = document.paths['/api/login'].post;
    expect(Object.keys(login.requestBody.content['application/json'].schema.properties)).toEqual([
      'username',
      'password',
    ]);
  });

  it('refuses NUL and broken Unicode in any text, with 400', async () => {
    const broken = ['a\0b', 'a\ud800b'];
    const admin = await signUp('admin');
    for (const text of broken) {
      for (const [method, url, payload] of [
        ['POST', '/api/login', { username: text, password: 'x' }],
        ['POST', '/api/login', { username: 'x', password: text }],
        ['POST', '/api/register', { username: 'fine', password: `long enough ${text}` }],
        ['POST', '/api/admin/users', { username: text, password: 'long enough', role: 'user' }],
        ['POST', '/api/admin/users/batch', { prefix: text, count: 1 }],
        ['PUT', '/api/me/password', { currentPassword: text, newPassword: 'long enough' }],
      ] as const) {
        const response = await admin.get(url, { method, payload });
        expect([url, response.statusCode, response.json().code]).toEqual([url, 400, 'invalid_request']);
      }
    }
    expect((await app.inject('/api/me?x=%00')).statusCode).toBe(400);
  });

  it.each([
    ['half JSON', '{"username":', 'application/json', 400, 'invalid_request'],
    ['a list', '[]', 'application/json', 400, 'invalid_request'],
    ['null', 'null', 'application/json', 400, 'invalid_request'],
    [
      'deep nesting',
      `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
      'application/json',
      400,
      'invalid_request',
    ],
    [
      'a length that is no number',
      '{"username":{"toString":{},"length":{"toString":false}},"password":"x"}',
      'application/json',
      400,
      'invalid_request',
    ],
    ['a planted prototype', '{"__proto__":{"role":"admin"}}', 'application/json', 400, 'invalid_request'],
    ['a form', 'username=x', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['2 MB', `"${'x'.repeat(2_000_000)}"`, 'application/json', 413, 'request_too_large'],
  ])('answers a body of %s in its own format', async (_, payload, type, status, code) => {
    const headers = { 'content-type': type };
    const response = await app.inject({ method: 'POST', url: '/api/login', payload, headers });
    expect(response.statusCode).toBe(status);
    expect(response.json().code).toBe(code);
  });

  it('is kept by no cache', async () => {
    expect((await app.inject('/api/me')).headers['cache-control']).toBe('no-store');
  });

  it('answers a broken address and an endless path segment in its own format', async () => {
    const bad = await app.inject('/api/%zz');
    expect([bad.statusCode, bad.json().code]).toEqual([400, 'invalid_request']);
    const admin = await signUp('admin');
    const long = await admin.delete(`/api/admin/users/${'9'.repeat(500)}`);
    expect([long.statusCode, long.json().code]).toEqual([404, 'user_not_found']);
  });

  it('says nothing of the inside when it fails, and logs it', async () => {
    const admin = await signUp('admin');
    await database.pool.query('alter table settings rename to settings_away');
    const response = await admin.get('/api/admin/settings/registration');
    await database.pool.query('alter table settings_away rename to settings');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({ code: 'internal', message: 'Something went wrong on the server.' });
    const logged = log.map((line) => JSON.parse(line)).filter((entry) => entry.level >= 50);
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).toContain('settings');
    expect(logged[0].reqId).toBe(response.headers['x-request-id']);
  });
});

describe('requests from other sites', () => {
  const login = (headers: Record<string, string>, on = app) =>
    on.inject({ method: 'POST', url: '/api/login', payload: { username: 'a', password: 'b' }, headers });

  it('may not write', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'https://localhost:80' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      const response = await login({ host: 'localhost:80', ...headers });
      expect([headers, response.statusCode]).toEqual([headers, 403]);
      expect(response.json().code).toBe('foreign_origin');
    }
  });

  it('are told from our own and from programs', async () => {
    for (const headers of [
      {},
      { origin: 'http://localhost:80' },
      { 'sec-fetch-site': 'same-origin' },
    ] as Record<string, string>[]) {
      expect((await login({ host: 'localhost:80', ...headers })).statusCode).toBe(401);
    }
    expect(
      (await login({ host: 'inner:3000', origin: 'https://judge.example' }, behindHttps.app)).statusCode,
    ).toBe(401);
  });
});

describe('behind https', () => {
  it('the cookie is Secure and browsers are told to stay', async () => {
    const { username } = await behindHttps.signUp('user');
    const response = await behindHttps.makeClient().post('/api/login', { username, password: testPassword });
    expect(response.cookies[0]).toMatchObject({ secure: true });
    expect(response.headers['strict-transport-security']).toContain('max-age=31536000');
    expect((await makeClient().get('/')).headers).not.toHaveProperty('strict-transport-security');
  });
});

describe('health', () => {
  it('is told apart from readiness', async () => {
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' });
    const nowhere = openDatabase('postgres://minos@127.0.0.1:1/minos', () => {});
    const logger = pino({ level: 'silent' });
    const cutOff = await buildApp({ context: { ...context, db: nowhere.db }, webFolder, logger });
    expect((await cutOff.inject('/healthz')).statusCode).toBe(200);
    for (const url of ['/readyz', '/api/settings/registration']) {
      const response = await cutOff.inject(url);
      expect([response.statusCode, response.json().code]).toEqual([503, 'not_ready']);
    }
    await cutOff.close();
  });
});
