import { callUrl } from '#contract/call.ts';
import { uploadAnswer, uploadProblemFiles } from '#contract/problems.ts';
import { RequestFailed, readFailure } from '../../lib/api.ts';

export interface ProblemFiles {
  problemPdf: File | null;
  testcasesZip: File | null;
}

/** By XMLHttpRequest: fetch cannot tell how much of a body has been sent. */
export function uploadFiles(
  id: string,
  files: ProblemFiles,
  onSent: (sent: number, total: number) => void,
  signal: AbortSignal,
): Promise<{ jobId: string | null }> {
  const form = new FormData();
  if (files.problemPdf) form.set('problemPdf', files.problemPdf);
  if (files.testcasesZip) form.set('testcasesZip', files.testcasesZip);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', callUrl(uploadProblemFiles.path, { id }));
    request.upload.onprogress = ({ loaded, total }) => onSent(loaded, total);
    request.onerror = () => reject(new RequestFailed(0, null, null));
    request.onabort = () => reject(signal.reason);
    request.onload = () => {
      const body = parseJson(request.responseText);
      const answer = uploadAnswer.safeParse(body);
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
