/** What a browser would never send, on a real socket and byte for byte. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { makeTestApp } from '../testing/test-app.ts';

const { app, webFolder } = await makeTestApp();
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;

const secret = 'beside the web folder';
const neighbour = `${webFolder}-neighbour`;
await mkdir(neighbour);
await writeFile(`${neighbour}/secret.txt`, secret);
afterAll(() => rm(neighbour, { recursive: true }));
const neighbourName = neighbour.split('/').at(-1);

/** Everything that comes back until the server ends the connection. */
async function talk(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(Buffer.from(bytes, 'latin1'));
  const answer: Buffer[] = [];
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) answer.push(chunk);
  } catch {
    // Reset after the refusal: what was sent before it counts.
  }
  return Buffer.concat(answer).toString();
}

const statusesOf = (answer: string) =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));

describe('requests that two servers might read differently', () => {
  const inner = 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  it.each([
    ['two lengths', `content-length: 0\r\ncontent-length: ${inner.length}\r\n\r\n${inner}`],
    ['two lengths in one line', `content-length: 0, ${inner.length}\r\n\r\n${inner}`],
    [
      'a length and chunks',
      `content-length: ${inner.length}\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
    ],
    ['chunks and a length', `transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n${inner}`],
    ['chunks that are not the last coding', `transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`],
    ['an unknown coding', `transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`],
    ['a space before the colon', `transfer-encoding : chunked\r\n\r\n0\r\n\r\n${inner}`],
    ['a length with a sign', `content-length: +0\r\n\r\n${inner}`],
    ['a negative length', `content-length: -1\r\n\r\n${inner}`],
    ['a length with a space in it', `content-length: 0 0\r\n\r\n${inner}`],
    ['a chunk size that is none', `transfer-encoding: chunked\r\n\r\n0x0\r\n\r\n${inner}`],
    ['line ends without a return', `x: 1\ntransfer-encoding: chunked\n\n0\n\n${inner}`],
    ['NUL in a header', `x: a\0b\r\n\r\n${inner}`],
  ])('%s: refused, and nothing behind it is taken for a request', async (_, rest) => {
    const answer = await talk(`POST /api/logout HTTP/1.1\r\nhost: x\r\n${rest}`);
    expect(statusesOf(answer)).toEqual([400]);
  });

  it('no host: refused', async () => {
    expect(statusesOf(await talk('GET /healthz HTTP/1.1\r\n\r\n'))).toEqual([400]);
  });
});

describe('headers without end', () => {
  it.each([
    ['very many', Array.from({ length: 5000 }, (_, i) => `x-${i}: 1`).join('\r\n')],
    ['a huge one', `x: ${'x'.repeat(100_000)}`],
    ['a huge cookie', `cookie: minos_session=${'x'.repeat(100_000)}`],
  ])('%s: refused', async (_, header) => {
    expect(statusesOf(await talk(`GET /api/me HTTP/1.1\r\nhost: x\r\n${header}\r\n\r\n`))).toEqual([431]);
  });

  it('an endless address: refused', async () => {
    expect(statusesOf(await talk(`GET /${'x'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`))).toEqual([431]);
  });
});

describe('paths that try to leave the web folder', () => {
  const targets = ['secret.txt', `../${neighbourName}/secret.txt`, '../../../../../../../../etc/passwd'];
  const disguises: Record<string, (path: string) => string> = {
    plain: (path) => `/${path}`,
    'below assets': (path) => `/assets/../${path}`,
    'escaped dots': (path) => `/${path.replaceAll('.', '%2e')}`,
    'escaped slashes': (path) => `/${path.replaceAll('/', '%2f')}`,
    'all escaped': (path) => `/${path.replaceAll('.', '%2e').replaceAll('/', '%2f')}`,
    'escaped twice': (path) => `/${path.replaceAll('/', '%252f')}`,
    'overlong dots': (path) => `/${path.replaceAll('.', '%c0%ae')}`,
    backslashes: (path) => `/${path.replaceAll('/', '\\')}`,
    'escaped backslashes': (path) => `/${path.replaceAll('/', '%5c')}`,
    'NUL at the end': (path) => `/${path}%00.js`,
    'two slashes': (path) => `//${path}`,
    'in the API': (path) => `/api/problems/${path.replaceAll('/', '%2f')}/pdf`,
    'in the API, plain': (path) => `/api/docs/static/${path}`,
    'as a whole address': (path) => `http://x/${path}`,
    'as a file': (path) => `file:///${path}`,
  };

  it.each(Object.entries(disguises))('%s: no file of the machine, and no fault', async (_, disguise) => {
    for (const target of targets) {
      const answer = await talk(`GET ${disguise(target)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      expect([disguise(target), statusesOf(answer).map((status) => [400, 404].includes(status))]).toEqual([
        disguise(target),
        [true],
      ]);
      expect(answer).not.toContain(secret);
      expect(answer).not.toContain('root:');
    }
  });

  it.each([
    ['two slashes', '/api//me'],
    ['a dot', '/api/./me'],
    ['two dots', '/api/x/../me'],
    ['escaped dots', '/api/%2e%2e/'],
    ['no end', `/api/${'x'.repeat(6000)}`],
  ])('a call with %s in its path is none, and no fault', async (_, path) => {
    const answer = await talk(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(statusesOf(answer)).toEqual([404]);
    expect(answer).toContain('"code":"not_found"');
  });
});
