import { expect, it } from 'vitest';
import { makeForm } from '../testing/form.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { hour, makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, makeClient, signUp } = testApp;
const { staff, finish, fromNow, join, makeContest, makeProblem } = await makeContestTools(testApp);

const form = makeForm({ editorialPdf: { name: 'e.pdf', content: '%PDF-1.7 solutions' } });

async function write(contestId: number): Promise<void> {
  const path = `/api/admin/contests/${contestId}/editorial`;
  const told = await staff.put(path, { text: 'Sort,\nthen count: https://example.org/a' });
  expect([told.statusCode, told.json().has_pdf]).toEqual([200, false]);
  const uploaded = await staff.post(`${path}/pdf`, form.payload, { headers: form.headers });
  expect([uploaded.statusCode, uploaded.json()]).toEqual([
    200,
    {
      text: 'Sort,\nthen count: https://example.org/a',
      has_pdf: true,
      pdf_version: expect.stringMatching(/^\w{64}$/),
    },
  ]);
}

async function statuses(client: Client, contestId: number): Promise<number[]> {
  const path = `/api/contests/${contestId}/editorial`;
  return [(await client.get(path)).statusCode, (await client.get(`${path}/pdf`)).statusCode];
}

it('is told to staff at any time, and to everybody when the contest has finished', async () => {
  const [participant, stranger] = [await signUp('user'), await signUp('user')];
  const contestId = await makeContest({ startsInMs: minute, lastsMs: minute });
  await join(participant, contestId);
  expect((await staff.get(`/api/contests/${contestId}/editorial`)).json()).toEqual({
    text: '',
    has_pdf: false,
    pdf_version: '',
  });
  expect((await staff.get(`/api/contests/${contestId}/editorial/pdf`)).json().code).toBe('no_editorial');
  await write(contestId);
  // Scheduled, running and finishing.
  for (const ms of [0, minute, minute]) {
    advance(ms);
    for (const client of [participant, stranger, makeClient()]) {
      expect(await statuses(client, contestId)).toEqual([403, 403]);
    }
    expect(await statuses(staff, contestId)).toEqual([200, 200]);
  }
  await finish();
  expect(await statuses(participant, contestId)).toEqual([200, 200]);
  const file = await participant.get(`/api/contests/${contestId}/editorial/pdf`);
  expect([file.headers['content-type'], file.body]).toEqual(['application/pdf', '%PDF-1.7 solutions']);
  for (const client of [stranger, makeClient()])
    expect(await statuses(client, contestId)).toEqual([200, 200]);
  // It may still be mended, and whoever has the old file is given the new one, by its hash.
  const mended = makeForm({ editorialPdf: { name: 'e.pdf', content: '%PDF-1.7 mended' } });
  const pdf = `/api/admin/contests/${contestId}/editorial/pdf`;
  expect((await staff.post(pdf, mended.payload, { headers: mended.headers })).statusCode).toBe(200);
  const ask = (headers: Record<string, string>) =>
    participant.get(`/api/contests/${contestId}/editorial/pdf`, { headers });
  const old = String(file.headers.etag);
  const renewed = await ask({ 'if-none-match': old });
  expect([renewed.statusCode, renewed.body]).toEqual([200, '%PDF-1.7 mended']);
  expect((await ask({ 'if-none-match': String(renewed.headers.etag) })).statusCode).toBe(304);
  expect((await ask({ range: 'bytes=0-3', 'if-range': old })).body).toBe('%PDF-1.7 mended');
  // And taken away.
  expect((await staff.delete(`/api/admin/contests/${contestId}/editorial/pdf`)).statusCode).toBe(204);
  expect((await staff.put(`/api/admin/contests/${contestId}/editorial`, { text: '' })).statusCode).toBe(200);
  expect((await participant.get(`/api/contests/${contestId}/editorial`)).json()).toEqual({
    text: '',
    has_pdf: false,
    pdf_version: '',
  });
});

