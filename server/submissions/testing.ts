/** What the tests of submissions share: two visible problems, and the ways to submit, judge, show and hide. */
import { expect } from 'vitest';
import type { FinishedStatus } from '#contract/statuses.ts';
import { claimSubmission, storeVerdict } from '#store/judgements.ts';
import { createVisibleProblem } from '../testing/problems.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';

export async function makeSubmissionTools() {
  const testApp = await makeTestApp();
  const { db } = testApp.context;
  const staff = await testApp.signUp('staff', 'staff-member');
  for (const id of ['p1', 'p2']) {
    await createVisibleProblem(staff, {
      id,
      title: `Problem ${id}`,
      author: 'staff-member',
      time_limit_ms: 1000,
      memory_limit_mb: 256,
    });
  }

  async function show(problemId: string, isVisible: boolean): Promise<void> {
    const response = await staff.put(`/api/admin/problems/${problemId}/visibility`, { isVisible });
    expect(response.statusCode).toBe(200);
  }

  async function submit(client: Client, problemId = 'p1', code = 'int main() {}'): Promise<number> {
    const response = await client.post('/api/submit', { problemId, language: 'cpp', code });
    expect(response.statusCode).toBe(201);
    return response.json().id;
  }

  async function judge(id: number, status: FinishedStatus, score: number, more: object = {}): Promise<void> {
    const claim = await claimSubmission(db, id);
    if (!claim) throw new Error(`Submission ${id} cannot be claimed`);
    const results = [{ testCase: 1, status, timeMs: 12, memoryKb: 3456, reason: null }];
    expect(await storeVerdict(db, claim, { status, score, results, ...more })).toBe(true);
  }

  return { ...testApp, db, staff, show, submit, judge };
}
