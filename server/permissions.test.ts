/**
 * Who may make which call: every call of the API in one table. 2xx and other answers that come after the check of
 * permission stand as they are; a call that is missing here fails the last test.
 */
import { describe, expect, it } from 'vitest';
import { finishContests } from './contests/finisher.ts';
import { makeContestTools, minute } from './contests/testing.ts';
import { makeForm } from './testing/form.ts';
import { makeTestApp } from './testing/test-app.ts';

const testApp = await makeTestApp();
const { advance, app, context, makeClient, signUp } = testApp;
const { staff, join, judge, makeContest, makeProblem, submit } = await makeContestTools(testApp);
const admin = await signUp('admin');
const outsider = await signUp('user');
const participant = await signUp('user');
const roles = { visitor: makeClient(), user: outsider, participant, staff, admin };
type Statuses = [visitor: number, user: number, participant: number, staff: number, admin: number];

await makeProblem('open');
await makeProblem('hidden');
await staff.put('/api/admin/problems/hidden/visibility', { isVisible: false });
const pdf = makeForm({ problemPdf: { name: 'x.pdf', content: '%PDF-1.7' } });
for (const id of [
  'open',
  'hidden',
  await makeProblem('held'),
  await makeProblem('coming'),
  await makeProblem('past'),
]) {
  await staff.post(`/api/admin/problems/${id}/upload`, pdf.payload, { headers: pdf.headers });
}
const finished = await makeContest({ startsInMs: minute, lastsMs: minute, problems: ['past'] });
await join(participant, finished);
advance(minute);
await judge(await submit(participant, 'past', finished), 10);
advance(2 * minute);
await finishContests(context.db, context.now());
const running = await makeContest({ startsInMs: minute, lastsMs: 60 * minute, problems: ['held'] });
const scheduled = await makeContest({ startsInMs: 60 * minute, problems: ['coming'] });
for (const id of [running, scheduled]) await join(participant, id);
advance(minute);
const inMain = await submit(participant, 'open');
const inContest = await submit(participant, 'held', running);
const toHidden = await submit(staff, 'hidden');
const someone = await signUp('user');
const times = { startTime: '2027-01-01T00:00:00Z', endTime: '2027-01-02T00:00:00Z' };
const problem = { title: 'x', author: staff.username, time_limit_ms: 1000, memory_limit_mb: 256 };

let made = 0;
const fresh = (prefix: string) => `${prefix}-${++made}`;
const freshProblem = () => makeProblem(fresh('new'));
const freshContest = () => makeContest();
const zip = makeForm({ testcasesZip: { name: 'x.zip', content: 'PK\x03\x04' } });
async function freshImport(): Promise<string> {
  const upload = `/api/admin/problems/${await freshProblem()}/upload`;
  const { jobId } = (await staff.post(upload, zip.payload, { headers: zip.headers })).json();
  return `/api/admin/upload-progress/${jobId}`;
}

interface Row {
  readonly call: string;
  /** When the address has parameters, or more than one case of a call is looked at. */
  readonly at?: string | (() => string | Promise<string>);
  readonly body?: unknown | (() => unknown);
  readonly headers?: Record<string, string>;
  readonly expected: Statuses;
}

