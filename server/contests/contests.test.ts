import { describe, expect, it } from 'vitest';
import type { Contest } from '#contract/contests.ts';
import { makeTestApp } from '../testing/test-app.ts';
import { hour, makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, database, makeClient, signUp } = testApp;
const tools = await makeContestTools(testApp);
const { staff, finish, fromNow, join, judge, makeContest, makeProblem, statusOf, submit } = tools;
const visitor = makeClient();

const form = (changes: object = {}) => ({
  title: ' Spring round ',
  description: ' Five problems. ',
  startTime: fromNow(hour),
  endTime: fromNow(2 * hour),
  ...changes,
});

describe('a new contest', () => {
  it('is trimmed, scheduled and listed for everyone', async () => {
    const created = await staff.post('/api/admin/contests', form());
    expect(created.statusCode).toBe(201);
    expect(created.json()).toMatchObject({
      id: expect.any(Number),
      title: 'Spring round',
      description: 'Five problems.',
      start_time: fromNow(hour),
      end_time: fromNow(2 * hour),
      status: 'scheduled',
      participant_count: 0,
      problem_count: 0,
      is_participant: false,
      allowed_languages: null,
      feedback: 'full',
      format: 'scores',
      freeze_minutes: null,
    });
    expect((await visitor.get('/api/contests')).json()).toContainEqual(created.json());
  });

  it('is made once, however often it is sent', async () => {
    const sent = form({ title: 'Sent once', requestKey: '33333333-3333-4333-8333-333333333333' });
    const send = () => staff.post('/api/admin/contests', sent);
    const answers = await Promise.all([send(), send(), send()]);
    advance(hour);
    // It has started meanwhile, which would be refused of a new one.
    answers.push(await send());
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    const { id } = (await staff.post('/api/admin/contests', form({ title: 'Sent once' }))).json();
    const listed: Contest[] = (await staff.get('/api/admin/contests')).json();
    const made = listed.filter(({ title }) => title === 'Sent once').map((contest) => contest.id);
    expect(made.sort()).toEqual([answers[0]?.json().id, id].sort());
  });

  it.each([
    ['a blank title', () => ({ title: '  ', startTime: '' }), 'Contest title is required'],
    ['no title', () => ({ title: undefined }), 'Contest title is required'],
    ['no start', () => ({ startTime: undefined }), 'Start time and end time are required'],
    ['an end that is no time', () => ({ endTime: 'soon' }), 'Start time and end time are required'],
    [
      'a year past all calendars',
      () => ({ endTime: '0000-01-01T00:00:00Z' }),
      'Start time and end time are required',
    ],
    ['an end at its start', () => ({ endTime: fromNow(hour) }), 'End time must be after start time'],
    ['a start now', () => ({ startTime: fromNow(0) }), 'Start time must be in the future'],
    [
      'a long title',
      () => ({ title: 'x'.repeat(256) }),
      'Contest title must be at most 255 characters long.',
    ],
    [
      'a long description',
      () => ({ description: 'x'.repeat(1001) }),
      'Description must be at most 1000 characters long.',
    ],
  ])('with %s is refused in words', async (_, changes, message) => {
    const refused = await staff.post('/api/admin/contests', form(changes()));
    expect([refused.statusCode, refused.json().message]).toEqual([400, message]);
  });

  it('may start in a millisecond, in any zone’s notation, and use all of its room', async () => {
    const created = await staff.post(
      '/api/admin/contests',
      form({
        title: 'x'.repeat(255),
        description: 'ก'.repeat(1000),
        startTime: fromNow(1).replace('Z', '+00:00'),
        endTime: fromNow(2),
      }),
    );
    expect([created.statusCode, created.json().start_time]).toEqual([201, fromNow(1)]);
  });
});

describe('the status', () => {
  it('turns with the clock, to the millisecond', async () => {
    const id = await makeContest({ startsInMs: hour, lastsMs: hour });
    advance(hour - 1);
    expect(await statusOf(id)).toBe('scheduled');
    advance(1);
    expect(await statusOf(id)).toBe('running');
    advance(hour - 1);
    expect(await statusOf(id)).toBe('running');
    advance(1);
    expect(await statusOf(id)).toBe('finishing');
    await finish();
    expect(await statusOf(id)).toBe('finished');
  });

  it('comes with the server’s time, which the pages’ clocks follow', async () => {
    const answer = await visitor.get('/api/contests');
    expect(answer.headers['x-minos-time']).toBe(String(context.now().getTime()));
  });
});

