import { describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { removeDeletedContests } from '../contests/deletion.ts';
import { hour, makeContestTools, minute, two } from '../contests/testing.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import {
  announce,
  answer,
  ask,
  findInInbox,
  markRead,
  readInbox,
  readNews,
  sendQuestion,
} from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, database, makeClient, signUp } = testApp;
const { staff, finish, join, makeContest, makeProblem, startContest } = await makeContestTools(testApp);
const colleague = await signUp('staff');

describe('a question', () => {
  it('is its asker’s and the staff’s alone, and so is the answer to one', async () => {
    const { contestId, participants, problemIds } = await startContest('own', { people: 2 });
    const [asker, other] = two(participants);
    const id = await ask(asker, contestId, '  Is n positive?\n', problemIds[0]);
    expect((await readNews(asker, contestId)).questions).toEqual([
      {
        id,
        is_own: true,
        text: 'Is n positive?',
        problem: { id: problemIds[0], label: 'A', title: 'Title of own-1' },
        asked_at: context.now().toISOString(),
        answer: null,
      },
    ]);
    expect(await findInInbox(staff, id, 'open')).toMatchObject({
      asker: { username: asker.username },
      contest: { id: contestId },
      claim: null,
      answer: null,
    });
    expect((await answer(staff, id, 'Yes')).statusCode).toBe(200);
    expect((await readNews(asker, contestId)).questions[0]?.answer).toMatchObject({
      text: 'Yes',
      is_public: false,
      edited_at: null,
      version: 1,
      is_read: false,
    });
    expect((await readNews(other, contestId)).questions).toEqual([]);
    expect((await readNews(staff, contestId)).questions).toEqual([]);
  });

  it('answered to all is shown to all without who asked, and what is changed is unread again', async () => {
    const { contestId, participants } = await startContest('public', { people: 3 });
    const [asker, other] = two(participants);
    const id = await ask(asker, contestId, 'May we use the library?');
    await answer(staff, id, 'Yes', { is_public: true });
    const [told] = (await readNews(other, contestId)).questions;
    expect(told).toMatchObject({ id, is_own: false, asked_at: null, answer: { text: 'Yes', version: 1 } });
    expect(JSON.stringify(told)).not.toContain('public-user');

    for (const client of [asker, other, staff]) {
      expect((await markRead(client, contestId, [{ id, version: 1 }])).statusCode).toBe(204);
      expect((await readNews(client, contestId)).questions[0]?.answer?.is_read).toBe(true);
    }
    // Of those who take part: staff only look.
    expect((await findInInbox(staff, id)).answer).toMatchObject({
      is_read: true,
      read_count: 2,
      participant_count: 3,
    });

    advance(minute);
    await answer(colleague, id, 'Only the standard one', { is_public: false, version: 1 });
    const changed = (await readNews(other, contestId)).questions[0]?.answer;
    expect(changed).toMatchObject({
      text: 'Only the standard one',
      // What everybody was told cannot be taken back.
      is_public: true,
      edited_at: context.now().toISOString(),
      version: 2,
      is_read: false,
    });
    // Whoever has seen the one before has not seen this one.
    await markRead(other, contestId, [{ id, version: 1 }]);
    expect((await findInInbox(staff, id)).answer).toMatchObject({ is_read: false, read_count: 0 });
  });

  it('is answered once, whoever is faster; the other is told what was said', async () => {
    const { contestId, participants } = await startContest('race');
    const asker = participants[0] as Client;
    for (let round = 0; round < 5; round += 1) {
      const id = await ask(asker, contestId, `Round ${round}?`);
      const answers = await Promise.all([answer(staff, id, 'Yes'), answer(colleague, id, 'No')]);
      const [done, refused] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      const given = done?.json().answer.text;
      expect(refused?.json()).toMatchObject({
        code: 'question_answered',
        answer: { text: given, version: 1, by: { id: expect.any(Number) } },
      });
      const [told] = (await readNews(asker, contestId)).questions.filter((question) => question.id === id);
      expect(told?.answer).toMatchObject({ text: given, version: 1, edited_at: null });
    }
  });

  it('and its announcements name a problem as the contest does, in the letter of its place where staff have written none', async () => {
    const { contestId, participants, problemIds } = await startContest('lettered', { problems: 3 });
    const asker = participants[0] as Client;
    await ask(asker, contestId, 'Is n positive?', problemIds[1]);
    await announce(staff, contestId, { text: 'n is positive', problemId: problemIds[2] });
    const { questions, announcements } = await readNews(asker, contestId);
    expect([...questions, ...announcements].map(({ problem }) => problem?.label)).toEqual(['B', 'C']);
    const inbox = await readInbox(staff, `?contestId=${contestId}`);
    const said = (await staff.get(`/api/admin/announcements?contestId=${contestId}`)).json();
    expect([...inbox.questions, ...said].map(({ problem }) => problem.label)).toEqual(['B', 'C']);
  });

  it('can be asked from joining until the end, about problems from the start on', async () => {
    const problem = await makeProblem('phases-1');
    const elsewhere = await makeProblem('phases-2');
    const contestId = await makeContest({ startsInMs: minute, lastsMs: hour, problems: [problem] });
    const user = await signUp('user');
    expect((await sendQuestion(user, contestId, { text: 'x' })).json().code).toBe('contest_not_joined');
    expect((await sendQuestion(staff, contestId, { text: 'x' })).json().code).toBe('contest_not_joined');
    await join(user, contestId);
    await ask(user, contestId, 'Where do I sit?');
    const refused = await sendQuestion(user, contestId, { text: 'x', problemId: problem });
    const unknown = await sendQuestion(user, contestId, { text: 'x', problemId: 'no-such-problem' });
    expect([refused.statusCode, refused.body]).toEqual([404, unknown.body]);
    advance(minute);
    await ask(user, contestId, 'Is it a tree?', problem);
    expect((await sendQuestion(user, contestId, { text: 'x', problemId: elsewhere })).statusCode).toBe(404);
    advance(hour);
    expect((await sendQuestion(user, contestId, { text: 'Too late?' })).json().code).toBe('contest_ended');
    // What was asked in time is still answered, and read.
    await finish();
    expect((await readNews(user, contestId)).questions).toHaveLength(2);
    expect((await makeClient().get(`/api/contests/${contestId}/questions`)).statusCode).toBe(401);
    expect((await (await signUp('user')).get(`/api/contests/${contestId}/questions`)).statusCode).toBe(403);
  });

  it('is taken only so often, and once when it is sent again', async () => {
    const { contestId, participants } = await startContest('often', { people: 2 });
    const [asker, other] = two(participants);
    const ids: string[] = [];
    for (let number = 1; number <= limits.openQuestionsMax; number += 1)
      ids.push(await ask(asker, contestId, `Question ${number}?`));
    expect(await ask(asker, contestId, 'Question 1?')).toBe(ids[0]);
    expect((await sendQuestion(asker, contestId, { text: 'One more?' })).json()).toMatchObject({
      code: 'too_many_questions',
    });
    await ask(other, contestId, 'Mine?');
    for (const id of ids) await answer(staff, id, 'No comment');
    for (let number = limits.openQuestionsMax; number < limits.askRateMax; number += 1)
      await answer(staff, await ask(asker, contestId, `Again ${number}?`), 'No comment');
    expect((await sendQuestion(asker, contestId, { text: 'One more?' })).json().code).toBe('asking_too_fast');
    advance(limits.askRateWindowMs);
    await ask(asker, contestId, 'One more?');
  });

  it('is asked once by a page that sends it again, also when it is answered or the contest over', async () => {
    const { contestId, participants } = await startContest('again', { people: 2, lastsMs: hour });
    const [asker, other] = two(participants);
    const body = { text: 'Is it so?', requestKey: '11111111-1111-4111-8111-111111111111' };
    const first = (await sendQuestion(asker, contestId, body)).json().id;
    expect((await sendQuestion(asker, contestId, body)).json().id).toBe(first);
    await answer(staff, first, 'Yes');
    expect((await sendQuestion(asker, contestId, body)).json()).toMatchObject({
      id: first,
      answer: { text: 'Yes' },
    });
    // The key is one person's, in one contest; without it the same text is another question by now.
    expect((await sendQuestion(other, contestId, body)).json().id).not.toBe(first);
    expect((await sendQuestion(asker, contestId, { text: 'Is it so?' })).json().id).not.toBe(first);
    advance(hour);
    expect((await sendQuestion(asker, contestId, body)).json().id).toBe(first);
    expect((await sendQuestion(asker, contestId, { ...body, requestKey: undefined })).statusCode).toBe(403);
    const both = await Promise.all([1, 2, 3].map(() => sendQuestion(other, contestId, body)));
    expect(new Set(both.map((sent) => sent.json().id)).size).toBe(1);
  });

  it('is answered once by a page that sends the answer again', async () => {
    const { contestId, participants } = await startContest('answered-again');
    const id = await ask(participants[0] as Client, contestId, 'Is it so?');
    for (const client of [staff, staff, colleague])
      expect((await answer(client, id, 'Yes', { is_public: true })).json().answer).toMatchObject({
        version: 1,
        edited_at: null,
        by: { username: staff.username },
      });
    // Whoever says something else, or says it to others, is shown what was said.
    expect((await answer(colleague, id, 'No', { is_public: true })).json().code).toBe('question_answered');
    expect((await answer(colleague, id, 'Yes')).json().code).toBe('question_answered');
    const edit = { is_public: true, version: 1 };
    for (let times = 0; times < 2; times += 1)
      expect((await answer(staff, id, 'No', edit)).json().answer.version).toBe(2);
  });

  it('is not to be read again where an edit changes nothing', async () => {
    const { contestId, participants } = await startContest('unchanged');
    const asker = participants[0] as Client;
    const id = await ask(asker, contestId, 'Is it so?');
    await answer(staff, id, 'Yes', { is_public: true });
    await markRead(asker, contestId, [{ id, version: 1 }]);
    for (const is_public of [true, false])
      expect((await answer(colleague, id, ' Yes ', { is_public, version: 1 })).statusCode).toBe(200);
    expect((await readNews(asker, contestId)).questions[0]?.answer).toMatchObject({
      version: 1,
      edited_at: null,
      is_read: true,
    });
    // To all instead of to the asker alone is a change.
    const own = await ask(asker, contestId, 'Is this so?');
    await answer(staff, own, 'No');
    const widened = await answer(staff, own, 'No', { is_public: true, version: 1 });
    expect(widened.json().answer).toMatchObject({ version: 2, is_public: true });
  });

  it('is a text with something to see in it, and nothing that turns others around', async () => {
    const { contestId, participants } = await startContest('texts');
    for (const text of ['', ' \n ', '\u200b', 'a\u202eb', 'a\u0007b', 'x'.repeat(limits.questionMax + 1)]) {
      const refused = await sendQuestion(participants[0] as Client, contestId, { text });
      expect([text, refused.statusCode]).toEqual([text, 400]);
    }
    await ask(participants[0] as Client, contestId, 'Two\nlines\u200d?');
  });
});

