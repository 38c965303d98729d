import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from './app.ts';
import { makeTestApp } from './testing/test-app.ts';

/** Stands for the web app, at whose pages e2e/first-picture.spec.ts looks: it shows what an address of the API answers. */
const drawing = `
let send;
export const sendCallsBy = (fetch) => { send = fetch; };
export async function drawPage(address, isOver) {
  const asked = new URL(address, 'http://localhost').searchParams;
  if (asked.has('fail')) throw new Error('cannot be drawn');
  if (asked.has('slow')) {
    while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 5));
    return send('/api/me').then(() => 'too late', () => null);
  }
  if (asked.has('leave')) return null;
  if (asked.has('wait')) await globalThis.drawingWaits;
  const answer = await send('/api' + (asked.get('call') ?? '/me'));
  if (asked.has('lose')) return null;
  return '<p class="drawn"><style nonce="__CSP_NONCE__"></style>' + answer.status + ' ' + await answer.text() + '</p>';
}
`;

const test = await makeTestApp({ TRUST_PROXY: ['loopback'] });
await writeFile(join(test.webFolder, 'page-drawing.mjs'), drawing);
const log: string[] = [];
const app = await buildApp({
  context: test.context,
  webFolder: test.webFolder,
  logger: pino({ level: 'warn' }, { write: (line) => void log.push(line) }),
});
afterAll(() => app.close());

const address = '/problems/abc';
const frame = 'Somebody';

async function open(search = '', cookie = '', headers: Record<string, string> = {}) {
  const response = await app.inject({
    url: address + search,
    headers: { cookie: `minos_session=${cookie}`, ...headers },
  });
  const root = /<div id="root">(.*)<\/div><\/body>/.exec(response.body)?.[1] ?? '';
  return { root, headers: response.headers, status: response.statusCode, body: response.body };
}

describe('a page that is drawn', () => {
  it('shows to each what they themselves may read, and is nobody’s to keep', async () => {
    const [one, other] = [await test.signUp('user', 'one'), await test.signUp('user', 'other')];
    const shown = await Promise.all(
      [one, other, one].map(async ({ cookie }) => (await open('', cookie)).root),
    );
    // One at a time: who comes meanwhile gets the frame.
    expect(shown.filter((root) => root.includes('drawn'))).toHaveLength(1);
    for (const { cookie, username } of [one, other, one]) {
      const { root, headers, status, body } = await open('', cookie);
      expect(status).toBe(200);
      expect(root).toContain(`"username":"${username}"`);
      expect(headers['cache-control']).toBe('no-store');
      expect(body, 'its answers are in it').not.toContain('as="fetch"');
    }
    expect((await open('?call=/admin/users', one.cookie)).root).toContain('403 ');
    expect((await open('?call=/me')).root).toContain('"user":null');
    expect((await open('?call=/admin/users', (await test.signUp('admin')).cookie)).root).toContain('200 ');
  });

  it('carries the nonce where the app wrote it, and not where somebody wrote its name', async () => {
    const { cookie } = await test.signUp('user', '__CSP_NONCE__');
    const { root, headers } = await open('', cookie);
    const nonce = /'nonce-([\w-]+)'/.exec(String(headers['content-security-policy']))?.[1];
    expect(root).toContain(`<style nonce="${nonce}">`);
    expect(root).toContain('"username":"__CSP_NONCE__"');
  });

  it.each(['', '?lose'])(
    'tells the browser of a session that was prolonged by it, also where it comes with its frame: %s',
    async (search) => {
      const { cookie } = await test.signUp('user');
      test.advance(20 * 24 * 60 * 60_000);
      const { headers, root } = await open(search, cookie);
      expect(root.includes('drawn')).toBe(search === '');
      expect(String(headers['set-cookie'])).toContain('minos_session=');
    },
  );
});

describe('a page that is not drawn comes with its frame', () => {
  it.each([
    ['it fails', '?fail'],
    ['it is none that can be shown', '?leave'],
    ['it does not come in time', '?slow'],
  ])('when %s, and the next one is drawn', async (_, search) => {
    const { cookie } = await test.signUp('user');
    const { root, headers } = await open(search, cookie);
    expect(root).toContain(frame);
    expect(headers['cache-control']).toBe('no-cache');
    await expect.poll(async () => (await open('', cookie)).root).toContain('drawn');
  });

  it('while another is drawn, and three times as long', async () => {
    const { cookie } = await test.signUp('user');
    const held = Promise.withResolvers<void>();
    Object.assign(globalThis, { drawingWaits: held.promise });
    const slow = open('?wait', cookie);
    expect((await open('', cookie)).root).toContain(frame);
    test.advance(100);
    held.resolve();
    expect((await slow).root).toContain('drawn');
    test.advance(299);
    expect((await open('', cookie)).root).toContain(frame);
    test.advance(1);
    expect((await open('', cookie)).root).toContain('drawn');
  });

  it('to a browser that saves data, under an address that might be read in two ways', async () => {
    const { cookie } = await test.signUp('user');
    expect((await open('', cookie, { 'save-data': 'on' })).root).toContain(frame);
    for (const url of ['/problems/..%5cabc', '/problems/%61bc', '/problems/x\\y', '/problems/%E0%A4%A']) {
      const { body } = await app.inject({ url, headers: { cookie: `minos_session=${cookie}` } });
      expect(body, url).not.toContain('class="drawn"');
    }
  });

  it('when only its head is asked for, or there is no such page', async () => {
    const { cookie } = await test.signUp('user');
    for (const response of [
      await app.inject({ method: 'HEAD', url: address, headers: { cookie: `minos_session=${cookie}` } }),
      await app.inject({ url: '/nope', headers: { cookie: `minos_session=${cookie}` } }),
      await app.inject({ url: '/problems/a/b', headers: { cookie: `minos_session=${cookie}` } }),
    ]) {
      expect(response.body).not.toContain('drawn');
      expect(response.headers['cache-control']).toBe('no-cache');
    }
  });
});

it('the program that draws is not sent to anybody', async () => {
  const { statusCode, body } = await app.inject('/page-drawing.mjs');
  expect(statusCode).toBe(404);
  expect(body).not.toContain('drawPage');
});

it('what failed is in the log', () => {
  expect(log.filter((line) => line.includes('A page could not be drawn'))).toHaveLength(1);
});
