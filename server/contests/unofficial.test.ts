import { describe, expect, it } from 'vitest';
import type { ContestParticipant } from '#contract/contest-participants.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, makeClient, signUp } = testApp;
const { staff, judge, finish, scoreboard, startContest, submit } = await makeContestTools(testApp);

const mark = (contestId: number, userIds: number[], unofficial = true) =>
  staff.put(`/api/admin/contests/${contestId}/participants/unofficial`, { userIds, unofficial });
const listParticipants = async (contestId: number): Promise<ContestParticipant[]> =>
  (await staff.get(`/api/admin/contests/${contestId}/participants`)).json();
const codeOf = (answer: { json(): { code?: string } }) => answer.json().code;
type Person = Awaited<ReturnType<typeof signUp>>;

describe('who takes part unofficially', () => {
  it('is shown behind all others, without rank, star or place in what is taken away', async () => {
    const { contestId, participants, problemIds } = await startContest('unofficial', {
      people: 3,
      lastsMs: 60 * minute,
    });
    const [guest, first, second] = participants as [Person, Person, Person];
    const problem = problemIds[0] as string;
    for (const [person, score] of [
      [guest, 100],
      [first, 100],
      [second, 50],
    ] as const) {
      await judge(await submit(person, problem, contestId), score);
      advance(minute);
    }
    const show = async (client: Client = staff) =>
      (await scoreboard(contestId, client)).scoreboard.map(
        (row: { username: string; place: number | null; detailed_scores: Record<string, object> }) => [
          row.username,
          row.place,
          row.detailed_scores[problem],
        ],
      );
    const names = participants.map(({ username }) => username);
    const [star, full, half] = [
      { score: 100, attempts: 1, first: true },
      { score: 100, attempts: 1 },
      { score: 50, attempts: 1 },
    ];
    expect(await show()).toEqual([
      [names[0], 1, star],
      [names[1], 2, full],
      [names[2], 3, half],
    ]);
    expect((await mark(contestId, [guest.id])).statusCode).toBe(204);
    const apart = [
      [names[1], 1, star],
      [names[2], 2, half],
      [names[0], null, full],
    ];
    expect(await show()).toEqual(apart);
    expect(await show(second)).toEqual(apart);
    expect(await listParticipants(contestId)).toContainEqual(
      expect.objectContaining({ username: names[0], is_unofficial: true }),
    );

    const sheet = (await staff.get(`/api/contests/${contestId}/standings.csv`)).body.split('\r\n');
    expect(sheet[0]).toContain('rank,username,unofficial,total_score');
    expect(sheet[3]).toBe(`,${names[0]},unofficial,100,100,1`);
    const reportOn = async (userId: number) =>
      (await staff.get(`/api/admin/contests/${contestId}/participants/${userId}/report`)).json();
    expect(await reportOn(guest.id)).toMatchObject({ is_unofficial: true, place: null, ranked_count: 2 });
    expect(await reportOn(first.id)).toMatchObject({ is_unofficial: false, place: 1, ranked_count: 2 });

    advance(60 * minute);
    await finish();
    expect(await show(makeClient())).toEqual(apart);
    const progressOf = async (client: Client) => {
      const { lines, ranked_count } = (await client.get(`/api/contests/${contestId}/progress`)).json();
      return [
        lines.map((line: { username: string; place: number }) => [line.username, line.place]),
        ranked_count,
      ];
    };
    const ranked = [
      [names[1], 1],
      [names[2], 2],
    ];
    expect(await progressOf(makeClient())).toEqual([ranked, 2]);
    expect(await progressOf(guest)).toEqual([[...ranked, [names[0], null]], 2]);

    // Also when it is over.
    await mark(contestId, [guest.id], false);
    await mark(contestId, [first.id]);
    expect(await show(makeClient())).toEqual([
      [names[0], 1, star],
      [names[2], 2, half],
      [names[1], null, full],
    ]);
  });

  it('is seen at once by who asks for the board again, and changes nothing when marked twice', async () => {
    const { contestId, participants, problemIds } = await startContest('marked');
    const [person] = participants as [Person];
    await judge(await submit(person, problemIds[0] as string, contestId), 10);
    const read = () => staff.get(`/api/contests/${contestId}/scoreboard`);
    const tag = (await read()).headers.etag;
    await mark(contestId, [person.id]);
    const marked = (await read()).headers.etag;
    expect(marked).not.toBe(tag);
    await mark(contestId, [person.id]);
    expect((await read()).headers.etag).toBe(marked);
    const stranger = await signUp('user');
    expect(codeOf(await mark(contestId, [person.id, stranger.id], false))).toBe('participant_not_found');
    expect((await read()).headers.etag).toBe(marked);
  });

  it('submits and sees as others do', async () => {
    const { contestId, participants, problemIds } = await startContest('as-others');
    const [person] = participants as [Person];
    await mark(contestId, [person.id]);
    await submit(person, problemIds[0] as string, contestId);
    expect((await person.get(`/api/contests/${contestId}/problems`)).json()).toHaveLength(1);
    expect((await person.get(`/api/contests/${contestId}/scoreboard/own`)).json().row).not.toBeNull();
  });
});
