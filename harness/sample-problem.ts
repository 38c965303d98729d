import {
  createProblem as createProblemCall,
  getUploadProgress,
  setProblemVisibility,
} from '#contract/problems.ts';
import type { Client, ProblemFiles } from './client.ts';
import { until } from './until.ts';
import { namePairs, writeZip } from './zip.ts';

export interface NewProblem extends ProblemFiles {
  readonly id: string;
  readonly title?: string;
  readonly author?: string;
  readonly timeLimitMs?: number;
  readonly memoryLimitMb?: number;
}

/** A visible problem, its tests in force. */
export async function createProblem(
  client: Client,
  { id, title = id, author = 'admin', timeLimitMs = 1000, memoryLimitMb = 64, ...files }: NewProblem,
): Promise<void> {
  const limits = { time_limit_ms: timeLimitMs, memory_limit_mb: memoryLimitMb };
  await client.call(createProblemCall, { body: { id, title, author, ...limits } });
  await client.call(setProblemVisibility, { params: { id }, body: { isVisible: true } });
  if (!files.pdf && !files.zip) return;
  const jobId = await client.upload(id, files);
  if (jobId !== null) await waitForImport(client, jobId);
}

export async function waitForImport(client: Client, jobId: string): Promise<void> {
  await until(async () => {
    const { status, message } = await client.call(getUploadProgress, { params: { jobId } });
    if (status === 'failed') throw new Error(`The import failed: ${message}`);
    return status === 'completed';
  }, 50);
}

/** Of a problem whose answer is its input. */
export function makeEchoArchive(tests: number): Promise<Buffer> {
  const lines = Array.from({ length: tests }, (_, index) => `${index + 1}\n`);
  return writeZip(namePairs(lines.map((line) => [line, line])));
}
