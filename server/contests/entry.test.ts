import { describe, expect, it } from 'vitest';
import type { ContestParticipant } from '#contract/contest-participants.ts';
import { sentences } from '#contract/messages/en-sentences.ts';
import { removeDeletedProblems } from '../problems/deletion.ts';
import { type Client, makeTestApp, testPassword } from '../testing/test-app.ts';
import { makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, database, log, makeClient, signUp } = testApp;
const { staff, fromNow, join, judge, finish, makeContest, makeProblem, scoreboard, startContest, submit } =
  await makeContestTools(testApp);

const byPassword = { entry: 'password', entry_password: 'open sesame' };
const tryToJoin = (client: Client, contestId: number, password?: string) =>
  client.post(`/api/contests/${contestId}/join`, password === undefined ? undefined : { password });
const enter = (contestId: number, ...usernames: string[]) =>
  staff.post(`/api/admin/contests/${contestId}/participants`, { usernames });
const listParticipants = async (contestId: number): Promise<ContestParticipant[]> =>
  (await staff.get(`/api/admin/contests/${contestId}/participants`)).json();
const change = (contestId: number, settings: object) =>
  staff.put(`/api/admin/contests/${contestId}`, {
    title: 'Changed',
    startTime: fromNow(60 * minute),
    endTime: fromNow(120 * minute),
    ...settings,
  });
type Person = Awaited<ReturnType<typeof signUp>>;
const codeOf = (answer: { json(): { code?: string } }) => answer.json().code;

describe('a contest that is entered by password', () => {
  it('takes who knows it, and nobody else', async () => {
    const contestId = await makeContest({ settings: byPassword });
    const person = await signUp('user');
    for (const password of [undefined, '', 'close sesame', 'Open sesame', 'x'.repeat(300)])
      expect((await tryToJoin(person, contestId, password)).statusCode).toBe(403);
    expect(codeOf(await tryToJoin(person, contestId))).toBe('contest_password_required');
    expect(codeOf(await tryToJoin(person, contestId, 'close sesame'))).toBe('contest_password_wrong');
    expect((await person.get(`/api/contests/${contestId}`)).statusCode).toBe(403);
    expect((await tryToJoin(person, contestId, 'open sesame')).json()).toMatchObject({
      is_participant: true,
    });
    // Joining twice is joining once, and asks for nothing.
    expect((await tryToJoin(person, contestId)).statusCode).toBe(200);
  });

  it('tells its password nowhere, and stores it as it stores those of accounts', async () => {
    const contestId = await makeContest({ settings: byPassword });
    for (const address of ['/api/contests', '/api/admin/contests', `/api/contests/${contestId}`]) {
      const { body } = await staff.get(address);
      expect(body).not.toMatch(/sesame|argon2|entry_password/);
    }
    expect(log.join()).not.toMatch(/sesame|argon2/);
    const { rows } = await database.pool.query('select entry_password_hash from contests where id = $1', [
      contestId,
    ]);
    expect(rows).toEqual([{ entry_password_hash: expect.stringMatching(/^\$argon2id\$v=19\$/) }]);
  });

  it('refuses guesses after ten of a person, whose others are let in, and forgets them with the right one', async () => {
    const contestId = await makeContest({ settings: byPassword });
    const [guesser, other] = [await signUp('user'), await signUp('user')];
    for (let guess = 1; guess <= 10; guess += 1)
      expect((await tryToJoin(guesser, contestId, `guess ${guess}`)).statusCode).toBe(403);
    const refused = await tryToJoin(guesser, contestId, 'open sesame');
    expect([refused.statusCode, codeOf(refused)]).toEqual([429, 'too_many_attempts']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await tryToJoin(other, contestId, 'open sesame')).statusCode).toBe(200);
    // Neither is anybody kept from signing in.
    const signedIn = await makeClient().post('/api/login', {
      username: guesser.username,
      password: testPassword,
    });
    expect(signedIn.statusCode).toBe(200);
    advance(15 * minute);
    expect((await tryToJoin(guesser, contestId, 'open sesame')).statusCode).toBe(200);
  });

  it('keeps who is in when it is changed, and asks newcomers for the new one', async () => {
    const contestId = await makeContest({ settings: byPassword });
    const [early, late] = [await signUp('user'), await signUp('user')];
    await tryToJoin(early, contestId, 'open sesame');
    // Saving without one leaves it as it is.
    expect((await change(contestId, {})).json()).toMatchObject({ entry: 'password', title: 'Changed' });
    expect((await change(contestId, { ...byPassword, entry_password: 'shazam!' })).statusCode).toBe(200);
    expect((await early.get(`/api/contests/${contestId}`)).statusCode).toBe(200);
    expect((await tryToJoin(late, contestId, 'open sesame')).statusCode).toBe(403);
    expect((await tryToJoin(late, contestId, 'shazam!')).statusCode).toBe(200);
    expect((await change(contestId, { entry: 'open' })).statusCode).toBe(200);
    expect((await tryToJoin(await signUp('user'), contestId)).statusCode).toBe(200);
    // Closed again it needs one anew.
    const unset = await change(contestId, { entry: 'password' });
    expect([unset.statusCode, unset.json().message]).toEqual([400, sentences.contest_password_unset]);
  });

  it('needs a password from the beginning, of at least six characters, also as a copy', async () => {
    const times = { startTime: fromNow(minute), endTime: fromNow(60 * minute) };
    const create = (settings: object) =>
      staff.post('/api/admin/contests', { title: 'x', ...times, ...settings });
    expect((await create({ entry: 'password' })).statusCode).toBe(400);
    expect((await create({ entry: 'password', entry_password: 'short' })).statusCode).toBe(400);
    const contestId = await makeContest({ settings: byPassword });
    const copy = (settings: object) =>
      staff.post(`/api/admin/contests/${contestId}/copy`, { title: 'x', ...times, ...settings });
    expect((await copy({})).statusCode).toBe(400);
    const copied = await copy({ entry_password: 'of the other room' });
    expect(copied.json()).toMatchObject({ entry: 'password' });
    expect((await tryToJoin(await signUp('user'), copied.json().id, 'open sesame')).statusCode).toBe(403);
  });
});

