import { request } from 'node:http';

/** Somebody with a session, who speaks to the instance as a browser would. */
export interface Person {
  readonly username: string;
  readonly cookie: string;
  get<T>(path: string): Promise<T>;
  /** Throws what was refused; a connection that broke, too. */
  send<T>(method: 'POST' | 'PUT', path: string, body?: unknown): Promise<T>;
}

export class Refused extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.status = status;
  }
}

export async function signIn(url: string, username: string, password: string): Promise<Person> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!response.ok) throw new Refused(response.status, await response.text());
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const call = async <T>(path: string, init: RequestInit): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Refused(answer.status, text);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  return {
    username,
    cookie,
    get: (path) => call(path, { headers: { cookie } }),
    send: (method, path, body) =>
      call(path, {
        method,
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}

export interface OpenRequest {
  /** Settles with the status and text of the answer, or fails when the connection broke. */
  readonly answered: Promise<{ status: number; text: string }>;
  write(bytes: Buffer): void;
  end(bytes: Buffer): void;
}

/** A request whose body is sent bit by bit. */
export function openRequest(url: string, headers: Record<string, string>): OpenRequest {
  const sending = request(url, { method: 'POST', headers, agent: false });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sending.once('error', reject);
    sending.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
  answered.catch(() => {});
  return { answered, write: (bytes) => void sending.write(bytes), end: (bytes) => void sending.end(bytes) };
}
