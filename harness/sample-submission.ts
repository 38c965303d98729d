import type { LanguageId } from '#contract/programs.ts';
import { isInProgress } from '#contract/statuses.ts';
import { type FullSubmission, getSubmission, submit } from '#contract/submissions.ts';
import type { Client } from './client.ts';
import { until } from './until.ts';

export interface NewSubmission {
  readonly problemId: string;
  readonly code: string;
  /** Default: C++. */
  readonly language?: LanguageId;
  readonly contestId?: number | undefined;
}

export async function sendSubmission(
  client: Client,
  { problemId, code, language = 'cpp', contestId }: NewSubmission,
): Promise<number> {
  const inContest = contestId !== undefined && { contestId };
  const { id } = await client.call(submit, { body: { problemId, language, code, ...inContest } });
  return id;
}

/** The submission once it has its verdict. */
export function waitForVerdict(client: Client, id: number, contestId?: number): Promise<FullSubmission> {
  return until(async () => {
    const submission = await client.call(getSubmission, {
      params: { id },
      query: { contestId: contestId?.toString() },
    });
    return isInProgress(submission.overall_status) ? false : submission;
  }, 50);
}
