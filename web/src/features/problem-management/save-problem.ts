import type { ImportReport } from '#contract/import-report.ts';
import { intervals } from '#contract/limits.ts';
import type { UploadProgress } from '#contract/problems.ts';
import { errorText } from '../../lib/api.ts';
import { sayOr } from '../../lib/messages.ts';

/**
 * How a problem is saved: its data, then its files if any were attached, then the import of the test cases,
 * which the server does by itself and which is asked about until it has ended.
 */
export interface SaveSteps {
  saveData: () => Promise<void>;
  /** Null: no files were attached. */
  uploadFiles: ((onSent: (sent: number, total: number) => void) => Promise<{ jobId: string | null }>) | null;
  getProgress: (jobId: string) => Promise<UploadProgress>;
  wait: (ms: number) => Promise<void>;
  /** Whether the form was closed meanwhile. */
  isLeft: () => boolean;
}

export interface SaveProgress {
  status: UploadProgress['status'];
  message: string;
  /** Bytes while files are on their way, then whatever the server counts. */
  unit: 'bytes' | 'items';
  done: number;
  total: number;
  /** Of the import, once there is one: it can be cancelled. */
  jobId?: string;
}

export type SaveOutcome =
  | { kind: 'saved' }
  | { kind: 'imported'; report: ImportReport | null }
  /** In which step, and what was thrown there, if anything. */
  | { kind: 'failed'; error: string; step: 'data' | 'files' | 'import' | 'progress'; cause?: unknown }
  /** Nobody follows the import any more; it goes on without. */
  | { kind: 'left' };

interface SaveTexts {
  initiating: string;
  uploading: string;
  saveFailed: string;
  progressFailed: string;
  progressUnknown: string;
}

type Tell = (progress: SaveProgress) => void;

export async function saveProblem(steps: SaveSteps, texts: SaveTexts, tell: Tell): Promise<SaveOutcome> {
  const still = { unit: 'items', done: 0, total: 0 } as const;
  let jobId: string | null = null;
  let step: 'data' | 'files' = 'data';
  try {
    tell({ status: 'pending', message: texts.initiating, ...still });
    await steps.saveData();
    if (steps.uploadFiles) {
      step = 'files';
      const sending = { status: 'uploading', message: texts.uploading, unit: 'bytes' } as const;
      tell({ ...sending, done: 0, total: 0 });
      ({ jobId } = await steps.uploadFiles((done, total) => tell({ ...sending, done, total })));
    }
  } catch (error) {
    const message = errorText(error, texts.saveFailed);
    tell({ status: 'failed', message, ...still });
    return { kind: 'failed', error: message, step, cause: error };
  }
  if (jobId === null) return { kind: 'saved' };
  return followImport(steps, jobId, texts, tell);
}

export async function followImport(
  steps: Pick<SaveSteps, 'getProgress' | 'wait' | 'isLeft'>,
  jobId: string,
  texts: SaveTexts,
  tell: Tell,
): Promise<SaveOutcome> {
  for (;;) {
    let now: UploadProgress;
    try {
      now = await steps.getProgress(jobId);
    } catch {
      tell({ status: 'failed', message: texts.progressUnknown, unit: 'items', done: 0, total: 0 });
      return { kind: 'failed', error: texts.progressFailed, step: 'progress' };
    }
    if (steps.isLeft()) return { kind: 'left' };
    const { status, report } = now;
    const progress = toSaveProgress(jobId, now);
    tell(progress);
    if (status === 'completed') return { kind: 'imported', report };
    if (status === 'failed')
      return { kind: 'failed', error: progress.message || texts.saveFailed, step: 'import' };
    await steps.wait(intervals.uploadPollMs);
  }
}

export function toSaveProgress(
  jobId: string,
  { status, message, message_words: words, progress, total }: UploadProgress,
): SaveProgress {
  return { status, message: sayOr(words, message), unit: 'items', done: progress, total, jobId };
}

/**
 * Until then closing the form would lose something. An import is the server's: it waits for a judge machine or goes on by
 * itself, and its result is kept.
 */
export function isOnItsWay(progress: SaveProgress | null): boolean {
  return isUnderWay(progress) && progress?.jobId === undefined;
}

/** The form is locked from the first step to the last. */
export function isUnderWay(progress: SaveProgress | null): boolean {
  return progress !== null && progress.status !== 'completed' && progress.status !== 'failed';
}
