import { expect } from 'vitest';
import type { ContestNews, InboxQuestion, StaffAnnouncement } from '#contract/questions.ts';
import type { Client } from '../testing/test-app.ts';

export async function readNews(client: Client, contestId: number): Promise<ContestNews> {
  const told = await client.get(`/api/contests/${contestId}/questions`);
  expect(told.statusCode).toBe(200);
  return told.json();
}

export const announce = async (staff: Client, contestId: number, body: object): Promise<StaffAnnouncement> =>
  (await staff.post(`/api/admin/contests/${contestId}/announcements`, body)).json();

export const markRead = (client: Client, contestId: number, items: object[]) =>
  client.post(`/api/contests/${contestId}/questions/read`, { items });

export const sendQuestion = (client: Client, contestId: number, body: object) =>
  client.post(`/api/contests/${contestId}/questions`, body);

/** The id of the question. */
export async function ask(
  client: Client,
  contestId: number,
  text: string,
  problemId?: string,
): Promise<string> {
  const asked = await sendQuestion(client, contestId, { text, problemId });
  expect([asked.statusCode, asked.body]).toEqual([201, expect.anything()]);
  return asked.json().id;
}

export const answer = (staff: Client, id: string, text: string, { is_public = false, version = 0 } = {}) =>
  staff.put(`/api/admin/questions/${id}/answer`, { text, is_public, version });

export async function readInbox(
  staff: Client,
  query = '',
): Promise<{ questions: InboxQuestion[]; total: number }> {
  return (await staff.get(`/api/admin/questions${query}`)).json();
}

export async function findInInbox(staff: Client, id: string, state = 'answered'): Promise<InboxQuestion> {
  const { questions } = await readInbox(staff, `?state=${state}`);
  const found = questions.find((question) => question.id === id);
  if (!found) throw new Error(`Question ${id} is not in the inbox`);
  return found;
}