describe('changing a contest', () => {
  const put = (id: number, changes: object) => staff.put(`/api/admin/contests/${id}`, form(changes));
  const times = async (id: number) => {
    const contest = (await staff.get(`/api/contests/${id}`)).json();
    return { startTime: contest.start_time, endTime: contest.end_time };
  };

  it('that is scheduled may change all of it, and even start it at once', async () => {
    const id = await makeContest();
    expect((await put(id, { startTime: fromNow(2 * hour), endTime: fromNow(3 * hour) })).statusCode).toBe(
      200,
    );
    const started = await put(id, { startTime: fromNow(0), endTime: fromNow(hour) });
    expect(started.json().status).toBe('running');
    const past = await put(await makeContest(), { startTime: fromNow(-hour), endTime: fromNow(0) });
    expect([past.statusCode, past.json().message]).toEqual([400, 'End time must be in the future']);
  });

  it('that runs may move its end within the future, but not its start', async () => {
    const id = await makeContest({ startsInMs: minute });
    advance(2 * minute);
    const { startTime } = await times(id);
    expect((await put(id, { startTime, endTime: fromNow(1) })).statusCode).toBe(200);
    expect((await put(id, { startTime, endTime: fromNow(5 * hour) })).statusCode).toBe(200);
    const past = await put(id, { startTime, endTime: fromNow(0) });
    expect([past.statusCode, past.json().code]).toEqual([400, 'contest_end_past']);
    const moved = await put(id, { startTime: fromNow(minute), endTime: fromNow(hour) });
    expect([moved.statusCode, moved.json().code]).toEqual([409, 'contest_start_fixed']);
  });

  it.each(['finishing', 'finished'])('that is %s may change its texts only', async (status) => {
    const id = await makeContest({ startsInMs: minute, lastsMs: minute });
    advance(2 * minute);
    if (status === 'finished') await finish();
    const same = await times(id);
    const renamed = await put(id, { ...same, title: 'New title' });
    expect([renamed.statusCode, renamed.json().title, renamed.json().status]).toEqual([
      200,
      'New title',
      status,
    ]);
    const moved = await put(id, { ...same, endTime: fromNow(hour) });
    expect([moved.statusCode, moved.json().code]).toEqual([409, 'contest_times_fixed']);
  });

  it('that is not there is told', async () => {
    expect((await put(9999, {})).json()).toEqual({
      code: 'contest_not_found',
      message: 'Contest not found.',
    });
  });
});

describe('the texts of a contest', () => {
  const post = (change: object) =>
    staff.post('/api/admin/contests', {
      title: 'x',
      description: '',
      startTime: fromNow(hour),
      endTime: fromNow(2 * hour),
      ...change,
    });

  it.each([
    [{ title: 'a\nb' }, 'Contest title must be on one line.'],
    [
      { title: 'a\u202eb' },
      'Contest title contains an invisible character (U+202E). Please remove it or type the text again.',
    ],
    [{ title: '\u200d' }, 'Contest title is required'],
    [
      { description: 'a\nb\u2067c' },
      'Description contains an invisible character (U+2067). Please remove it or type the text again.',
    ],
  ])('%j are refused, with a word about why', async (change, message) => {
    const refused = await post(change);
    expect([refused.statusCode, refused.json().message]).toEqual([400, message]);
  });

  it('may be in any script, the description on several lines', async () => {
    const texts = { title: 'การแข่งขัน 🏆 مسابقة 👩‍💻', description: 'หนึ่ง\r\nสอง\n\tשלוש' };
    const made = await post(texts);
    expect([made.statusCode, made.json()]).toEqual([201, expect.objectContaining(texts)]);
  });

  it('from before these rules are still shown', async () => {
    const id = await makeContest();
    await database.pool.query('update contests set title = $1, description = $1 where id = $2', [
      'a\u202e\nb',
      id,
    ]);
    expect((await staff.get(`/api/contests/${id}`)).json()).toMatchObject({ title: 'a\u202e\nb' });
  });
});

