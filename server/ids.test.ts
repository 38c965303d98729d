/** Whatever stands where an id belongs in an address: what can be nobody's gets the answer of an unknown one. */
import { describe, expect, it } from 'vitest';
import { usualAlarmMinutes } from '#contract/contest-day.ts';
import { problemIdPattern } from '#contract/id-texts.ts';
import { type JsonSchema, listOperations } from './attacks/testing/operations.ts';
import { makeContestTools, minute } from './contests/testing.ts';
import { makeTestApp } from './testing/test-app.ts';

const testApp = await makeTestApp();
const { advance, app, makeClient, signUp } = testApp;
const { staff, join, makeContest, makeProblem, submit } = await makeContestTools(testApp);
const admin = await signUp('admin');
const outsider = await signUp('user');
const participant = await signUp('user');
const running = await makeContest({ startsInMs: minute, problems: [await makeProblem('held')] });
await join(participant, running);
advance(minute);
// There is a first one of each, which no other spelling may lead to.
expect(await submit(participant, 'held', running)).toBe(1);
const asked = await participant.post(`/api/contests/${running}/questions`, { text: 'Is it so?' });
expect(asked.statusCode).toBe(201);
const posted = await staff.post(`/api/admin/contests/${running}/announcements`, { text: 'It is so.' });
expect(posted.statusCode).toBe(201);
const clients = { visitor: makeClient(), outsider, participant, staff, admin };

const numbers = [
  '0',
  '01',
  '001',
  '+1',
  '-1',
  '1.0',
  '1e0',
  '1e3',
  '0x1',
  '1n',
  '1,1',
  ' 1',
  '1 ',
  '\t1',
  '1\n',
  '١',
  '１',
  '１１',
  'abc',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  '__proto__',
  '[object Object]',
  '\0',
  '1\0',
  '2147483648',
  '4294967297',
  '9007199254740993',
  '9223372036854775808',
  '18446744073709551617',
  '9'.repeat(200),
  `1${'0'.repeat(8000)}`,
  '😀',
  'a/b',
  '...',
  '%',
];
const malformed = {
  number: { unknown: '999999', values: numbers },
  uuid: {
    unknown: '11111111-1111-4111-8111-111111111111',
    values: [
      ...numbers,
      '1',
      '00000000-0000-0000-0000-000000000000',
      '{11111111-1111-4111-8111-111111111111}',
    ],
  },
  problem: {
    unknown: 'absent',
    values: [
      ' held',
      'held ',
      'held\0',
      '\0',
      '...',
      'a b',
      'a/b',
      'ก',
      'x'.repeat(65),
      'x'.repeat(8000),
      '😀',
      '\u202eheld',
      'HELD',
    ],
  },
  language: {
    unknown: 'no-such-language',
    values: ['CPP', ' cpp', 'cpp\0', '__proto__', '0', '...', 'a/b', 'x'.repeat(8000), '😀'],
  },
};

/** By what the API's own document says of it. */
function kindOf({ format, pattern, enum: names }: JsonSchema): keyof typeof malformed {
  if (format === 'uuid') return 'uuid';
  if (names !== undefined) return 'language';
  return pattern === problemIdPattern.source ? 'problem' : 'number';
}

