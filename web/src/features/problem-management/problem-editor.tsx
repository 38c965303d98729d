import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Feedback } from '#contract/feedback.ts';
import type { ImportReport } from '#contract/import-report.ts';
import { limits } from '#contract/limits.ts';
import type { LastImport, ProblemDetail } from '#contract/problems.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FileField } from '../../components/file-field.tsx';
import formLayout from '../../components/form-layout.module.css';
import { Notice } from '../../components/notice.tsx';
import { When } from '../../components/when.tsx';
import { sayOr, useMessages } from '../../lib/messages.ts';
import { useSession } from '../../lib/session.ts';
import { showAndFocus } from '../../lib/show-and-focus.ts';
import { type ArchivePreview, findRefusalOfTests, useArchivePreview } from './archive-preview.ts';
import type { UnfollowedImport } from './background-creation.tsx';
import { StatementInForce, TestsNow } from './files-in-force.tsx';
import { toTyped } from './language-limits.ts';
import { PackageContents } from './package-contents.tsx';
import styles from './problem-editor.module.css';
import { ProblemFields, type ProblemValues } from './problem-fields.tsx';
import { RefusedVersionView, TrialInForce } from './refused-version-view.tsx';
import { RejudgePanel } from './rejudge-panel.tsx';
import { TestsInForce } from './report-view.tsx';
import { isOnItsWay, isUnderWay, type SaveOutcome } from './save-problem.ts';
import { SaveProgressView } from './save-progress.tsx';
import { useSaving } from './saving.ts';
import type { ProblemFiles } from './upload-files.ts';

interface ProblemEditorProps {
  /** Null: a new one. */
  problem: ProblemDetail | null;
  /** Of its test cases: what became of it, or still becomes. */
  lastImport: LastImport | null;
  /** With the import of a new problem, when it is closed before that has ended. */
  onClose: (importing: UnfollowedImport | null) => void;
  /** With the report, when test cases were imported; with how it ended, when other limits were tried. */
  onSaved: (id: string, report: ImportReport | null, ended?: string) => void;
}

export function ProblemEditor({ problem, lastImport, onClose, onSaved }: ProblemEditorProps) {
  const { app, problemManagement: texts, problemPackages } = useMessages();
  const { user } = useSession();
  const [values, setValues] = useState(() => initialValues(problem, user?.username ?? ''));
  const [files, setFiles] = useState<ProblemFiles>({ problemPdf: null, testcasesZip: null });
  const existingId = problem?.id ?? null;
  const form = useRef<HTMLFormElement>(null);
  const finish = (outcome: SaveOutcome) => {
    if (outcome.kind === 'saved') onSaved(values.id, null);
    if (outcome.kind === 'imported') onSaved(values.id, outcome.report, outcome.message);
  };
  const archive = useArchivePreview(files.testcasesZip);
  const refusal = findRefusalOfTests(archive.preview);
  const saving = useSaving(lastImport, finish);
  const { refusedVersion } = saving;
  const isLocked = isUnderWay(saving.progress);
  const isHeld = isOnItsWay(saving.progress);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isLocked) return;
    if (refusal !== null) saving.refuse('testcasesZip', refusal, existingId === null);
    else await saving.save(values, files, problem, archive);
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
    if (first === undefined || !form.current) return;
    for (const field of form.current.querySelectorAll('details [aria-invalid="true"]'))
      field.closest('details')?.setAttribute('open', '');
    const named = form.current.elements.namedItem(first);
    const control = named ?? form.current.querySelector(`[name^="${first}-"][aria-invalid="true"]`);
    if (control instanceof HTMLElement) showAndFocus(control);
  }, [saving.failures]);

  return (
    <Dialog
      title={existingId === null ? texts.create : texts.editTitle(existingId)}
      isWide
      isHeld={isHeld}
      onClose={close}
    >
      <form ref={form} className={formLayout.form} noValidate onSubmit={save}>
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
        <Notice tone={saving.isWithoutNetwork ? 'info' : 'error'} role="alert">
          {saving.error}
        </Notice>
        {refusedVersion && (
          <RefusedVersionView
            {...refusedVersion}
            isNew={existingId === null}
            onForced={() => saving.followForced(refusedVersion)}
          />
        )}
        {saving.isTryingLimits && isLocked && <p className={styles.ended}>{problemPackages.limitsTried}</p>}
        <SaveProgressView progress={saving.progress} />
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

/** How the last import went, for whoever was not there when it ended. */
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