it('waits for the last contest that holds one of its problems, and comes along with a copy', async () => {
  // One in each room: nobody sits in both.
  const [participant, other] = [await signUp('user'), await signUp('user')];
  const problem = await makeProblem('secret');
  const first = await makeContest({ startsInMs: minute, lastsMs: minute, problems: [problem] });
  await join(participant, first);
  await write(first);
  const times = { startTime: fromNow(minute), endTime: fromNow(hour) };
  const { id: second } = (
    await staff.post(`/api/admin/contests/${first}/copy`, { title: 'x', ...times })
  ).json();
  await join(other, second);
  advance(2 * minute);
  await finish();
  for (const client of [participant, makeClient()]) expect(await statuses(client, first)).toEqual([403, 403]);
  advance(hour);
  await finish();
  for (const client of [participant, makeClient()]) expect(await statuses(client, first)).toEqual([200, 200]);
  expect(await statuses(other, second)).toEqual([200, 200]);
});

it('does not tell what a contest is going to share, and closes with its start', async () => {
  const participant = await signUp('user');
  const problem = await makeProblem('asked-again');
  const contestId = await makeContest({ startsInMs: minute, lastsMs: minute, problems: [problem] });
  await join(participant, contestId);
  await write(contestId);
  advance(2 * minute);
  await finish();
  const told = async () =>
    Promise.all([participant, makeClient()].map((client) => statuses(client, contestId)));
  const [open, closed] = [200, 403].map((status) => [
    [status, status],
    [status, status],
  ]);
  expect(await told()).toEqual(open);
  const next = await makeContest({ startsInMs: hour, lastsMs: hour });
  const put = (action: string) =>
    staff.post(`/api/admin/contests/${next}/problems`, { problemIds: [problem], action });
  expect((await put('share_with_contest')).statusCode).toBe(204);
  advance(hour - 1);
  expect(await told()).toEqual(open);
  advance(1);
  expect(await told()).toEqual(closed);
  advance(hour);
  await finish();
  expect(await told()).toEqual(open);
  // One that is held has left the main list, so that everybody sees it anyway.
  await makeContest({ problems: [problem] });
  expect(await told()).toEqual(closed);
});

it('is for participants alone while one of the problems is hidden', async () => {
  const participant = await signUp('user');
  const problems = [await makeProblem('stays'), await makeProblem('goes')];
  const contestId = await makeContest({ startsInMs: minute, lastsMs: minute, problems });
  await join(participant, contestId);
  await write(contestId);
  advance(2 * minute);
  await finish();
  for (const isVisible of [false, true]) {
    await staff.put('/api/admin/problems/goes/visibility', { isVisible });
    expect(await statuses(participant, contestId)).toEqual([200, 200]);
    for (const client of [await signUp('user'), makeClient()])
      expect(await statuses(client, contestId)).toEqual(isVisible ? [200, 200] : [403, 403]);
  }
});

it('is for participants alone once one of the problems is deleted, which may have been hidden', async () => {
  const participant = await signUp('user');
  const problems = [await makeProblem('survives'), await makeProblem('withdrawn')];
  const contestId = await makeContest({ startsInMs: minute, lastsMs: minute, problems });
  await join(participant, contestId);
  await write(contestId);
  advance(2 * minute);
  await finish();
  await staff.put('/api/admin/problems/withdrawn/visibility', { isVisible: false });
  expect((await staff.delete('/api/admin/problems/withdrawn')).statusCode).toBe(204);
  expect(await statuses(participant, contestId)).toEqual([200, 200]);
  for (const client of [await signUp('user'), makeClient()])
    expect(await statuses(client, contestId)).toEqual([403, 403]);
});