const pdfForm = { headers: { 'content-type': 'multipart/form-data; boundary=x' } };
const times = { startTime: '2027-01-01T00:00:00Z', endTime: '2027-01-02T00:00:00Z' };
/** Right in themselves, so that nothing but the id can be wrong. */
const bodies: Record<string, unknown> = {
  'PUT /api/admin/users/{id}': { username: 'renamed', role: 'user' },
  'PUT /api/admin/settings/languages/{id}': { is_on: true },
  'PUT /api/admin/languages/{id}/starting-text': { text: null },
  'PUT /api/admin/contests/{id}': { title: 'x', ...times },
  'POST /api/admin/contests/{id}/copy': { title: 'x', ...times },
  'POST /api/admin/contests/{id}/extend': { minutes: 5, end_time: times.endTime },
  'PUT /api/admin/contests/{id}/alarms': usualAlarmMinutes,
  'PUT /api/admin/contests/{id}/editorial': { text: 'Sort, then count.' },
  'POST /api/admin/contests/{id}/problems': { problemIds: [], action: 'move_to_main' },
  'PUT /api/admin/contests/{id}/problems': { problems: [] },
  'POST /api/admin/contests/{id}/participants': { usernames: [participant.username] },
  'PUT /api/admin/contests/{id}/participants/unofficial': { userIds: [participant.id], unofficial: true },
  'PUT /api/admin/contests/{id}/participants/extra-minutes': { userIds: [participant.id], minutes: 1 },
  'POST /api/admin/contests/{id}/announcements': { text: 'x' },
  'PUT /api/admin/announcements/{id}': { text: 'x', version: 1 },
  'POST /api/contests/{id}/questions': { text: 'x' },
  'POST /api/contests/{id}/questions/read': { items: [] },
  'POST /api/admin/questions/{id}/claim': { takeOver: true },
  'PUT /api/admin/questions/{id}/answer': { text: 'x', is_public: false, version: 0 },
  'PUT /api/admin/problems/{id}': {
    title: 'x',
    author: staff.username,
    time_limit_ms: 1000,
    memory_limit_mb: 256,
  },
  'PUT /api/admin/problems/{id}/visibility': { isVisible: true },
  'POST /api/admin/packages/{jobId}': { problems: [{ folder: '', id: 'x' }] },
  'POST /api/admin/upload-progress/{jobId}/force': { folder: '' },
  'POST /api/admin/upload-progress/{jobId}/discard': { folder: '' },
};
const queries: Record<string, string> = { 'GET /api/admin/contests/{id}/accounts': '?search=x' };

const withIds = (await listOperations(app)).flatMap(({ method, path, parameters }) =>
  parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) => ({ call: `${method} ${path}`, method, path, name, kind: kindOf(schema) })),
);

describe('an id in a path that can be nobody’s', () => {
  it.each(withIds)(
    '$call: {$name} gets the answer of an unknown one',
    async ({ call, method, path, name, kind }) => {
      const { unknown, values } = malformed[kind];
      const at = (value: string) =>
        `${path
          .replace(`{${name}}`, encodeURIComponent(value))
          .replace(/\{(?:id|contestId)\}/, String(running))
          .replace('{problemId}', 'held')
          .replace('{userId}', String(participant.id))}${queries[call] ?? ''}`;
      for (const [who, client] of Object.entries(clients)) {
        const ask = async (value: string) => {
          const options = /\/(?:upload|editorial\/pdf)$/.test(path) ? pdfForm : {};
          const { statusCode, body } = await client.send(method as 'GET', at(value), bodies[call], options);
          return [who, statusCode, body];
        };
        const expected = await ask(unknown);
        // Whoever may ask is told that there is none.
        expect(expected[1]).toBeOneOf(who === 'admin' ? [404] : [401, 403, 404]);
        for (const value of values) expect([value, ...(await ask(value))]).toEqual([value, ...expected]);
      }
    },
  );

  it('gets the catalogue’s words', async () => {
    const told = async (path: string) => {
      const { statusCode, body } = await admin.get(path);
      return [statusCode, JSON.parse(body).message];
    };
    for (const path of ['', '/problems', '/scoreboard', '/problems/held', '/problems/held/pdf']) {
      expect(await told(`/api/contests/abc${path}`)).toEqual([404, 'Contest not found.']);
    }
    expect(await told('/api/admin/contests/01/admin-problems')).toEqual([404, 'Contest not found.']);
    expect(await told('/api/submissions/1e0')).toEqual([404, 'Submission not found.']);
    expect(await told('/api/problems/a%20b')).toEqual([404, 'Problem not found.']);
    expect(await told(`/api/contests/${running}/problems/%00`)).toEqual([404, 'Problem not found.']);
    expect(await told('/api/admin/upload-progress/1')).toEqual([404, 'This upload is not known.']);
    const deleted = await admin.delete('/api/admin/users/+1');
    expect([deleted.statusCode, deleted.json().message]).toEqual([404, 'User not found.']);
    const rejudged = await staff.post('/api/admin/submissions/0/rejudge');
    expect([rejudged.statusCode, rejudged.json().message]).toEqual([404, 'Submission not found.']);
  });
});