describe('deletion', () => {
  it('of the asker takes what they asked, but for what was answered to all', async () => {
    const { contestId, participants } = await startContest('leaver', { people: 2 });
    const [leaver, other] = two(participants);
    const kept = await ask(leaver, contestId, 'Public?');
    const gone = [await ask(leaver, contestId, 'Private?'), await ask(leaver, contestId, 'Open?')];
    await answer(staff, kept, 'Yes', { is_public: true });
    await answer(staff, gone[0] ?? '', 'Yes');
    await markRead(leaver, contestId, [{ id: gone[0], version: 1 }]);
    const admin = await signUp('admin');
    expect((await admin.delete(`/api/admin/users/${leaver.id}`)).statusCode).toBe(204);
    expect(await findInInbox(staff, kept)).toMatchObject({ asker: null, answer: { is_read: false } });
    expect((await readNews(other, contestId)).questions.map(({ id }) => id)).toEqual([kept]);
    for (const state of ['open', 'answered']) {
      const { questions } = await readInbox(staff, `?state=${state}&contestId=${contestId}`);
      expect(questions.filter(({ id }) => gone.includes(id))).toEqual([]);
    }
  });

  it('of the contest takes all of it', async () => {
    const { contestId, participants } = await startContest('deleted', { lastsMs: minute });
    const asker = participants[0] as Client;
    const id = await ask(asker, contestId, 'Is this kept?');
    const { id: announced, version } = await announce(staff, contestId, { text: 'x' });
    await markRead(asker, contestId, [{ id: announced, version }]);
    advance(minute);
    await finish();
    expect((await staff.delete(`/api/admin/contests/${contestId}`)).statusCode).toBe(204);
    expect((await asker.get(`/api/contests/${contestId}/questions`)).statusCode).toBe(404);
    expect((await answer(staff, id, 'No')).json().code).toBe('question_not_found');
    expect(
      (await staff.put(`/api/admin/announcements/${announced}`, { text: 'y', version })).statusCode,
    ).toBe(404);
    expect((await readInbox(staff, `?contestId=${contestId}`)).questions).toEqual([]);
    await removeDeletedContests(context.db, { rowsAtOnce: 1 });
    for (const table of ['questions', 'announcements', 'contest_reads', 'contests']) {
      const column = table === 'contests' ? 'id' : 'contest_id';
      const { rowCount } = await database.pool.query(`select from ${table} where ${column} = $1`, [
        contestId,
      ]);
      expect([table, rowCount]).toEqual([table, 0]);
    }
  });
});

it('reading what is not one’s own leaves no trace', async () => {
  const { contestId, participants } = await startContest('traces', { people: 2 });
  const [asker, other] = two(participants);
  const id = await ask(asker, contestId, 'Private?');
  await answer(staff, id, 'Yes');
  const unknown = '00000000-0000-4000-8000-000000000000';
  for (const item of [id, unknown])
    expect((await markRead(other, contestId, [{ id: item, version: 1 }])).statusCode).toBe(204);
  const { rowCount } = await database.pool.query('select from contest_reads where user_id = $1', [other.id]);
  expect(rowCount).toBe(0);
});
