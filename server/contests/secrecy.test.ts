/**
 * What a contest's problems are called stays secret until its start, and what was submitted to a hidden problem stays
 * between its owner and staff, whatever is asked and however.
 */
import { expect, it } from 'vitest';
import { makeForm } from '../testing/form.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { finishContests } from './finisher.ts';
import { hour, makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, app, makeClient, signUp } = testApp;
const { staff, finish, judge, join, makeContest, makeProblem, scoreboard, submit } =
  await makeContestTools(testApp);

const secretId = 'zebra-7';
const unknownId = 'koala-7';
const secrets = [secretId, 'Title of zebra-7'];
await makeProblem(secretId);
const form = makeForm({ problemPdf: { name: 'zebra.pdf', content: '%PDF-1.7 about zebras' } });
expect(
  (await staff.post(`/api/admin/problems/${secretId}/upload`, form.payload, { headers: form.headers }))
    .statusCode,
).toBe(201);

const participant = await signUp('user');
// It was an ordinary problem once, and the participant has tried it then.
const earlier = await submit(participant, secretId);
await judge(earlier, 50);
const contestId = await makeContest({ startsInMs: hour, problems: [secretId] });
await join(participant, contestId);
// How it is solved is written before the start, and says what it is called.
const editorial = `/api/admin/contests/${contestId}/editorial`;
expect((await staff.put(editorial, { text: 'Title of zebra-7: sort the zebras.' })).statusCode).toBe(200);
const solution = makeForm({ editorialPdf: { name: 'e.pdf', content: '%PDF-1.7 zebras sorted' } });
expect(
  (await staff.post(`${editorial}/pdf`, solution.payload, { headers: solution.headers })).statusCode,
).toBe(200);
const people: [string, Client][] = [
  ['a visitor', makeClient()],
  ['somebody who has not joined', await signUp('user')],
  ['a participant', participant],
];

const hiddenId = 'yak-7';
await makeProblem(hiddenId);
await setVisibility(hiddenId, true);
const [solver, tester] = [await signUp('user', 'yak-solver'), await signUp('staff', 'yak-tester')];
const toHidden = [await submit(solver, hiddenId)];
await setVisibility(hiddenId, false);
toHidden.push(await submit(tester, hiddenId));
for (const id of toHidden) await judge(id, 100);
// One that is still being judged, too.
toHidden.push(await submit(tester, hiddenId));

async function setVisibility(problemId: string, isVisible: boolean): Promise<void> {
  const set = await staff.put(`/api/admin/problems/${problemId}/visibility`, { isVisible });
  expect(set.statusCode).toBe(200);
}

const paths = Object.keys((app.swagger() as { paths: Record<string, { get?: unknown }> }).paths);
const readable = paths.filter((path) => !path.includes('upload-progress'));

function fill(path: string, problemId: string): string {
  return path
    .replace('{contestId}', String(contestId))
    .replace('{problemId}', problemId)
    .replace(/^(\/api\/(?:admin\/)?contests\/)\{id\}/, `$1${contestId}`)
    .replace('/api/submissions/{id}', `/api/submissions/${earlier}`)
    .replace('/api/admin/problems/{id}', `/api/admin/problems/${problemId}`)
    .replace('{id}', '1');
}

