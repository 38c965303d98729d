import type { z } from 'zod';
import { callUrl } from '#contract/call.ts';
import { importPackages } from '#contract/packages.ts';
import { uploadAnswer, uploadProblemFiles } from '#contract/problems.ts';
import { neverAnswered, readFailure } from '../../lib/api.ts';

export interface ProblemFiles {
  problemPdf: File | null;
  testcasesZip: File | null;
}

type OnSent = (sent: number, total: number) => void;

interface SentBeside {
  /** The job that has the archive of tests already. */
  readonly previewed: string | null;
  /** Other limits, which the tests are to be judged with. */
  readonly limits: Readonly<Record<'time_limit_ms' | 'memory_limit_mb' | 'language_limits', string>> | null;
}

export function uploadFiles(
  id: string,
  { problemPdf, testcasesZip }: ProblemFiles,
  { previewed, limits }: SentBeside,
  onSent: OnSent,
  signal: AbortSignal,
): Promise<{ jobId: string | null }> {
  const form = new FormData();
  if (problemPdf) form.set('problemPdf', problemPdf);
  if (testcasesZip && previewed === null) form.set('testcasesZip', testcasesZip);
  const url = callUrl(uploadProblemFiles.path, { id }, { previewed: previewed ?? undefined, ...limits });
  return send(url, [...form.keys()].length > 0 ? form : null, uploadAnswer, onSent, signal);
}

/** To be looked at: nothing is saved. */
export function uploadForPreview(
  archive: File,
  onSent: OnSent,
  signal: AbortSignal,
): Promise<{ jobId: string }> {
  const form = new FormData();
  form.set('package', archive);
  const url = callUrl(importPackages.path, {}, { preview: 'true' });
  return send(url, form, importPackages.response, onSent, signal);
}

/** By XMLHttpRequest: fetch cannot tell how much of a body has been sent. */
function send<Answer>(
  url: string,
  form: FormData | null,
  schema: z.ZodType<Answer>,
  onSent: OnSent,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.upload.onprogress = ({ loaded, total }) => onSent(loaded, total);
    request.onerror = () => reject(neverAnswered());
    request.onabort = () => reject(signal.reason);
    request.onload = () => {
      const body = parseJson(request.responseText);
      const answer = schema.safeParse(body);
      if (request.status >= 200 && request.status < 300 && answer.success) resolve(answer.data);
      else reject(readFailure(request.status, body));
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