const everyone: Statuses = [200, 200, 200, 200, 200];
const table: Row[] = [
  { call: 'GET /api/me', expected: everyone },
  {
    call: 'POST /api/login',
    body: { username: 'x', password: 'wrong' },
    expected: [401, 401, 401, 401, 401],
  },
  {
    call: 'POST /api/register',
    body: { username: 'abc', password: 'abcdef' },
    expected: [403, 403, 403, 403, 403],
  },
  { call: 'GET /api/settings/registration', expected: everyone },
  {
    call: 'PUT /api/me/password',
    body: { currentPassword: 'wrong', newPassword: 'abcdef' },
    expected: [401, 403, 403, 403, 403],
  },

  { call: 'GET /api/problems-with-stats', expected: [401, 200, 200, 200, 200] },
  { call: 'GET /api/problems/{problemId}', at: '/api/problems/open', expected: everyone },
  { call: 'GET /api/problems/{problemId}', at: '/api/problems/hidden', expected: [403, 403, 403, 200, 200] },
  { call: 'GET /api/problems/{problemId}', at: '/api/problems/held', expected: [404, 404, 404, 200, 200] },
  { call: 'GET /api/problems/{problemId}', at: '/api/problems/past', expected: everyone },
  { call: 'GET /api/problems/{problemId}/pdf', at: '/api/problems/open/pdf', expected: everyone },
  {
    call: 'GET /api/problems/{problemId}/pdf',
    at: '/api/problems/hidden/pdf',
    expected: [403, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/problems/{problemId}/pdf',
    at: '/api/problems/held/pdf',
    expected: [404, 404, 404, 200, 200],
  },

  {
    call: 'POST /api/submit',
    body: { problemId: 'open', language: 'cpp', code: 'x' },
    expected: [401, 201, 201, 201, 201],
  },
  {
    call: 'POST /api/submit',
    body: { problemId: 'hidden', language: 'cpp', code: 'x' },
    expected: [401, 403, 403, 201, 201],
  },
  {
    call: 'POST /api/submit',
    body: { problemId: 'held', language: 'cpp', code: 'x' },
    expected: [401, 404, 404, 201, 201],
  },
  {
    call: 'POST /api/submit',
    body: { problemId: 'held', language: 'cpp', code: 'x', contestId: running },
    expected: [401, 403, 201, 403, 403],
  },
  {
    call: 'POST /api/submit',
    body: { problemId: 'coming', language: 'cpp', code: 'x', contestId: scheduled },
    expected: [401, 403, 403, 403, 403],
  },
  {
    call: 'POST /api/submit',
    body: { problemId: 'past', language: 'cpp', code: 'x', contestId: finished },
    expected: [401, 403, 403, 403, 403],
  },
  { call: 'GET /api/submissions', expected: [401, 200, 200, 200, 200] },
  {
    call: 'GET /api/submissions',
    at: `/api/submissions?contestId=${running}`,
    expected: [401, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/submissions',
    at: `/api/submissions?contestId=${scheduled}`,
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/submissions/{id}',
    at: `/api/submissions/${inMain}`,
    expected: [401, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/submissions/{id}',
    at: `/api/submissions/${inContest}`,
    expected: [401, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/submissions/{id}',
    at: `/api/submissions/${inContest}?contestId=${running}`,
    expected: [401, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/submissions/{id}',
    at: `/api/submissions/${toHidden}`,
    expected: [401, 404, 404, 200, 200],
  },
  { call: 'GET /api/events', expected: [401, 200, 200, 200, 200] },
  { call: 'GET /api/scoreboard', expected: [401, 200, 200, 200, 200] },

  { call: 'GET /api/contests', expected: everyone },
  { call: 'GET /api/contests/{id}', at: `/api/contests/${running}`, expected: [403, 403, 200, 200, 200] },
  { call: 'GET /api/contests/{id}', at: `/api/contests/${finished}`, expected: [403, 403, 200, 200, 200] },
  {
    call: 'POST /api/contests/{id}/join',
    at: async () => `/api/contests/${await freshContest()}/join`,
    expected: [401, 200, 200, 200, 200],
  },
  {
    call: 'POST /api/contests/{id}/join',
    at: `/api/contests/${finished}/join`,
    expected: [401, 403, 403, 403, 403],
  },
  {
    call: 'GET /api/contests/{id}/problems',
    at: `/api/contests/${running}/problems`,
    expected: [401, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/contests/{id}/problems',
    at: `/api/contests/${scheduled}/problems`,
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/contests/{contestId}/problems/{problemId}',
    at: `/api/contests/${running}/problems/held`,
    expected: [401, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/contests/{contestId}/problems/{problemId}',
    at: `/api/contests/${running}/problems/open`,
    expected: [401, 403, 404, 404, 404],
  },
  {
    call: 'GET /api/contests/{contestId}/problems/{problemId}',
    at: `/api/contests/${scheduled}/problems/coming`,
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/contests/{contestId}/problems/{problemId}/pdf',
    at: `/api/contests/${running}/problems/held/pdf`,
    expected: [401, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/contests/{contestId}/problems/{problemId}/pdf',
    at: `/api/contests/${scheduled}/problems/coming/pdf`,
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/contests/{id}/scoreboard',
    at: `/api/contests/${running}/scoreboard`,
    expected: [403, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/contests/{id}/scoreboard',
    at: `/api/contests/${scheduled}/scoreboard`,
    expected: [403, 403, 200, 200, 200],
  },
  {
    call: 'GET /api/contests/{id}/scoreboard',
    at: `/api/contests/${finished}/scoreboard`,
    expected: everyone,
  },

  { call: 'GET /api/admin/contests', expected: [401, 403, 403, 200, 200] },
  { call: 'POST /api/admin/contests', body: { title: 'x', ...times }, expected: [401, 403, 403, 201, 201] },
  {
    call: 'PUT /api/admin/contests/{id}',
    at: async () => `/api/admin/contests/${await freshContest()}`,
    body: { title: 'x', ...times },
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'DELETE /api/admin/contests/{id}',
    at: async () => `/api/admin/contests/${await freshContest()}`,
    expected: [401, 403, 403, 204, 204],
  },
  {
    call: 'DELETE /api/admin/contests/{id}',
    at: `/api/admin/contests/${running}`,
    expected: [401, 403, 403, 409, 409],
  },
  {
    call: 'GET /api/admin/contests/{id}/admin-problems',
    at: `/api/admin/contests/${scheduled}/admin-problems`,
    expected: [401, 403, 403, 200, 200],
  },
  { call: 'GET /api/contests/available-problems', expected: [401, 403, 403, 200, 200] },
  {
    call: 'POST /api/admin/contests/{id}/problems',
    at: `/api/admin/contests/${scheduled}/problems`,
    body: { problemIds: ['coming'], action: 'move_to_contest' },
    expected: [401, 403, 403, 204, 204],
  },
  {
    call: 'POST /api/admin/contests/{id}/problems',
    at: `/api/admin/contests/${running}/problems`,
    body: { problemIds: ['held'], action: 'move_to_main' },
    expected: [401, 403, 403, 409, 409],
  },

  { call: 'GET /api/admin/problems', expected: [401, 403, 403, 200, 200] },
  {
    call: 'POST /api/admin/problems',
    body: () => ({ id: fresh('made'), ...problem }),
    expected: [401, 403, 403, 201, 201],
  },
  {
    call: 'PUT /api/admin/problems/{id}',
    at: '/api/admin/problems/open',
    body: { id: 'open', ...problem },
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'DELETE /api/admin/problems/{id}',
    at: async () => `/api/admin/problems/${await freshProblem()}`,
    expected: [401, 403, 403, 204, 204],
  },
  {
    call: 'PUT /api/admin/problems/{id}/visibility',
    at: '/api/admin/problems/open/visibility',
    body: { isVisible: true },
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'POST /api/admin/problems/{id}/upload',
    at: '/api/admin/problems/open/upload',
    body: pdf.payload,
    headers: pdf.headers,
    expected: [401, 403, 403, 201, 201],
  },
  {
    call: 'GET /api/admin/upload-progress/{jobId}',
    at: '/api/admin/upload-progress/00000000-0000-4000-8000-000000000000',
    expected: [401, 403, 403, 404, 404],
  },
  {
    call: 'DELETE /api/admin/upload-progress/{jobId}',
    at: freshImport,
    expected: [401, 403, 403, 204, 204],
  },
  {
    call: 'GET /api/admin/problems/{id}/import',
    at: '/api/admin/problems/open/import',
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'GET /api/admin/problems/{id}/tests',
    at: '/api/admin/problems/open/tests',
    expected: [401, 403, 403, 200, 200],
  },
  {
    call: 'POST /api/admin/submissions/{id}/rejudge',
    at: `/api/admin/submissions/${inMain}/rejudge`,
    expected: [401, 403, 403, 204, 204],
  },

  { call: 'GET /api/admin/users', expected: [401, 403, 403, 403, 200] },
  {
    call: 'POST /api/admin/users',
    body: () => ({ username: fresh('someone'), password: 'abcdef', role: 'user' }),
    expected: [401, 403, 403, 403, 201],
  },
  {
    call: 'POST /api/admin/users/batch',
    body: () => ({ prefix: fresh('class'), count: 1 }),
    expected: [401, 403, 403, 403, 201],
  },
  {
    call: 'PUT /api/admin/users/{id}',
    at: `/api/admin/users/${someone.id}`,
    body: { username: someone.username, role: 'staff' },
    expected: [401, 403, 403, 403, 200],
  },
  {
    call: 'DELETE /api/admin/users/{id}',
    at: async () => `/api/admin/users/${(await signUp('user')).id}`,
    expected: [401, 403, 403, 403, 204],
  },
  { call: 'GET /api/admin/workers', expected: [401, 403, 403, 200, 200] },
  { call: 'GET /api/admin/untrusted-proxy', expected: [401, 403, 403, 403, 200] },
  { call: 'GET /api/admin/authors', expected: [401, 403, 403, 200, 200] },
  { call: 'GET /api/admin/settings/registration', expected: [401, 403, 403, 403, 200] },
  {
    call: 'PUT /api/admin/settings/registration',
    body: { enabled: false },
    expected: [401, 403, 403, 403, 200],
  },
  // Last: it ends the sessions.
  { call: 'POST /api/logout', expected: [204, 204, 204, 204, 204] },
];

describe('permissions of visitor, user, participant, staff, admin', () => {
  it.each(table.map((row) => ({ name: `${row.call} ${typeof row.at === 'string' ? row.at : ''}`, ...row })))(
    '$name',
    async ({ call, at, body, headers, expected }) => {
      const [method, path] = call.split(' ') as ['GET', string];
      const statuses: number[] = [];
      for (const client of Object.values(roles)) {
        const url = typeof at === 'function' ? await at() : (at ?? path);
        const payload = typeof body === 'function' ? body() : body;
        const response = await client.send(method, url, payload, headers ? { headers } : {});
        statuses.push(response.statusCode);
      }
      expect(statuses).toEqual(expected);
    },
  );

  it('leave no call out', () => {
    const { paths } = app.swagger() as { paths: Record<string, object> };
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(calls.filter((call) => !call.startsWith('HEAD')).toSorted()).toEqual(
      [...new Set(table.map(({ call }) => call))].toSorted(),
    );
  });
});
