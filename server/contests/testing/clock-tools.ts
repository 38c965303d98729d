/** What tests of a contest's clock do to it: pause, extend, give extra minutes, begin one's own time. */
import type { ContestParticipant } from '#contract/contest-participants.ts';
import type { Contest } from '#contract/contests.ts';
import type { ContestNews } from '#contract/questions.ts';
import type { Client } from '../../testing/test-app.ts';

type Person = Client & { id: number };

/** The status of what was done, or why it was refused. */
export const codeOf = (answer: { statusCode: number; json(): { code?: string } }) =>
  answer.statusCode < 300 ? answer.statusCode : answer.json().code;

export function makeClockTools(staff: Client) {
  async function submit(client: Client, problemId: string, contestId: number) {
    return codeOf(await client.post('/api/submit', { problemId, contestId, language: 'cpp', code: 'x' }));
  }

  const pause = async (id: number) => codeOf(await staff.post(`/api/admin/contests/${id}/pause`));
  const resume = async (id: number) => codeOf(await staff.post(`/api/admin/contests/${id}/resume`));
  const begin = async (client: Client, id: number) => codeOf(await client.post(`/api/contests/${id}/begin`));
  const read = async (id: number, client: Client = staff): Promise<Contest> =>
    (await client.get(`/api/contests/${id}`)).json();

  async function extend(id: number, minutes: number) {
    const { end_time } = await read(id);
    return codeOf(await staff.post(`/api/admin/contests/${id}/extend`, { minutes, end_time }));
  }

  async function giveExtra(id: number, people: readonly Person[], minutes: number) {
    const userIds = people.map((person) => person.id);
    return codeOf(
      await staff.put(`/api/admin/contests/${id}/participants/extra-minutes`, { userIds, minutes }),
    );
  }

  async function change(id: number, changed: object) {
    const { title, description, start_time, end_time } = await read(id);
    const body = { title, description, startTime: start_time, endTime: end_time, ...changed };
    return codeOf(await staff.put(`/api/admin/contests/${id}`, body));
  }

  const listOf = async (id: number): Promise<ContestParticipant[]> =>
    (await staff.get(`/api/admin/contests/${id}/participants`)).json();

  const newsOf = async (id: number, client: Client): Promise<ContestNews> =>
    (await client.get(`/api/contests/${id}/questions`)).json();

  return { begin, change, extend, giveExtra, listOf, newsOf, pause, read, resume, submit };
}
