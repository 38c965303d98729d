import { setTimeout as delay } from 'node:timers/promises';
import { isInProgress } from '#contract/statuses.ts';
import type { FullSubmission } from '#contract/submissions.ts';
import { writeZip } from '#judge/import/testing/zip-writer.ts';
import { administrator } from './instance.ts';

/** A signed-in caller of a running instance. Answers are whatever the call answers; anything but success throws. */
export interface Api {
  readonly cookie: string;
  // biome-ignore lint/suspicious/noExplicitAny: the contract's tests check the shapes, these tests the values.
  get(path: string): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  post(path: string, body?: object): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  put(path: string, body: object): Promise<any>;
  bytes(path: string): Promise<Buffer>;
}

interface Account {
  readonly username: string;
  readonly password: string;
}

/** Signs in, as the administrator unless told otherwise, or goes on with a cookie from before. */
export async function connect({ url }: { url: string }, who: Account | string = administrator): Promise<Api> {
  const session = typeof who === 'string' ? who : await signIn(url, who);
  const call = async (path: string, options: RequestInit = {}) => {
    const response = await fetch(`${url}${path}`, {
      ...options,
      headers: { cookie: session, ...(options.headers as Record<string, string>) },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const send = async (method: 'POST' | 'PUT', path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const response = await call(path, {
      method,
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      headers: isForm || !body ? {} : { 'content-type': 'application/json' },
    });
    return response.status === 204 ? null : response.json();
  };
  return {
    cookie: session,
    get: async (path) => (await call(path)).json(),
    bytes: async (path) => Buffer.from(await (await call(path)).arrayBuffer()),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
  };
}

async function signIn(url: string, { username, password }: Account): Promise<string> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!response.ok) throw new Error(`Signing in: ${response.status}`);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** A problem whose answer is its input, with so many tests. */
export async function makeProblem(
  api: Api,
  { id, pdf, tests, timeLimitMs = 1000 }: { id: string; pdf: Buffer; tests: number; timeLimitMs?: number },
): Promise<void> {
  const limits = { time_limit_ms: timeLimitMs, memory_limit_mb: 64 };
  await api.post('/api/admin/problems', { id, title: id, author: administrator.username, ...limits });
  await api.put(`/api/admin/problems/${id}/visibility`, { isVisible: true });
  const entries = Array.from({ length: tests }, (_, index) => [
    { name: `${index + 1}.in`, content: `${index + 1}\n` },
    { name: `${index + 1}.out`, content: `${index + 1}\n` },
  ]);
  const form = new FormData();
  form.set('problemPdf', new Blob([new Uint8Array(pdf)]), 'statement.pdf');
  form.set('testcasesZip', new Blob([new Uint8Array(writeZip(entries.flat()))]), 'tests.zip');
  const { jobId } = await api.post(`/api/admin/problems/${id}/upload`, form);
  for (;;) {
    const { status, message } = await api.get(`/api/admin/upload-progress/${jobId}`);
    if (status === 'completed') return;
    if (status === 'failed') throw new Error(message);
    await delay(50);
  }
}

/** The submission once it has its verdict; the test's own time limit is the deadline. */
export async function finished(api: Api, id: number): Promise<FullSubmission> {
  for (;;) {
    const submission = (await api.get(`/api/submissions/${id}`)) as FullSubmission;
    if (!isInProgress(submission.overall_status)) return submission;
    await delay(50);
  }
}
