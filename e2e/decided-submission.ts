import type { Page } from '@playwright/test';
import type { Submission } from '#contract/submissions.ts';

/** For lists and submissions that a journey decides on, where the real judge would be too quick or too right. */
export const decidedSubmission: Submission = {
  id: 7,
  submitted_at: '2026-11-15T03:16:00.000Z',
  username: 'ada',
  problem_id: 'sum',
  problem_title: 'Sum of Two Numbers',
  overall_status: 'Accepted',
  score: 100,
  language: 'cpp',
  tests_done: 20,
  tests_total: 20,
  first_failure: null,
  can_view: true,
};

export const listCalls = /\/api\/submissions(\?|$)/;

export async function answerList(page: Page, list: () => readonly Submission[]) {
  await page.route(listCalls, (route) => route.fulfill({ json: list() }));
}
