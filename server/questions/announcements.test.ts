import { describe, expect, it } from 'vitest';
import type { StaffAnnouncement } from '#contract/questions.ts';
import { hour, makeContestTools, minute } from '../contests/testing.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { announce, markRead, readNews } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, makeClient, signUp } = testApp;
const { staff, join, makeContest, makeProblem, startContest } = await makeContestTools(testApp);
const colleague = await signUp('staff');

describe('an announcement', () => {
  it('is told to those who have joined, one about a problem from the start on', async () => {
    const problem = await makeProblem('news-1');
    const contestId = await makeContest({ startsInMs: minute, problems: [problem] });
    const [user, stranger] = [await signUp('user'), await signUp('user')];
    await announce(staff, contestId, { text: 'Welcome' });
    await announce(staff, contestId, { text: 'The picture on page 2 is wrong', problemId: problem });
    const path = `/api/contests/${contestId}/questions`;
    expect([(await makeClient().get(path)).statusCode, (await stranger.get(path)).statusCode]).toEqual([
      401, 403,
    ]);
    await join(user, contestId);
    const texts = async (client: Client) =>
      (await readNews(client, contestId)).announcements.map(({ text }) => text);
    expect(await texts(user)).toEqual(['Welcome']);
    expect((await texts(staff)).toSorted()).toEqual(['The picture on page 2 is wrong', 'Welcome']);
    advance(minute);
    expect((await texts(user)).toSorted()).toEqual(['The picture on page 2 is wrong', 'Welcome']);
    expect((await stranger.get(path)).statusCode).toBe(403);
  });

  it('is made once by a page that sends it again, or its change', async () => {
    const { contestId, participants } = await startContest('announced-again');
    const body = { text: 'Lunch at noon', requestKey: '22222222-2222-4222-8222-222222222222' };
    const posts = [body, body, body].map((each) => announce(staff, contestId, each));
    const [first] = await Promise.all(posts);
    expect(new Set((await Promise.all(posts)).map(({ id }) => id)).size).toBe(1);
    const theirs = await colleague.post(`/api/admin/contests/${contestId}/announcements`, body);
    expect([theirs.statusCode, theirs.json().id === first?.id]).toEqual([201, false]);
    const { announcements } = await readNews(participants[0] as Client, contestId);
    expect(announcements).toHaveLength(2);
    const change = { text: 'Lunch at one', version: 1 };
    for (let times = 0; times < 2; times += 1)
      expect((await staff.put(`/api/admin/announcements/${first?.id}`, change)).json().version).toBe(2);
  });

  it('is not to be read again where an edit changes nothing', async () => {
    const { contestId, participants } = await startContest('unedited');
    const user = participants[0] as Client;
    const { id } = await announce(staff, contestId, { text: 'Lunch at noon' });
    await markRead(user, contestId, [{ id, version: 1 }]);
    const change = { text: 'Lunch at noon', version: 1 };
    expect((await colleague.put(`/api/admin/announcements/${id}`, change)).statusCode).toBe(200);
    expect((await readNews(user, contestId)).announcements).toMatchObject([
      { version: 1, edited_at: null, is_read: true },
    ]);
  });

  it('goes with its problem only when staff say so', async () => {
    const problem = await makeProblem('pinned-away');
    const contestId = await makeContest({ startsInMs: hour, problems: [problem] });
    await announce(staff, contestId, { text: 'The picture is wrong', problemId: problem });
    const remove = (more: object) =>
      staff.post(`/api/admin/contests/${contestId}/problems`, {
        problemIds: [problem],
        action: 'move_to_main',
        ...more,
      });
    expect((await remove({})).json()).toMatchObject({
      code: 'announcements_pinned',
      announced: ['The picture is wrong'],
    });
    expect((await readNews(staff, contestId)).announcements).toHaveLength(1);
    expect((await remove({ deleteAnnouncements: true })).statusCode).toBe(204);
    expect((await readNews(staff, contestId)).announcements).toEqual([]);
  });

  it('tells staff how many have read it, from the beginning when it was changed', async () => {
    const { contestId, participants } = await startContest('read', { people: 2 });
    const { id, version } = await announce(staff, contestId, { text: 'Lunch at noon' });
    const receipts = async () =>
      (
        (await staff.get(`/api/admin/announcements?contestId=${contestId}`)).json() as StaffAnnouncement[]
      ).map(({ read_count, participant_count }) => [read_count, participant_count]);
    expect(await receipts()).toEqual([[0, 2]]);
    for (const client of [...participants, staff]) await markRead(client, contestId, [{ id, version }]);
    expect(await receipts()).toEqual([[2, 2]]);
    const change = { text: 'Lunch at one', version };
    expect((await staff.put(`/api/admin/announcements/${id}`, change)).json()).toMatchObject({
      text: 'Lunch at one',
      edited_at: context.now().toISOString(),
    });
    expect(await receipts()).toEqual([[0, 2]]);
    const late = await colleague.put(`/api/admin/announcements/${id}`, { text: 'Lunch at two', version });
    expect(late.json()).toMatchObject({
      code: 'announcement_changed',
      announcement: { text: 'Lunch at one' },
    });
    expect((await readNews(participants[0] as Client, contestId)).announcements).toMatchObject([
      { text: 'Lunch at one', is_read: false, version: 2 },
    ]);
  });
});
