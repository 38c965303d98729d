import { afterEach, expect, test, vi } from 'vitest';
import { deleteUser, getMe, login } from '#contract/accounts.ts';
import { api, errorText, RequestFailed, readFailure } from './api.ts';
import { completeMessages } from './messages.ts';

function answerWith(status: number, body: string | null) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response(body, { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

test('a body travels as JSON and the answer comes back', async () => {
  const user = { id: 1, username: 'ada', role: 'user' };
  const fetched = answerWith(200, JSON.stringify({ user }));
  await expect(api(login, { body: { username: 'ada', password: 'secret' } })).resolves.toEqual({ user });
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('/api/login');
  expect(init?.body).toBe('{"username":"ada","password":"secret"}');
});

test('a call without an answer resolves with nothing', async () => {
  answerWith(204, null);
  await expect(api(deleteUser, { params: { id: 7 } })).resolves.toBeUndefined();
});

test('the server’s words are shown when it has any', async () => {
  answerWith(409, JSON.stringify({ code: 'username_taken', message: 'This username is already taken.' }));
  const failure = await api(getMe).catch((error: unknown) => error);
  expect(failure).toMatchObject({ status: 409, code: 'username_taken' });
  expect(errorText(failure, 'Fallback.')).toBe('This username is already taken.');
});

test('a gateway page, a lost connection or any other error gets the fallback text', async () => {
  answerWith(502, '<html>Bad gateway</html>');
  expect(errorText(await api(getMe).catch((error: unknown) => error), 'Login failed.')).toBe('Login failed.');
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  const lost = await api(getMe).catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(RequestFailed);
  expect(errorText(lost, 'Login failed.')).toBe('Login failed.');
  expect(errorText(new Error('internal detail'), 'Login failed.')).toBe('Login failed.');
});

test('a call that has run out of time counts as never answered', async () => {
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    throw signal?.reason;
  });
  const late = await api(getMe, { signal: AbortSignal.timeout(1) }).catch((error: unknown) => error);
  expect(late).toMatchObject({ status: 0, serverMessage: null });
});

test('words beside a message are said by the page; what it does not know is shown as it came', async () => {
  await completeMessages();
  const told = (words: unknown) =>
    errorText(readFailure(400, { code: 'invalid_request', message: 'As it came.', words }), 'Fallback.');
  expect(told({ code: 'problem_held_elsewhere', params: { title: 'Sum' } })).toBe(
    'The problem “Sum” is already in another contest.',
  );
  expect(told({ code: 'of_a_newer_server', params: {} })).toBe('As it came.');
  expect(told({ code: 'toString', params: {} })).toBe('As it came.');
  expect(told(undefined)).toBe('As it came.');
});