describe('joining', () => {
  it('needs login, is possible until the end, and twice is once', async () => {
    const user = await signUp('user');
    const late = await signUp('user');
    const id = await makeContest({ startsInMs: hour, lastsMs: hour });
    expect((await visitor.post(`/api/contests/${id}/join`)).statusCode).toBe(401);
    expect((await user.get(`/api/contests/${id}`)).json()).toEqual({
      code: 'contest_not_joined',
      message: 'You need to join this contest to view its details.',
    });
    await join(user, id);
    await join(user, id);
    expect((await user.get(`/api/contests/${id}`)).json()).toMatchObject({
      is_participant: true,
      participant_count: 1,
    });
    advance(2 * hour - 1);
    await join(late, id);
    advance(1);
    const refused = await (await signUp('user')).post(`/api/contests/${id}/join`);
    expect([refused.statusCode, refused.json().message]).toEqual([403, 'This contest has ended.']);
    expect((await late.get(`/api/contests/${id}`)).json().participant_count).toBe(2);
  });

  it('counts by the moment the request was received, also when the end comes while it waits', async () => {
    const user = await signUp('user');
    const id = await makeContest({ startsInMs: minute, lastsMs: minute });
    advance(2 * minute - 1);
    const letGo = await database.keepTransactionOpen('select 1 from contests where id = $1 for update', [id]);
    const joining = user.post(`/api/contests/${id}/join`);
    await database.waitForLock();
    advance(minute);
    await letGo();
    expect((await joining).statusCode).toBe(200);
  });
});

describe('deleting a contest', () => {
  it('is refused while it runs', async () => {
    const id = await makeContest({ startsInMs: minute });
    advance(minute);
    const refused = await staff.delete(`/api/admin/contests/${id}`);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'A running contest cannot be deleted.',
    ]);
  });

  it.each(['scheduled', 'finishing', 'finished'] as const)(
    'that is %s returns its problems and keeps its submissions as ordinary ones',
    async (status) => {
      const problem = await makeProblem(`deleted-${status}`);
      const user = await signUp('user');
      const id = await makeContest({ startsInMs: minute, lastsMs: minute, problems: [problem] });
      await join(user, id);
      if (status !== 'scheduled') {
        advance(minute);
        const judged = await submit(user, problem, id);
        await judge(judged, 70);
        const waiting = status === 'finishing' ? await submit(user, problem, id) : null;
        advance(minute);
        if (status === 'finished') await finish();
        expect(await statusOf(id)).toBe(status);
        expect((await staff.delete(`/api/admin/contests/${id}`)).statusCode).toBe(204);
        if (waiting !== null) await judge(waiting, 90);
        const best = status === 'finishing' ? 90 : 70;
        expect((await user.get(`/api/problems/${problem}`)).json()).toMatchObject({
          submission_count: waiting === null ? 1 : 2,
          best_score: best,
        });
        const scores = (await user.get('/api/scoreboard')).json();
        expect(scores).toContainEqual({ username: user.username, problems_solved: 0, total_score: best });
        expect((await user.get(`/api/submissions/${judged}`)).statusCode).toBe(200);
      } else {
        expect((await staff.delete(`/api/admin/contests/${id}`)).statusCode).toBe(204);
      }
      const listed = (await user.get('/api/problems-with-stats')).json();
      expect(listed).toContainEqual(expect.objectContaining({ id: problem }));
      // Whoever still has its page open is told.
      for (const path of ['', '/problems', '/scoreboard', `/problems/${problem}`]) {
        expect((await user.get(`/api/contests/${id}${path}`)).json()).toEqual({
          code: 'contest_not_found',
          message: 'Contest not found.',
        });
      }
      const late = await user.post('/api/submit', {
        problemId: problem,
        language: 'cpp',
        code: 'x',
        contestId: id,
      });
      expect([late.statusCode, late.json().code]).toEqual([404, 'contest_not_found']);
    },
  );

  it.each(['scheduled', 'finishing'] as const)(
    'that is %s returns its problems as hidden or visible as they were',
    async (status) => {
      const [shown, hidden] = [await makeProblem(`shown-${status}`), await makeProblem(`hidden-${status}`)];
      await staff.put(`/api/admin/problems/${hidden}/visibility`, { isVisible: false });
      const id = await makeContest({ startsInMs: minute, lastsMs: minute, problems: [shown, hidden] });
      if (status === 'finishing') advance(2 * minute);
      expect(await statusOf(id)).toBe(status);
      expect((await staff.delete(`/api/admin/contests/${id}`)).statusCode).toBe(204);
      const user = await signUp('user');
      expect((await user.get(`/api/problems/${shown}`)).statusCode).toBe(200);
      expect((await user.get(`/api/problems/${hidden}`)).json().code).toBe('problem_hidden');
    },
  );
});
