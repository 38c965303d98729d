/** What contestants are told of their submissions: settings, and verdicts of judges, who have a role with few rights. */
import { expect } from 'vitest';
import type { Contest } from '#contract/contests.ts';
import type { TestStatus } from '#contract/statuses.ts';
import { claimSubmission, type StoredVerdict, storeVerdict } from '#store/judgements.ts';
import type { Client, TestApp } from '../../testing/test-app.ts';

/** Of a sample and the tests behind it, all in one group. */
export function makeVerdict(score: number, ...statuses: TestStatus[]): StoredVerdict {
  const status = score === 100 ? 'Accepted' : 'Wrong Answer';
  return {
    status,
    score,
    results: statuses.map((each, index) => ({
      testCase: index + 1,
      status: each,
      timeMs: 7,
      memoryKb: 8,
      reason: null,
      ...(index === 0 && { isSample: true }),
    })),
    groups: [
      { name: 'samples', points: 0, earned: 0, status: 'Accepted', within: null, tests: [[1, 1]] },
      { name: 'rest', points: 100, earned: score, status, within: null, tests: [[2, statuses.length]] },
    ],
  };
}

export function makeFeedbackTools({ database }: TestApp, staff: Client & { readonly username: string }) {
  const worker = database.openAs('worker').db;

  async function setFeedback(id: string, feedback?: string): Promise<void> {
    const fields = {
      title: `Title of ${id}`,
      author: staff.username,
      time_limit_ms: 1000,
      memory_limit_mb: 256,
    };
    expect((await staff.put(`/api/admin/problems/${id}`, { id, ...fields, feedback })).statusCode).toBe(200);
  }

  async function setContestFeedback(contestId: number, feedback: string) {
    const contests: Contest[] = (await staff.get('/api/admin/contests')).json();
    const { title = '', start_time = '', end_time = '' } = contests.find(({ id }) => id === contestId) ?? {};
    const body = { title, startTime: start_time, endTime: end_time, feedback };
    return staff.put(`/api/admin/contests/${contestId}`, body);
  }

  async function claim(id: number) {
    const claimed = await claimSubmission(worker, id);
    if (!claimed) throw new Error(`Submission ${id} cannot be claimed`);
    return claimed;
  }

  async function judge(id: number, verdict: StoredVerdict): Promise<void> {
    expect(await storeVerdict(worker, await claim(id), verdict)).toBe(true);
  }

  async function rejudge(id: number, verdict: StoredVerdict): Promise<void> {
    await staff.post(`/api/admin/submissions/${id}/rejudge`);
    await judge(id, verdict);
  }

  return { worker, setFeedback, setContestFeedback, claim, judge, rejudge };
}
