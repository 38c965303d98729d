import { expect } from 'vitest';
import type { ContestNews, StaffAnnouncement } from '#contract/questions.ts';
import type { Client } from '../testing/test-app.ts';

export async function readNews(client: Client, contestId: number): Promise<ContestNews> {
  const answer = await client.get(`/api/contests/${contestId}/questions`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

export const announce = async (staff: Client, contestId: number, body: object): Promise<StaffAnnouncement> =>
  (await staff.post(`/api/admin/contests/${contestId}/announcements`, body)).json();

export const markRead = (client: Client, contestId: number, items: object[]) =>
  client.post(`/api/contests/${contestId}/questions/read`, { items });
