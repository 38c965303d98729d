import { Button } from '@mantine/core';
import { type DragEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import type { Feedback } from '#contract/feedback.ts';
import type { ImportReport } from '#contract/import-report.ts';
import { limits } from '#contract/limits.ts';
import { createProblem, type LastImport, type ProblemDetail, updateProblem } from '#contract/problems.ts';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { Notice } from '../../components/notice.tsx';
import { When } from '../../components/when.tsx';
import { api } from '../../lib/api.ts';
import { sayOr, useMessages } from '../../lib/messages.ts';
import { useSession } from '../../lib/session.ts';
import { useUnloadWarning } from '../../lib/unload-warning.ts';
import { type ArchivePreview, findRefusalOfTests, useArchivePreview } from './archive-preview.ts';
import type { UnfollowedImport } from './background-creation.tsx';
import { FileField } from './file-field.tsx';
import { StatementInForce, TestsNow } from './files-in-force.tsx';
import { useFollowSteps } from './follow-import.ts';
import { Gate, TrialInForce } from './gate.tsx';
import { TestsInForce } from './import-report.tsx';
import { toSent, toTyped } from './language-limits.ts';
import { PackageContents } from './package-contents.tsx';
import styles from './problem-editor.module.css';
import { ProblemFields, type ProblemValues } from './problem-fields.tsx';
import { useRefreshProblems } from './queries.ts';
import { RejudgePanel } from './rejudge-panel.tsx';
import { type Complaints, findComplaints } from './save-complaints.ts';
import {
  findGate,
  followImport,
  isOnItsWay,
  isUnderWay,
  type Gate as RefusedVersion,
  type SaveOutcome,
  type SaveProgress,
  saveProblem,
  toSaveProgress,
} from './save-problem.ts';
import { SaveProgressView } from './save-progress.tsx';
import { type ProblemFiles, uploadFiles } from './upload-files.ts';

interface ProblemEditorProps {
  /** Null: a new one. */
  problem: ProblemDetail | null;
  /** Of its test cases: what became of it, or still becomes. */
  lastImport: LastImport | null;
  /** With the import of a new problem, when it is closed before that has ended. */
  onClose: (importing: UnfollowedImport | null) => void;
  /** With the report, when test cases were imported. */
  onSaved: (id: string, report: ImportReport | null) => void;
}

/** An upload has everything in it, as whoever follows it would expect, unless that takes long. */
const sentAgainMaxBytes = 16 * 1024 * 1024;

export function ProblemEditor({ problem, lastImport, onClose, onSaved }: ProblemEditorProps) {
  const { app, problemManagement: texts, problemPackages } = useMessages();
  const { user } = useSession();
  const [values, setValues] = useState(() => initialValues(problem, user?.username ?? ''));
  const [files, setFiles] = useState<ProblemFiles>({ problemPdf: null, testcasesZip: null });
  const existingId = problem?.id ?? null;
  const form = useRef<HTMLFormElement>(null);
  const finish = (outcome: SaveOutcome) => {
    if (outcome.kind === 'saved') onSaved(values.id, null);
    if (outcome.kind === 'imported') onSaved(values.id, outcome.report);
  };
  const archive = useArchivePreview(files.testcasesZip);
  const refusal = findRefusalOfTests(archive.preview);
  const saving = useSaving(lastImport, finish);
  const isLocked = isUnderWay(saving.progress);
  const isHeld = isOnItsWay(saving.progress);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isLocked) return;
    if (refusal !== null) saving.refuse('testcasesZip', refusal, existingId === null);
    else finish(await saving.save(values, files, problem, archive));
  };
  const jobId = isLocked ? saving.progress?.jobId : undefined;
  const close = () => onClose(existingId === null && jobId !== undefined ? { id: values.id, jobId } : null);
  const change = <Name extends keyof ProblemValues>(name: Name, value: ProblemValues[Name]) => {
    setValues((before) => ({ ...before, [name]: value }));
    saving.forget(name);
  };
  const choose = (name: keyof ProblemFiles, file: File | null) => {
    setFiles((before) => ({ ...before, [name]: file }));
    saving.forget(name);
  };

  // The first field that the server complains about gets the focus, once the form is free again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each refusal, not with each mended field
  useEffect(() => {
    const [first] = Object.keys(saving.complaints);
    const control = first && form.current?.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
  }, [saving.failures]);

  return (
    <Dialog
      title={existingId === null ? texts.create : texts.editTitle(existingId)}
      isWide
      isHeld={isHeld}
      onClose={close}
    >
      <form
        ref={form}
        className={formLayout.form}
        noValidate
        onSubmit={save}
        // A file that is dropped beside its place must not take the page away.
        onDragOver={refuseDrop}
        onDrop={refuseDrop}
      >
        <fieldset className={styles.fields} disabled={isLocked}>
          <ProblemFields
            values={values}
            isIdFixed={existingId !== null}
            presentAuthor={problem?.author ?? null}
            complaints={saving.complaints}
            onChange={change}
          />
          <FileField
            name="problemPdf"
            label={texts.pdf}
            hint={existingId === null ? texts.pdfHint : `${texts.pdfHint}. ${texts.keepsFile}`}
            kind="pdf"
            maxBytes={limits.pdfMaxBytes}
            file={files.problemPdf}
            error={saving.complaints.problemPdf}
            onChange={(file) => choose('problemPdf', file)}
          >
            {existingId !== null && <StatementInForce id={existingId} />}
          </FileField>
          <FileField
            name="testcasesZip"
            label={texts.zip}
            hint={existingId === null ? texts.zipHint : `${texts.zipHint}. ${texts.keepsFile}`}
            kind="zip"
            maxBytes={limits.archiveMaxBytes}
            file={files.testcasesZip}
            error={refusal ?? saving.complaints.testcasesZip}
            onChange={(file) => choose('testcasesZip', file)}
          >
            {existingId !== null && <TestsNow id={existingId} />}
          </FileField>
        </fieldset>
        <TestsPreview preview={archive.preview} isRefused={refusal !== null} />
        <NamingHelp />
        {existingId !== null && <TestsInForce id={existingId} />}
        {existingId !== null && <TrialInForce id={existingId} />}
        {existingId !== null && <RejudgePanel id={existingId} />}
        {lastImport && saving.progress === null && <EndedImport ended={lastImport} />}
        <Notice tone="error">{saving.error}</Notice>
        {saving.gate && (
          <Gate {...saving.gate} isNew={existingId === null} onForced={() => onSaved(values.id, null)} />
        )}
        {saving.isTryingLimits && isLocked && <p className={styles.ended}>{problemPackages.limitsTried}</p>}
        <SaveProgressView progress={saving.progress} error={saving.error} />
        <div className={formLayout.buttons}>
          {saving.progress?.status === 'uploading' && (
            <Button variant="default" onClick={saving.cancelUpload}>
              {texts.cancelUpload}
            </Button>
          )}
          <Button variant="default" disabled={isHeld} onClick={close}>
            {isLocked ? app.close : app.cancel}
          </Button>
          <Button type="submit" disabled={isLocked}>
            {isLocked ? texts.saving : texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function refuseDrop(event: DragEvent<HTMLFormElement>): void {
  const isOnInput = event.target instanceof HTMLInputElement && event.target.type === 'file';
  if (!isOnInput) event.preventDefault();
}

interface TestsPreviewProps {
  preview: ArchivePreview;
  /** Then the file itself says why. */
  isRefused: boolean;
}

/** What the chosen archive would be, before it is saved. */
function TestsPreview({ preview, isRefused }: TestsPreviewProps) {
  const { problemPackages: texts } = useMessages();
  if (preview.kind === 'none' || isRefused) return null;
  const contents = preview.kind === 'ready' ? preview.problems[0]?.preview : null;
  return (
    <section className={styles.preview} aria-label={texts.preview}>
      <p className={styles.previewTitle}>{texts.preview}</p>
      <p role="status" className={styles.ended}>
        {preview.kind === 'reading' &&
          (preview.progress.status === 'uploading' ? texts.previewSending : texts.previewReading)}
        {preview.kind === 'unknown' && texts.previewUnknown}
        {contents && `${texts.previewReady} ${texts.testsOnly}`}
      </p>
      {contents && <PackageContents preview={contents} isTestsOnly />}
    </section>
  );
}

function NamingHelp() {
  const { problemManagement: texts } = useMessages();
  return (
    <details className={styles.help}>
      <summary>{texts.namingTitle}</summary>
      <ul>
        {texts.namings.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

function initialValues(problem: ProblemDetail | null, ownName: string): ProblemValues {
  return {
    id: problem?.id ?? '',
    title: problem?.title ?? '',
    author: problem?.author ?? ownName,
    timeLimitMs: String(
      problem ? problem.time_limit_ms || limits.timeLimitFallbackMs : limits.timeLimitDefaultMs,
    ),
    memoryLimitMb: String(problem?.memory_limit_mb || limits.memoryLimitDefaultMb),
    withholdsRunFacts: problem?.withholds_run_facts ?? false,
    // Outside of contests, it is what the problem itself says.
    feedback: (problem?.feedback as Feedback | undefined) ?? 'full',
    allowedLanguages: problem?.allowed_languages ?? null,
    languageLimits: toTyped(problem?.language_limits ?? {}),
  };
}

/** How the last import went, for who was not there when it ended. */
function EndedImport({ ended: { status, started_at: startedAt, ...ended } }: { ended: LastImport }) {
  const message = sayOr(ended.message_words, ended.message);
  const { problemManagement: texts } = useMessages();
  const hasFailed = status === 'failed';
  return (
    <>
      <Notice tone="error">{hasFailed && `${texts.importFailed} ${message}`}</Notice>
      {/* Not in the notice: a time that moves on would have it read aloud again and again. */}
      <p className={styles.ended}>
        {texts.lastImport} {!hasFailed && message} <When at={startedAt} />
      </p>
    </>
  );
}

/**
 * One save at a time: how far it is, what went wrong, and a way to stop sending. An import that is under way when the
 * form is opened is followed as if it had been started here.
 */
function useSaving(lastImport: LastImport | null, onFollowed: (outcome: SaveOutcome) => void) {
  const { problemManagement: texts, problemPackages } = useMessages();
  const followSteps = useFollowSteps();
  const refresh = useRefreshProblems();
  const [progress, setProgress] = useState<SaveProgress | null>(() => {
    const before = lastImport && toSaveProgress(lastImport.job_id, lastImport);
    return isUnderWay(before) ? before : null;
  });
  const [error, setError] = useState<string | null>(null);
  const [gate, setGate] = useState<RefusedVersion | null>(
    () => lastImport && findGate(lastImport.job_id, lastImport.problems),
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
      void followImport(steps, lastImport.job_id, texts, setProgress).then((outcome) => {
        if (outcome.kind === 'failed') {
          setError(outcome.error);
          setGate(outcome.gate ?? null);
        }
        onFollowed(outcome);
      });
    }
    return () => left.current.abort();
  }, []);

  const save = async (
    values: ProblemValues,
    files: ProblemFiles,
    present: ProblemDetail | null,
    archive: Pick<ReturnType<typeof useArchivePreview>, 'take' | 'stop'>,
  ) => {
    setError(null);
    setGate(null);
    setTryingLimits(false);
    setComplaints({});
    upload.current = new AbortController();
    const { signal } = upload.current;
    const hasFiles = files.problemPdf !== null || files.testcasesZip !== null;
    const existingId = present?.id ?? null;
    let id = existingId ?? values.id;
    const outcome = await saveProblem(
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
    if (outcome.kind === 'failed') {
      void refresh();
      setComplaints(findComplaints(outcome.cause));
      setFailures((before) => before + 1);
      setGate(outcome.gate ?? null);
      setError(describeFailure(outcome, { isCancelled: signal.aborted, isNew: existingId === null }, texts));
    }
    return outcome;
  };

  /** Known to be wrong before anything is sent. */
  const refuse = (name: keyof Complaints, reason: string, isNew: boolean) => {
    setProgress(null);
    setGate(null);
    setComplaints({ [name]: reason });
    setFailures((before) => before + 1);
    setError(isNew ? texts.notCreated(reason) : problemPackages.refusedFile(reason));
  };

  return {
    progress,
    error,
    /** What the jury's solutions have stopped. */
    gate,
    isTryingLimits,
    refuse,
    complaints,
    /** How many saves have failed. */
    failures,
    save,
    /** What was complained about has been changed. */
    forget: (name: string) =>
      setComplaints((before) => (name in before ? { ...before, [name]: undefined } : before)),
    cancelUpload: () => upload.current.abort(),
  };
}

/** A new problem whose files did not come into force is not there: whoever made it must know. */
function describeFailure(
  { error, step, gate }: Extract<SaveOutcome, { kind: 'failed' }>,
  { isCancelled, isNew }: { isCancelled: boolean; isNew: boolean },
  texts: ReturnType<typeof useMessages>['problemManagement'],
): string {
  if (!isNew) return isCancelled ? texts.uploadCancelled : error;
  if (isCancelled) return texts.notCreated(texts.creationCancelled);
  // What can still be put in force is not gone.
  if (gate) return error;
  return step === 'files' || step === 'import' ? texts.notCreated(error) : error;
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