describe('a contest that is entered by list', () => {
  it('is shown to everybody and takes whom staff enter', async () => {
    const contestId = await makeContest({ settings: { entry: 'list' } });
    const [listed, stranger] = [await signUp('user', 'Listed-One'), await signUp('user')];
    const contests: { id: number; entry: string }[] = (await makeClient().get('/api/contests')).json();
    expect(contests.find(({ id }) => id === contestId)).toMatchObject({ entry: 'list' });
    const refused = await tryToJoin(stranger, contestId);
    expect([refused.statusCode, refused.json().message]).toEqual([403, sentences.contest_by_list]);
    expect((await enter(contestId, 'listed-one', 'LISTED-ONE')).json()).toEqual({ entered: 1, already: 0 });
    expect((await enter(contestId, 'listed-one')).json()).toEqual({ entered: 0, already: 1 });
    expect((await listed.get(`/api/contests/${contestId}`)).json()).toMatchObject({
      is_participant: true,
      participant_count: 1,
    });
    expect((await tryToJoin(listed, contestId)).statusCode).toBe(200);
  });

  it('names those that there are no accounts of, and then enters nobody', async () => {
    const contestId = await makeContest({ settings: { entry: 'list' } });
    const known = await signUp('user');
    const answer = await enter(contestId, known.username, 'no-one', 'nobody else');
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe('There is no account called no-one, nobody else. Nobody was entered.');
    const many = Array.from({ length: 25 }, (_, number) => `absent-${number}`);
    expect((await enter(contestId, ...many)).json().message).toContain('absent-19 (and 5 more)');
    expect(await listParticipants(contestId)).toEqual([]);
    expect((await enter(contestId)).statusCode).toBe(400);
  });

  it('takes several hundred at once', async () => {
    const contestId = await makeContest({ settings: { entry: 'list' } });
    await database.pool.query(
      `insert into users (username, password_hash, role)
       select 'crowd-' || number, 'x', 'user' from generate_series(1, 700) number`,
    );
    const crowd = Array.from({ length: 700 }, (_, number) => `crowd-${number + 1}`);
    expect((await enter(contestId, ...crowd)).json()).toEqual({ entered: 700, already: 0 });
    expect(await listParticipants(contestId)).toHaveLength(700);
  });

  it('finds accounts by a part of their names, and says who takes part', async () => {
    const contestId = await makeContest({ settings: { entry: 'list' } });
    const [one, other] = [await signUp('user', 'Findable-1'), await signUp('user', 'un-findable_2')];
    await enter(contestId, other.username);
    const find = async (search: string) =>
      (
        await staff.get(`/api/admin/contests/${contestId}/accounts?search=${encodeURIComponent(search)}`)
      ).json();
    const both = [
      { username: one.username, takes_part: false },
      { username: other.username, takes_part: true },
    ];
    expect(await find('FINDABLE')).toEqual({ accounts: both, has_more: false });
    expect(await find('findable_')).toEqual({ accounts: both.slice(1), has_more: false });
    expect(await find('%')).toEqual({ accounts: [], has_more: false });
    await database.pool.query(
      `insert into users (username, password_hash, role)
       select 'many-' || number, 'x', 'user' from generate_series(1, 60) number`,
    );
    const many = await find('many-');
    expect([many.accounts.length, many.has_more]).toEqual([50, true]);
    expect((await staff.get(`/api/admin/contests/${contestId}/accounts?search=`)).statusCode).toBe(400);
    expect((await staff.get('/api/admin/contests/999999/accounts?search=a')).statusCode).toBe(404);
  });

  it('takes nobody after its end', async () => {
    const { contestId } = await startContest('over', { lastsMs: minute, settings: { entry: 'open' } });
    const late = await signUp('user');
    advance(minute);
    expect(codeOf(await enter(contestId, late.username))).toBe('contest_ended');
  });

  it('lets go of who has submitted nothing, and of nobody else', async () => {
    const { contestId, participants, problemIds } = await startContest('leaving', { people: 2 });
    const [active, idle] = participants as [Person, Person];
    await submit(active, problemIds[0] as string, contestId);
    const take = (userId: number) => staff.delete(`/api/admin/contests/${contestId}/participants/${userId}`);
    expect(codeOf(await take(active.id))).toBe('participant_submitted');
    expect((await take(idle.id)).statusCode).toBe(204);
    expect(codeOf(await take(idle.id))).toBe('participant_not_found');
    expect((await idle.get(`/api/contests/${contestId}`)).statusCode).toBe(403);
    expect(await listParticipants(contestId)).toMatchObject([{ user_id: active.id, has_submitted: true }]);
  });

  it('keeps who stands on its final scoreboard, also when the problem they tried is deleted', async () => {
    const { contestId, participants, problemIds } = await startContest('regretted', { lastsMs: minute });
    const [person] = participants as [Person];
    await judge(await submit(person, problemIds[0] as string, contestId), 100);
    advance(minute);
    await finish();
    expect((await staff.delete(`/api/admin/problems/${problemIds[0]}`)).statusCode).toBe(204);
    const take = () => staff.delete(`/api/admin/contests/${contestId}/participants/${person.id}`);
    expect(codeOf(await take())).toBe('participant_submitted');
    await removeDeletedProblems(context.db);
    expect(codeOf(await take())).toBe('participant_submitted');
    expect((await scoreboard(contestId)).rows).toEqual([[person.username, 100]]);
    expect(await listParticipants(contestId)).toMatchObject([{ user_id: person.id, has_submitted: true }]);
  });
});

