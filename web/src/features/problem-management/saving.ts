import { useEffect, useRef, useState } from 'react';
import { createProblem, type LastImport, type ProblemDetail, updateProblem } from '#contract/problems.ts';
import { api, isOfNoNetwork } from '../../lib/api.ts';
import { useIsOffline } from '../../lib/connection.ts';
import { useMessages } from '../../lib/messages.ts';
import { useUnloadWarning } from '../../lib/unload-warning.ts';
import type { useArchivePreview } from './archive-preview.ts';
import { useFollowSteps } from './follow-import.ts';
import { toSent, toTyped } from './language-limits.ts';
import type { ProblemValues } from './problem-fields.tsx';
import { useRefreshProblems } from './queries.ts';
import { type Complaints, findComplaints } from './save-complaints.ts';
import {
  expectSaveFailed,
  findRefusedVersion,
  followImport,
  isOnItsWay,
  isUnderWay,
  type RefusedVersion,
  type SaveFailed,
  type SaveOutcome,
  type SaveProgress,
  saveProblem,
  toSaveProgress,
} from './save-problem.ts';
import { type ProblemFiles, uploadFiles } from './upload-files.ts';

/** An upload has everything in it, as whoever follows it would expect, unless that takes long. */
const sentAgainMaxBytes = 16 * 1024 * 1024;

interface Failure {
  readonly text: string;
  /** Of a missing network: what is left to say once that is back. */
  readonly onReturn?: string;
}

/**
 * One save at a time: how far it is, what went wrong, and a way to stop sending. An import that is under way when the
 * form is opened is followed as if it had been started here.
 */
export function useSaving(lastImport: LastImport | null, onEnded: (outcome: SaveOutcome) => void) {
  const { problemManagement: texts, problemPackages } = useMessages();
  const followSteps = useFollowSteps();
  const refresh = useRefreshProblems();
  const [progress, setProgress] = useState<SaveProgress | null>(() => {
    const before = lastImport && toSaveProgress(lastImport.job_id, lastImport);
    return isUnderWay(before) ? before : null;
  });
  const [failure, setFailure] = useState<Failure | null>(null);
  const isOffline = useIsOffline();
  const [refusedVersion, setRefusedVersion] = useState<RefusedVersion | null>(
    () => lastImport && findRefusedVersion(lastImport.job_id, lastImport.problems),
  );
  const [isTryingLimits, setTryingLimits] = useState(false);
  const [complaints, setComplaints] = useState<Complaints>({});
  const [failures, setFailures] = useState(0);
  const upload = useRef(new AbortController());
  const left = useRef(new AbortController());
  useUnloadWarning(isOnItsWay(progress));

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was under way when the form was opened
  useEffect(() => {
    left.current = new AbortController();
    if (lastImport && isUnderWay(progress)) {
      const steps = followSteps(left.current.signal);
      void followImport(steps, lastImport.job_id, texts, setProgress).then(onEnded, noteLost);
    }
    return () => left.current.abort();
  }, []);

  /** Of an import whose progress is followed without a save that waits for it. */
  const noteLost = (error: unknown) => {
    const { message, refusedVersion } = expectSaveFailed(error);
    setFailure({ text: message });
    setRefusedVersion(refusedVersion);
  };

  const save = async (
    values: ProblemValues,
    files: ProblemFiles,
    present: ProblemDetail | null,
    archive: Pick<ReturnType<typeof useArchivePreview>, 'take' | 'stop'>,
  ) => {
    setFailure(null);
    setRefusedVersion(null);
    setTryingLimits(false);
    setComplaints({});
    upload.current = new AbortController();
    const { signal } = upload.current;
    const hasFiles = files.problemPdf !== null || files.testcasesZip !== null;
    const existingId = present?.id ?? null;
    let id = existingId ?? values.id;
    const saving = saveProblem(
      {
        saveData: async () => {
          const saved = await saveData(values, existingId, files);
          id = saved.id;
          setTryingLimits(saved.trialJobId !== null);
          void refresh();
          return saved.trialJobId;
        },
        uploadFiles: hasFiles
          ? async (onSent) => {
              signal.addEventListener('abort', archive.stop, { once: true });
              // What was sent to be looked at is there already, or on its way; a small file is soon sent again.
              const isLarge = (files.testcasesZip?.size ?? 0) > sentAgainMaxBytes;
              const previewed = isLarge ? await archive.take(onSent) : null;
              signal.throwIfAborted();
              const limits = present && files.testcasesZip ? findOtherLimits(present, values) : null;
              return uploadFiles(id, files, { previewed, limits }, onSent, signal);
            }
          : null,
        ...followSteps(left.current.signal),
      },
      texts,
      setProgress,
    );
    await saving.then(onEnded, (error) => {
      const failure = expectSaveFailed(error);
      void refresh();
      const complaints = findComplaints(failure.cause);
      setComplaints(complaints);
      setFailures((before) => before + 1);
      setRefusedVersion(failure.refusedVersion);
      const circumstances = { isCancelled: signal.aborted, isNew: existingId === null };
      const text = describeFailure(failure, circumstances, texts);
      // What a field says already is not said again below all of them.
      if (Object.values(complaints).includes(text)) return;
      setFailure({
        text,
        ...(isOfNoNetwork(failure.cause) && {
          onReturn: describeFailure(
            { step: failure.step, refusedVersion: failure.refusedVersion, message: texts.saveFailed },
            circumstances,
            texts,
          ),
        }),
      });
    });
  };

  /** Known to be wrong before anything is sent. */
  const refuse = (name: keyof Complaints, reason: string, isNew: boolean) => {
    setProgress(null);
    setRefusedVersion(null);
    setComplaints({ [name]: reason });
    setFailures((before) => before + 1);
    setFailure({ text: isNew ? texts.notCreated(reason) : problemPackages.refusedFile(reason) });
  };

  return {
    progress,
    error: failure && ((!isOffline && failure.onReturn) || failure.text),
    /** Nobody's failure: it can be saved when the network is back. */
    isWithoutNetwork: isOffline && failure?.onReturn !== undefined,
    /** What the jury's solutions have stopped. */
    refusedVersion,
    isTryingLimits,
    refuse,
    complaints,
    /** How many saves have failed. */
    failures,
    save,
    /** What the solutions had stopped is in force all the same: its import has ended well. */
    followForced: ({ jobId }: RefusedVersion) => {
      setFailure(null);
      setRefusedVersion(null);
      void followImport(followSteps(left.current.signal), jobId, texts, setProgress).then(onEnded, noteLost);
    },
    /** What was complained about has been changed. */
    forget: (name: string) =>
      setComplaints((before) => (name in before ? { ...before, [name]: undefined } : before)),
    cancelUpload: () => upload.current.abort(),
  };
}