it.each(people)('no call tells %s', async (_, client) => {
  for (const path of readable) {
    const asked = await client.get(fill(path, secretId));
    if (fill(path, secretId) === fill(path, unknownId)) {
      for (const secret of secrets)
        expect([path, asked.body]).not.toEqual([path, expect.stringContaining(secret)]);
      expect([path, asked.body]).not.toEqual([path, expect.stringContaining('zebras')]);
    } else {
      // The id that was asked for is no news: the answer is the one for an id that never was.
      const unknown = await client.get(fill(path, unknownId));
      expect([path, asked.statusCode, asked.body]).toEqual([path, unknown.statusCode, unknown.body]);
    }
  }
  for (const query of [
    '',
    '?filter=mine',
    `?problemId=${secretId}`,
    `?contestId=${contestId}`,
    '?verdict=Wrong%20Answer',
    `?problemId=${secretId}&verdict=Wrong%20Answer&language=cpp`,
    `?contestId=${contestId}&verdict=Wrong%20Answer`,
  ]) {
    const listed = await client.get(`/api/submissions${query}`);
    for (const secret of secrets) expect(listed.body).not.toContain(secret);
  }
  for (const more of [{}, { contestId }]) {
    const answers = [];
    for (const problemId of [secretId, unknownId]) {
      const answer = await client.post('/api/submit', { problemId, language: 'cpp', code: 'x', ...more });
      answers.push([answer.statusCode, answer.body]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).not.toBe(201);
  }
});

it.each(people)('no call tells %s of submissions to a hidden problem', async (_, client) => {
  const lists = [
    '',
    '?filter=mine',
    `?problemId=${hiddenId}`,
    `?before=${toHidden.at(-1)}`,
    '?limit=1',
    '?verdict=Accepted',
    '?language=cpp',
  ];
  const addresses = [
    ...readable.map((path) => fill(path, unknownId)),
    ...lists.map((query) => `/api/submissions${query}`),
  ];
  for (const address of addresses) {
    const { body } = await client.get(address);
    for (const secret of [hiddenId, 'yak-solver', 'yak-tester'])
      expect([address, body]).not.toEqual([address, expect.stringContaining(secret)]);
  }
  const unknown = await client.get('/api/submissions/99999999');
  for (const id of toHidden) {
    for (const query of ['', `?contestId=${contestId}`]) {
      const asked = await client.get(`/api/submissions/${id}${query}`);
      expect([id, asked.statusCode, asked.body]).toEqual([id, unknown.statusCode, unknown.body]);
    }
  }
});

it.each(people)(
  'the scoreboard shows %s no number that goes up when problems are exchanged',
  async (_, client) => {
    const board = await client.get(`/api/contests/${contestId}/scoreboard`);
    expect(board.headers.etag).toBeUndefined();
    expect((await staff.get(`/api/contests/${contestId}/scoreboard`)).headers.etag).toBeDefined();
  },
);

it('a question is told to nobody but staff until it is answered to all, and then without its asker', async () => {
  const secret = 'okapi-question';
  const [asker, other] = [await signUp('user', 'okapi-asker'), await signUp('user')];
  const asked = await makeContest({ startsInMs: hour });
  for (const user of [asker, other]) await join(user, asked);
  const watchers: [string, Client][] = [...people, ['another participant', other]];
  const addresses = [
    ...readable.map((path) => fill(path, unknownId).replace(`/contests/${contestId}`, `/contests/${asked}`)),
    `/api/events?contestId=${asked}`,
  ];
  const tell = async (client: Client) =>
    Promise.all(
      addresses.map(async (address) => {
        const { statusCode, headers, body } = await client.get(address);
        // The stream's first words are of its own.
        return [address, statusCode, headers.etag, body.replace(/^retry: \d+$/m, 'retry')];
      }),
    );
  const before = await Promise.all(watchers.map(([, client]) => tell(client)));
  const { id } = (await asker.post(`/api/contests/${asked}/questions`, { text: secret })).json();
  const answer = { text: 'okapi-answer', is_public: false, version: 0 };
  const statuses = [];
  for (const text of ['okapi-answer', 'okapi-answer, edited']) {
    const put = await staff.put(`/api/admin/questions/${id}/answer`, {
      ...answer,
      text,
      version: statuses.length,
    });
    statuses.push(put.statusCode);
    await asker.post(`/api/contests/${asked}/questions/read`, { items: [{ id, version: statuses.length }] });
    // Not a byte, a count or a tag is another one.
    expect(await Promise.all(watchers.map(([, client]) => tell(client)))).toEqual(before);
  }
  expect(statuses).toEqual([200, 200]);
  await staff.put(`/api/admin/questions/${id}/answer`, { ...answer, is_public: true, version: 2 });
  for (const [name, client] of watchers) {
    const told = JSON.stringify(await tell(client));
    expect([name, told.includes(secret)]).toEqual([name, client === other]);
    expect([name, told.includes('okapi-asker')]).toEqual([name, false]);
  }
});

it('its owner and staff are told of submissions to a hidden problem', async () => {
  const ids = async (client: Client, query = '') =>
    (await client.get(`/api/submissions${query}`)).json().map(({ id }: { id: number }) => id);
  expect(await ids(solver)).toEqual(expect.arrayContaining(toHidden.slice(0, 1)));
  expect(await ids(solver, `?problemId=${hiddenId}`)).toEqual(toHidden.slice(0, 1));
  expect(await ids(staff, `?problemId=${hiddenId}`)).toEqual(toHidden.toReversed());
});

it('is told to participants from the start on, to others at the finish only', async () => {
  advance(hour);
  const inside = `/api/contests/${contestId}/problems/${secretId}`;
  const statuses = async (path: string) =>
    Promise.all(people.map(async ([, client]) => (await client.get(path)).statusCode));
  expect(await statuses(inside)).toEqual([401, 403, 200]);
  expect(await statuses(`${inside}/pdf`)).toEqual([401, 403, 200]);
  expect(await statuses(`/api/contests/${contestId}/problems`)).toEqual([401, 403, 200]);
  expect(await statuses(`/api/problems/${secretId}`)).toEqual([404, 404, 404]);
  expect(await statuses(`/api/problems/${secretId}/pdf`)).toEqual([404, 404, 404]);
  // Hidden in the main list or not: inside its contest it is open.
  await staff.put(`/api/admin/problems/${secretId}/visibility`, { isVisible: false });
  expect(await statuses(inside)).toEqual([401, 403, 200]);
  for (const client of [participant, staff]) expect((await client.get(inside)).json().is_hidden).toBe(false);
  expect((await staff.get(`/api/problems/${secretId}`)).json().is_hidden).toBe(true);
  await submit(participant, secretId, contestId);
});

it('once a contest is over, a problem of it that is hidden is told of in its standings alone', async () => {
  const problem = await makeProblem('over-1');
  const [own, other] = [await signUp('user'), await signUp('user')];
  const old = await makeContest({ startsInMs: minute, lastsMs: minute, problems: [problem] });
  for (const user of [own, other]) await join(user, old);
  advance(minute);
  await setVisibility(problem, false);
  const submissions = [await submit(own, problem, old), await submit(other, problem, old)];
  const listed = async (client: Client) =>
    (await client.get(`/api/submissions?contestId=${old}`)).json().map(({ id }: { id: number }) => id);
  expect(await listed(own)).toEqual(submissions.toReversed());
  for (const id of submissions) await judge(id, 10);
  advance(minute);
  await finish();
  await setVisibility(problem, false);
  expect(await listed(own)).toEqual(submissions.slice(0, 1));
  expect((await own.get(`/api/submissions/${submissions[0]}?contestId=${old}`)).statusCode).toBe(200);
  expect((await own.get(`/api/submissions/${submissions[1]}?contestId=${old}`)).statusCode).toBe(404);
  expect((await scoreboard(old, own)).rows).toHaveLength(2);
  await setVisibility(problem, true);
  expect(await listed(own)).toEqual(submissions.toReversed());
});

it('of a contest to come is not told by one that is over', async () => {
  const reused = await makeProblem('reused-1');
  const old = await makeContest({ startsInMs: minute, lastsMs: minute, problems: [reused] });
  await join(participant, old);
  advance(minute);
  const submission = await submit(participant, reused, old);
  await judge(submission, 10);
  advance(2 * minute);
  await finishContests(testApp.context.db, testApp.context.now());
  expect((await participant.get(`/api/contests/${old}/problems`)).json()).toHaveLength(1);
  const columns = async () => (await makeClient().get(`/api/contests/${old}/scoreboard`)).json().problems;
  expect(await columns()).toMatchObject([{ problem_id: reused, title: 'Title of reused-1' }]);
  await makeContest({ problems: [reused] });
  // What it is called for the next one is not told: the standings have what it was called then.
  const next = { title: 'Secret', author: staff.username, time_limit_ms: 1000, memory_limit_mb: 256 };
  expect((await staff.put(`/api/admin/problems/${reused}`, { id: 'secret-1', ...next })).statusCode).toBe(
    200,
  );
  expect(await columns()).toMatchObject([{ problem_id: reused, title: 'Title of reused-1' }]);
  await staff.put('/api/admin/problems/secret-1', { id: reused, ...next });
  expect((await participant.get(`/api/contests/${old}/problems`)).json()).toEqual([]);
  expect((await participant.get(`/api/contests/${old}/problems/${reused}`)).statusCode).toBe(404);
  expect((await participant.get(`/api/submissions/${submission}`)).statusCode).toBe(404);
  expect((await participant.get(`/api/submissions?contestId=${old}`)).json()).toEqual([]);
  expect((await staff.get(`/api/submissions/${submission}`)).statusCode).toBe(200);
});