describe('an id elsewhere that can be nobody’s', () => {
  it.each(numbers.filter((value) => !value.includes('\0')))(
    '%j gets the answer of an unknown one',
    async (value) => {
      const ask = async (query: string) => {
        const { statusCode, body } = await participant.get(query);
        return [statusCode, body];
      };
      const id = encodeURIComponent(value);
      expect(await ask(`/api/submissions?contestId=${id}`)).toEqual(
        await ask('/api/submissions?contestId=999999'),
      );
      expect(await ask(`/api/submissions/1?contestId=${id}`)).toEqual(
        await ask('/api/submissions/1?contestId=999999'),
      );
      expect(await ask(`/api/events?contestId=${id}`)).toEqual(await ask('/api/events?contestId=999999'));
      expect(await ask(`/api/submissions?problemId=${encodeURIComponent(` ${value}`)}`)).toEqual([200, '[]']);
      const submitted = await participant.post('/api/submit', {
        problemId: 'held',
        language: 'cpp',
        code: 'x',
        contestId: value,
      });
      expect([submitted.statusCode, submitted.json().message]).toEqual([404, 'Contest not found.']);
    },
  );

  it.each([0, -1, 1.5, 1e3 + 0.5, 2 ** 31, 2 ** 53, 1e21])(
    'a contest %d takes no submission',
    async (contestId) => {
      const body = { problemId: 'held', language: 'cpp', code: 'x', contestId };
      const answer = await participant.post('/api/submit', body);
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Contest not found.']);
    },
  );

  it.each([null, true, [1], { id: 1 }])(
    'of another kind is a mistake of the request: %j',
    async (contestId) => {
      const body = { problemId: 'held', language: 'cpp', code: 'x', contestId };
      expect((await participant.post('/api/submit', body)).statusCode).toBe(400);
    },
  );

  it.each([
    ['unofficial', { unofficial: true }],
    ['extra-minutes', { minutes: 5 }],
  ])('a number that is no participant’s: %s', async (what, change) => {
    const ask = async (userId: number) => {
      const path = `/api/admin/contests/${running}/participants/${what}`;
      const { statusCode, body } = await staff.put(path, { userIds: [participant.id, userId], ...change });
      return [statusCode, body];
    };
    const expected = await ask(999_999);
    expect(expected[0]).toBe(404);
    for (const userId of [2 ** 31, 2 ** 32 + participant.id, 2 ** 53 - 1])
      expect([userId, ...(await ask(userId))]).toEqual([userId, ...expected]);
  });

  it.each(['/api/admin/questions', '/api/admin/questions/unanswered', '/api/admin/announcements'])(
    '%s of a contest that there is none of',
    async (path) => {
      const ask = async (value: string) => {
        const { statusCode, body } = await staff.get(`${path}?contestId=${encodeURIComponent(value)}`);
        return [statusCode, body];
      };
      const expected = await ask('999999');
      expect(expected).not.toEqual(await ask(String(running)));
      for (const value of numbers.filter((each) => !each.includes('\0')))
        expect([value, ...(await ask(value))]).toEqual([value, ...expected]);
    },
  );

  it('as a page of a list makes no sense', async () => {
    for (const before of ['0', '01', '1e3', '-1', 'abc', '', '9'.repeat(16)]) {
      const { statusCode } = await participant.get(`/api/submissions?before=${before}`);
      expect([before, statusCode]).toEqual([before, 400]);
    }
  });
});