it('opens with the thaw, not with the end, where the scoreboard is frozen', async () => {
  const settings = { freeze_minutes: 1 };
  const contestId = await makeContest({ startsInMs: minute, lastsMs: 2 * minute, settings });
  await write(contestId);
  advance(3 * minute);
  await finish();
  expect((await makeClient().get(`/api/contests/${contestId}/scoreboard`)).statusCode).toBe(200);
  expect(await statuses(makeClient(), contestId)).toEqual([403, 403]);
  expect((await staff.post(`/api/admin/contests/${contestId}/thaw`)).statusCode).toBe(200);
  await finish();
  expect(await statuses(makeClient(), contestId)).toEqual([200, 200]);
});

it('is a text of a bounded length, and a PDF', async () => {
  const path = `/api/admin/contests/${await makeContest()}/editorial`;
  expect((await staff.put(path, { text: 'x'.repeat(50_001) })).statusCode).toBe(400);
  expect((await staff.put(path, { text: 'a\u202eb' })).statusCode).toBe(400);
  const wrong = makeForm({ editorialPdf: { name: 'e.pdf', content: 'GIF89a' } });
  const refused = await staff.post(`${path}/pdf`, wrong.payload, { headers: wrong.headers });
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'not_a_pdf']);
  expect((await staff.put('/api/admin/contests/999999/editorial', { text: 'x' })).statusCode).toBe(404);
});

it('is not written over what another has made of it meanwhile', async () => {
  const contestId = await makeContest();
  const colleague = await signUp('staff');
  const put = (client: Client, text: string, seen: string) =>
    client.put(`/api/admin/contests/${contestId}/editorial`, { text, seen });
  expect((await put(staff, 'Sort.', '')).statusCode).toBe(200);
  // Again, because no word came back.
  expect((await put(staff, 'Sort.', '')).statusCode).toBe(200);
  expect((await put(colleague, 'Count.', '')).json()).toMatchObject({
    code: 'editorial_changed',
    editorial: { text: 'Sort.' },
  });
  expect((await put(colleague, 'Count.', 'Sort.')).json()).toMatchObject({ text: 'Count.' });
});

it('the PDF neither replaces nor removes another that was put there meanwhile', async () => {
  const contestId = await makeContest();
  const colleague = await signUp('staff');
  const path = `/api/admin/contests/${contestId}/editorial`;
  const upload = async (client: Client, content: string, seen: string) => {
    const { payload, headers } = makeForm({
      editorialPdf: { name: 'e.pdf', content: `%PDF-1.7 ${content}` },
    });
    return (await client.post(`${path}/pdf?seen=${seen}`, payload, { headers })).json();
  };
  const remove = (client: Client, seen: string) => client.delete(`${path}/pdf?seen=${seen}`);
  const shown = async () => (await staff.get(`/api/contests/${contestId}/editorial/pdf`)).body;
  const { pdf_version: first } = await upload(staff, 'first', '');
  // Again, because no word came back.
  expect(await upload(staff, 'first', '')).toMatchObject({ pdf_version: first });
  expect(await upload(colleague, 'second', '')).toMatchObject({
    code: 'editorial_changed',
    editorial: { has_pdf: true, pdf_version: first },
  });
  expect(await shown()).toBe('%PDF-1.7 first');
  const { pdf_version: second } = await upload(colleague, 'second', first);
  expect((await remove(staff, first)).json().code).toBe('editorial_changed');
  expect(await shown()).toBe('%PDF-1.7 second');
  expect([(await remove(staff, second)).statusCode, (await remove(staff, second)).statusCode]).toEqual([
    204, 204,
  ]);
  expect(await upload(colleague, 'third', second)).toMatchObject({
    code: 'editorial_changed',
    editorial: { has_pdf: false, pdf_version: '' },
  });
  // The text is another matter.
  expect((await staff.put(path, { text: 'Sort.', seen: '' })).statusCode).toBe(200);
  // Whoever does not say what they have seen takes whatever is there.
  const { payload, headers } = form;
  expect((await staff.post(`${path}/pdf`, payload, { headers })).json()).toMatchObject({ has_pdf: true });
});