/** A new problem whose files did not come into force is not there: whoever made it must know. */
function describeFailure(
  { message, step, refusedVersion }: Pick<SaveFailed, 'message' | 'step' | 'refusedVersion'>,
  { isCancelled, isNew }: { isCancelled: boolean; isNew: boolean },
  texts: ReturnType<typeof useMessages>['problemManagement'],
): string {
  if (!isNew) return isCancelled ? texts.uploadCancelled : message;
  if (isCancelled) return texts.notCreated(texts.creationCancelled);
  // What can still be put in force is not gone.
  if (refusedVersion) return message;
  return step === 'files' || step === 'import' ? texts.notCreated(message) : message;
}

/** Limits that come into force with the tests, where they are not those that the problem has. */
function findOtherLimits(present: ProblemDetail, values: ProblemValues) {
  const { timeLimitMs, memoryLimitMb } = values;
  const languageLimits = JSON.stringify(toSent(values.languageLimits));
  const isSame =
    Number(timeLimitMs) === present.time_limit_ms &&
    Number(memoryLimitMb) === present.memory_limit_mb &&
    languageLimits === JSON.stringify(toSent(toTyped(present.language_limits)));
  return isSame
    ? null
    : { time_limit_ms: timeLimitMs, memory_limit_mb: memoryLimitMb, language_limits: languageLimits };
}

/** The server decides what is right: values travel as they were typed. */
async function saveData(
  values: ProblemValues,
  existingId: string | null,
  { problemPdf, testcasesZip }: ProblemFiles,
): Promise<{ id: string; trialJobId: string | null }> {
  const body = {
    id: values.id,
    title: values.title,
    author: values.author,
    time_limit_ms: values.timeLimitMs,
    memory_limit_mb: values.memoryLimitMb,
    withholds_run_facts: values.withholdsRunFacts,
    feedback: values.feedback,
    allowed_languages: values.allowedLanguages,
    language_limits: toSent(values.languageLimits),
  };
  if (existingId === null) {
    const files_follow = problemPdf !== null || testcasesZip !== null;
    const { id } = await api(createProblem, { body: { ...body, files_follow } });
    return { id, trialJobId: null };
  }
  const { id, trialJobId = null } = await api(updateProblem, {
    params: { id: existingId },
    // With tests that follow go the limits.
    body: { ...body, files_follow: testcasesZip !== null },
  });
  return { id, trialJobId };
}