describe('two rooms', () => {
  async function makeRooms(name: string) {
    const problem = await makeProblem(name);
    const first = await makeContest({ problems: [problem] });
    const times = { startTime: fromNow(60 * minute), endTime: fromNow(120 * minute) };
    const copied = await staff.post(`/api/admin/contests/${first}/copy`, { title: 'Second Room', ...times });
    return { first, second: copied.json().id as number };
  }

  it('who takes part in one does not join the other, and is told no more than that', async () => {
    const { first, second } = await makeRooms('of-two-rooms');
    const person = await signUp('user');
    await join(person, first);
    const refused = await tryToJoin(person, second);
    expect([refused.statusCode, refused.json().message]).toEqual([403, sentences.contest_join_refused]);
    // Neither that another contest is the reason, nor which, nor what the two have in common.
    expect(refused.body).not.toMatch(/of-two-rooms|problem|room|other|Second|First/i);
  });

  it('who may not join it anyway does not learn that it is one', async () => {
    const { first, second } = await makeRooms('of-closed-rooms');
    const person = await signUp('user');
    await join(person, first);
    const joining = async (password?: string) => codeOf(await tryToJoin(person, second, password));
    expect((await change(second, { entry: 'list' })).statusCode).toBe(200);
    expect(await joining()).toBe('contest_by_list');
    expect((await change(second, byPassword)).statusCode).toBe(200);
    expect(await joining()).toBe('contest_password_required');
    expect(await joining('close sesame')).toBe('contest_password_wrong');
    expect(await joining('open sesame')).toBe('contest_join_refused');
  });

  it('joined in the same moment, one of them is refused', async () => {
    const { first, second } = await makeRooms('of-one-moment');
    const person = await signUp('user');
    const answers = await Promise.all([tryToJoin(person, first), tryToJoin(person, second)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403]);
  });

  it('staff may put somebody in both, and see it', async () => {
    const { first, second } = await makeRooms('of-both');
    const person = await signUp('user');
    await join(person, first);
    expect((await listParticipants(first))[0]?.also_in).toEqual([]);
    expect((await enter(second, person.username)).json()).toEqual({ entered: 1, already: 0 });
    expect((await listParticipants(first))[0]?.also_in).toEqual(['Second Room']);
    expect((await tryToJoin(person, second)).statusCode).toBe(200);
  });

  it('are rooms no more where the problems are shared with everybody, or one was over before the other was made', async () => {
    const problem = await makeProblem('of-no-rooms');
    await staff.put(`/api/admin/problems/${problem}/visibility`, { isVisible: true });
    const share = (id: number) =>
      staff.post(`/api/admin/contests/${id}/problems`, {
        problemIds: [problem],
        action: 'share_with_contest',
      });
    const [one, other] = [await makeContest(), await makeContest()];
    for (const id of [one, other]) expect((await share(id)).statusCode).toBe(204);
    const person = await signUp('user');
    await join(person, one);
    await join(person, other);

    const held = await makeProblem('of-rooms-in-turn');
    const early = await makeContest({ startsInMs: minute, lastsMs: minute, problems: [held] });
    const copy = async (title: string): Promise<number> => {
      const times = { startTime: fromNow(60 * minute), endTime: fromNow(120 * minute) };
      return (await staff.post(`/api/admin/contests/${early}/copy`, { title, ...times })).json().id;
    };
    const later = await copy('Later');
    await join(person, early);
    expect((await tryToJoin(person, later)).statusCode).toBe(403);
    advance(2 * minute);
    await finish();
    // They know its problems, which nobody else does before it has started.
    expect(codeOf(await tryToJoin(person, later))).toBe('contest_join_refused');
    expect((await enter(later, person.username)).statusCode).toBe(200);
    expect((await listParticipants(later))[0]?.also_in).toEqual(['A contest']);
    const newcomer = await signUp('user');
    await join(newcomer, later);
    advance(120 * minute);
    await finish();
    const again = await copy('Once more');
    for (const client of [person, newcomer]) expect((await tryToJoin(client, again)).statusCode).toBe(200);
    expect((await listParticipants(again)).map(({ also_in }) => also_in)).toEqual([[], []]);
  });
});
