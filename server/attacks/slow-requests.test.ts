import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { type RequestTimeouts, usualTimeouts } from '../request-timeouts.ts';
import { makeForm } from '../testing/form.ts';
import { createVisibleProblem } from '../testing/problems.ts';
import { makeTestApp } from '../testing/test-app.ts';

const { context, signUp, webFolder } = await makeTestApp();
const hour = 60 * 60_000;
const { port } = await start({ headersMs: 1500, bodyMs: 1500, uploadMs: hour, silenceMs: hour });

async function start(changed: Partial<RequestTimeouts>) {
  const timeouts = { ...usualTimeouts, ...changed };
  const app = await buildApp({ context, webFolder, logger: pino({ level: 'silent' }), timeouts });
  await app.listen({ host: '127.0.0.1', port: 0 });
  afterAll(() => app.close());
  return { app, port: (app.server.address() as AddressInfo).port };
}

const staff = await signUp('staff', 'slow-staff');
const fields = { title: 'Slow', author: staff.username, time_limit_ms: 1000, memory_limit_mb: 256 };
await createVisibleProblem(staff, { id: 'slow', ...fields });
const cookie = `cookie: minos_session=${staff.cookie}\r\n`;

/** Sends the beginning at once and then a byte at a time, for as long as the other side bears it. */
function sendByDrops(beginning: string, drop = 'x'): { socket: Socket; ended: Promise<void> } {
  const socket = connect(port, '127.0.0.1');
  socket.resume();
  socket.on('error', () => {});
  socket.write(beginning);
  const dripping = setInterval(() => socket.write(drop), 20);
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => {
      clearInterval(dripping);
      resolve();
    });
  });
  return { socket, ended };
}

const login =
  'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n{"';

describe('slow requests', () => {
  it.concurrent.each([
    ['nothing at all', '', ''],
    ['headers by drops', 'GET /api/me HTTP/1.1\r\nhost: x\r\nx-slow: ', 'x'],
    ['a body by drops', login, 'x'],
    [
      'a body by drops, in chunks',
      login.replace('content-length: 9000', 'transfer-encoding: chunked').replace('{"', ''),
      '1\r\nx\r\n',
    ],
    [
      'an upload by drops, by who may not upload',
      'POST /api/admin/problems/slow/upload HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 400000000\r\n\r\n--b\r\n',
      'x',
    ],
    [
      'a second request by drops, on a connection that was well-behaved',
      'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nGET /api/me HTTP/1.1\r\nx-slow: ',
      'x',
    ],
  ])('%s: the connection is ended', async (_, beginning, drop) => {
    await sendByDrops(beginning, drop).ended;
  });

  it('hold nobody else up, however many there are', async () => {
    const slow = Array.from({ length: 300 }, (_, i) => sendByDrops(i % 2 ? login : 'GET / HTTP/1.1\r\nx: '));
    await Promise.all(slow.map(({ socket }) => once(socket, 'connect')));
    const others = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`http://127.0.0.1:${port}/api/me`)),
    );
    expect(others.map((response) => response.status)).toEqual(Array(20).fill(200));
    await Promise.all(slow.map(({ ended }) => ended));
  });

  it('are borne with when they are an upload by staff', async () => {
    const { payload, headers } = makeForm({ problemPdf: { name: 's.pdf', content: '%PDF-1.7 slow' } });
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /api/admin/problems/slow/upload HTTP/1.1\r\nhost: x\r\n${cookie}connection: close\r\n` +
        `content-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`,
    );
    socket.write(payload.subarray(0, 40));
    // Begun later and ended by the deadline for bodies: the upload is past its own by then.
    await sendByDrops(login).ended;
    socket.write(payload.subarray(40));
    const answer = Buffer.concat(await Array.fromAsync(socket as AsyncIterable<Buffer>)).toString();
    expect(answer).toMatch(/^HTTP\/1.1 201 /);
  });

  it('end when the answer is never read', async () => {
    const content = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(24 * 1024 * 1024)]);
    const { payload, headers } = makeForm({ problemPdf: { name: 's.pdf', content } });
    await staff.post('/api/admin/problems/slow/upload', payload, { headers });
    const { app, port } = await start({ headersMs: hour, bodyMs: hour, uploadMs: hour, silenceMs: 500 });
    const accepted = once(app.server, 'connection') as Promise<[Socket]>;
    const reader = connect(port, '127.0.0.1');
    reader.on('error', () => {});
    reader.write('GET /api/problems/slow/pdf HTTP/1.1\r\nhost: x\r\n\r\n');
    const [served] = await accepted;
    await once(served, 'close');
    expect(served.bytesWritten).toBeLessThan(content.length);
    reader.destroy();
  });
});

describe('the usual time limits', () => {
  it('is set on the server that people talk to', async () => {
    const usual = await buildApp({ context, webFolder, logger: pino({ level: 'silent' }) });
    const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = usual.server;
    expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout }).toEqual({
      headersTimeout: 30_000,
      requestTimeout: 3_600_000,
      timeout: 120_000,
      keepAliveTimeout: 72_000,
    });
    await usual.close();
  });
});
