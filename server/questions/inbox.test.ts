import { describe, expect, it } from 'vitest';
import { intervals, limits } from '#contract/limits.ts';
import { hour, makeContestTools, minute } from '../contests/testing.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { answer, ask, findInInbox, readInbox } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, database, signUp } = testApp;
const { staff, finish, startContest } = await makeContestTools(testApp);
const colleague = await signUp('staff');

describe('a claim', () => {
  it('tells the others who answers, until it is let go, lapses or is taken over', async () => {
    const { contestId, participants } = await startContest('claims');
    const id = await ask(participants[0] as Client, contestId, 'Who answers me?');
    const claim = (client: Client, takeOver = false) =>
      client.post(`/api/admin/questions/${id}/claim`, { takeOver });
    expect((await claim(staff)).json().claim).toMatchObject({ username: staff.username });
    expect((await claim(staff)).statusCode).toBe(200);
    const refused = await claim(colleague);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      `${staff.username} is answering this question.`,
    ]);
    expect((await claim(colleague, true)).statusCode).toBe(200);
    // Only one's own is let go.
    await staff.delete(`/api/admin/questions/${id}/claim`);
    expect((await findInInbox(staff, id, 'open')).claim).toMatchObject({ username: colleague.username });
    advance(intervals.claimMs);
    expect((await findInInbox(staff, id, 'open')).claim).toBeNull();
    expect((await claim(staff)).statusCode).toBe(200);
    await staff.delete(`/api/admin/questions/${id}/claim`);
    expect((await claim(colleague)).statusCode).toBe(200);
    // Nobody needs one to answer, and with the answer there is none.
    expect((await answer(staff, id, 'I do')).json().claim).toBeNull();
    expect((await claim(colleague)).json()).toMatchObject({
      code: 'question_answered',
      answer: { text: 'I do' },
    });
  });
});

describe('the inbox', () => {
  const countUnanswered = async (query = ''): Promise<number> =>
    (await staff.get(`/api/admin/questions/unanswered${query}`)).json().unanswered;

  it('has the questions of all contests until a day after they finished, the longest waiting first', async () => {
    const first = await startContest('inbox-a', { lastsMs: 2 * minute });
    const second = await startContest('inbox-b');
    const ids = [await ask(first.participants[0] as Client, first.contestId, 'First?')];
    advance(1);
    ids.push(await ask(second.participants[0] as Client, second.contestId, 'Second?'));
    const listed = async (query: string) =>
      (await readInbox(staff, query)).questions.map(({ id }) => id).filter((id) => ids.includes(id));
    const unanswered = await countUnanswered();
    expect(await listed('')).toEqual(ids);
    expect(await listed(`?contestId=${second.contestId}`)).toEqual(ids.slice(1));
    await answer(staff, ids[1] ?? '', 'Yes');
    expect(await countUnanswered()).toBe(unanswered - 1);
    expect(await countUnanswered(`?contestId=${first.contestId}`)).toBe(1);
    expect(await countUnanswered(`?contestId=${second.contestId}`)).toBe(0);
    expect(await listed('?state=answered')).toEqual(ids.slice(1));
    advance(minute);
    await finish();
    expect(await listed('')).toEqual(ids.slice(0, 1));
    advance(24 * hour);
    await finish();
    expect(await listed('')).toEqual([]);
    expect(await listed(`?contestId=${first.contestId}`)).toEqual(ids.slice(0, 1));
  });

  it('is read page by page, with how many there are', async () => {
    const { contestId } = await startContest('pages');
    await database.pool.query(
      `insert into questions (contest_id, text, asked_at)
       select $1, 'Question ' || number, $2::timestamptz + number * interval '1 ms' from generate_series(1, $3) as number`,
      [contestId, context.now(), limits.inboxPage + 3],
    );
    const page = async (offset: number) => {
      const { questions, total } = await readInbox(staff, `?contestId=${contestId}&offset=${offset}`);
      return { texts: questions.map(({ text }) => text), total };
    };
    const first = await page(0);
    expect([first.texts.length, first.texts[0], first.total]).toEqual([limits.inboxPage, 'Question 1', 53]);
    expect(await page(limits.inboxPage)).toEqual({
      texts: ['Question 51', 'Question 52', 'Question 53'],
      total: 53,
    });
    expect((await page(100)).texts).toEqual([]);
    expect((await staff.get('/api/admin/questions?offset=-1')).statusCode).toBe(400);
    await database.pool.query('delete from questions where contest_id = $1', [contestId]);
  });

  it('offers templates that staff can change, but not over what another has made of them', async () => {
    expect((await staff.get('/api/admin/answer-templates')).json()).toEqual({ templates: null });
    const templates = ['Yes', 'Please read the section on input.'];
    expect((await staff.put('/api/admin/answer-templates', { templates })).statusCode).toBe(200);
    expect((await colleague.get('/api/admin/answer-templates')).json()).toEqual({ templates });
    const put = (client: Client, changed: string[], seen: string[] | null) =>
      client.put('/api/admin/answer-templates', { templates: changed, seen });
    expect((await put(staff, ['Late'], null)).json()).toMatchObject({ code: 'templates_changed', templates });
    expect((await put(staff, ['No'], templates)).statusCode).toBe(200);
    // Again, because no word came back.
    expect((await put(staff, ['No'], templates)).statusCode).toBe(200);
    expect((await put(colleague, ['Yes'], templates)).json().templates).toEqual(['No']);
    for (const refused of [[''], ['a\nb'], Array(limits.answerTemplatesMax + 1).fill('x')]) {
      expect((await staff.put('/api/admin/answer-templates', { templates: refused })).statusCode).toBe(400);
    }
  });
});
