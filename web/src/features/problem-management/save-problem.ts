import type { ImportReport } from '#contract/import-report.ts';
import { intervals } from '#contract/limits.ts';
import type { ImportedProblem } from '#contract/packages.ts';
import type { ImportKind, UploadProgress } from '#contract/problems.ts';
import { errorText } from '../../lib/api.ts';
import { sayOr } from '../../lib/messages.ts';

/**
 * How a problem is saved: its data, then its files if any were attached, then the import of the test cases,
 * which the server does by itself and which is asked about until it has ended; so is a trial of other limits.
 */
export interface SaveSteps extends FollowSteps {
  /** Answers with the trial, when other limits wait for what the jury's solutions say of them. */
  saveData: () => Promise<string | null>;
  /** Null: no files were attached. */
  uploadFiles: ((onSent: (sent: number, total: number) => void) => Promise<{ jobId: string | null }>) | null;
}

export interface FollowSteps {
  getProgress: (jobId: string) => Promise<UploadProgress>;
  wait: (ms: number) => Promise<void>;
  /** Whether the form was closed meanwhile. */
  isLeft: () => boolean;
}

export interface SaveProgress {
  status: UploadProgress['status'];
  /** Empty where the error of a failed save says it. */
  message: string;
  /** Bytes while files are on their way, then whatever the server counts. */
  unit: 'bytes' | 'items';
  done: number;
  total: number;
  /** Of the import, once there is one: it can be cancelled. */
  jobId?: string;
  kind?: ImportKind;
}

export type SaveOutcome =
  | { kind: 'saved' }
  | {
      kind: 'imported';
      /** How it ended, in the server's words. */
      message: string;
      /** Null: other limits were tried, of the tests that were there. */
      report: ImportReport | null;
      problems: readonly ImportedProblem[];
    }
  /** Nobody follows the import any more; it goes on without. */
  | { kind: 'left' };

/** A version that the jury's solutions speak against: it can be put in force all the same. */
export interface RefusedVersion {
  readonly jobId: string;
  readonly refused: ImportedProblem;
}

type SaveStep = 'data' | 'files' | 'import' | 'progress';

/** Its message is for whoever saves; its cause is what was thrown in that step, if that says more. */
export class SaveFailed extends Error {
  readonly step: SaveStep;
  readonly refusedVersion: RefusedVersion | null;

  constructor(
    message: string,
    step: SaveStep,
    { cause, refusedVersion = null }: { cause?: unknown; refusedVersion?: RefusedVersion | null } = {},
  ) {
    super(message, { cause });
    this.step = step;
    this.refusedVersion = refusedVersion;
  }
}

/** Whatever else is thrown is a mistake of the page's own. */
export function expectSaveFailed(error: unknown): SaveFailed {
  if (error instanceof SaveFailed) return error;
  throw error;
}

interface SaveTexts {
  initiating: string;
  uploading: string;
  saveFailed: string;
  progressFailed: string;
  progressUnknown: string;
}

type Tell = (progress: SaveProgress) => void;

const still = { unit: 'items', done: 0, total: 0 } as const;
const failed = { status: 'failed', message: '', ...still } as const;

/** Throws SaveFailed. */
export async function saveProblem(steps: SaveSteps, texts: SaveTexts, tell: Tell): Promise<SaveOutcome> {
  const fail =
    (step: SaveStep) =>
    (cause: unknown): never => {
      tell(failed);
      throw new SaveFailed(errorText(cause, texts.saveFailed), step, { cause });
    };
  tell({ status: 'pending', message: texts.initiating, ...still });
  const trialJobId = await steps.saveData().catch(fail('data'));
  const trial = trialJobId === null ? null : followTrial(steps, trialJobId, texts, tell);
  // Whatever it comes to: the files follow.
  const isLeft = await trial?.then(
    ({ kind }) => kind === 'left',
    () => false,
  );
  if (steps.uploadFiles && !isLeft) {
    const sending = { status: 'uploading', message: texts.uploading, unit: 'bytes' } as const;
    tell({ ...sending, done: 0, total: 0 });
    const onSent = (done: number, total: number) => tell({ ...sending, done, total });
    const { jobId } = await steps.uploadFiles(onSent).catch(fail('files'));
    if (jobId !== null) return followImport(steps, jobId, texts, tell);
  }
  try {
    return (await trial) ?? { kind: 'saved' };
  } catch (error) {
    tell(failed);
    throw error;
  }
}

/** While limits are tried nothing else of the problem can be changed: a statement is sent afterwards, and waited for. */
function followTrial(steps: SaveSteps, jobId: string, texts: SaveTexts, tell: Tell): Promise<SaveOutcome> {
  const isHeld = steps.uploadFiles !== null;
  return followImport(steps, jobId, texts, ({ jobId: known, ...progress }) =>
    tell({ ...progress, ...(!isHeld && known !== undefined && { jobId: known }) }),
  );
}

/** Throws SaveFailed. */
export async function followImport(
  steps: FollowSteps,
  jobId: string,
  texts: SaveTexts,
  tell: Tell,
): Promise<SaveOutcome> {
  for (;;) {
    let now: UploadProgress;
    try {
      now = await steps.getProgress(jobId);
    } catch {
      tell({ ...failed, message: texts.progressUnknown });
      throw new SaveFailed(texts.progressFailed, 'progress');
    }
    if (steps.isLeft()) return { kind: 'left' };
    const { status, report, problems = [] } = now;
    const progress = toSaveProgress(jobId, now);
    tell(status === 'failed' ? { ...progress, message: '' } : progress);
    if (status === 'completed') return { kind: 'imported', message: progress.message, report, problems };
    if (status === 'failed') {
      const refusedVersion = findRefusedVersion(jobId, problems);
      throw new SaveFailed(progress.message || texts.saveFailed, 'import', { refusedVersion });
    }
    await steps.wait(intervals.uploadPollMs);
  }
}

/** Of an import for one problem. */
export function findRefusedVersion(
  jobId: string,
  problems: readonly ImportedProblem[] = [],
): RefusedVersion | null {
  const refused = problems.find(({ can_be_forced }) => can_be_forced);
  return refused ? { jobId, refused } : null;
}

export function toSaveProgress(
  jobId: string,
  { kind, status, message, message_words: words, progress, total }: UploadProgress,
): SaveProgress {
  return { status, message: sayOr(words, message), unit: 'items', done: progress, total, jobId, kind };
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
