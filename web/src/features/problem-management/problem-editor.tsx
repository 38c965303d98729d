import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { limits } from '#contract/limits.ts';
import {
  createProblem,
  getUploadProgress,
  type ImportReport,
  type ProblemDetail,
  updateProblem,
} from '#contract/problems.ts';
import { api } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../messages.ts';
import { useSession } from '../../session.ts';
import { useUnloadWarning } from '../../unload-warning.ts';
import { FileField } from './file-field.tsx';
import { TestsInForce } from './import-report.tsx';
import styles from './problem-editor.module.css';
import { ProblemFields, type ProblemValues } from './problem-fields.tsx';
import { useRefreshProblems } from './queries.ts';
import { isUnderWay, type SaveProgress, saveProblem } from './save-problem.ts';
import { SaveProgressView } from './save-progress.tsx';
import { type ProblemFiles, uploadFiles } from './upload-files.ts';

interface ProblemEditorProps {
  /** Null: a new one. */
  problem: ProblemDetail | null;
  onClose: () => void;
  /** With the report, when test cases were imported. */
  onSaved: (id: string, report: ImportReport | null) => void;
}

export function ProblemEditor({ problem, onClose, onSaved }: ProblemEditorProps) {
  const { app, problemManagement: texts } = useMessages();
  const { user } = useSession();
  const [values, setValues] = useState(() => initialValues(problem, user?.username ?? ''));
  const [files, setFiles] = useState<ProblemFiles>({ problemPdf: null, testcasesZip: null });
  // A problem that was created before its upload failed is there: the next try changes it.
  const [existingId, setExistingId] = useState(problem?.id ?? null);
  const saving = useSaving();
  const isLocked = isUnderWay(saving.progress);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isLocked) return;
    const outcome = await saving.save(values, files, existingId, setExistingId);
    if (outcome.kind === 'saved') onSaved(values.id, null);
    if (outcome.kind === 'imported') onSaved(values.id, outcome.report);
  };

  return (
    <Dialog
      title={problem ? texts.editTitle(problem.id) : texts.create}
      isWide
      isHeld={isLocked}
      onClose={onClose}
    >
      <form className={formLayout.form} noValidate onSubmit={save}>
        <fieldset className={styles.fields} disabled={isLocked}>
          <ProblemFields
            values={values}
            isIdFixed={existingId !== null}
            onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
          />
          <FileField
            name="problemPdf"
            label={texts.pdf}
            hint={problem ? `${texts.pdfHint}. ${texts.keepsFile}` : texts.pdfHint}
            accept=".pdf,application/pdf"
            maxBytes={limits.pdfMaxBytes}
            file={files.problemPdf}
            onChange={(file) => setFiles((before) => ({ ...before, problemPdf: file }))}
          />
          <FileField
            name="testcasesZip"
            label={texts.zip}
            hint={problem ? `${texts.zipHint}. ${texts.keepsFile}` : texts.zipHint}
            accept=".zip,application/zip"
            maxBytes={limits.archiveMaxBytes}
            file={files.testcasesZip}
            onChange={(file) => setFiles((before) => ({ ...before, testcasesZip: file }))}
          />
        </fieldset>
        <NamingHelp />
        {problem && <TestsInForce id={problem.id} />}
        <Notice tone="error">{saving.error}</Notice>
        <SaveProgressView progress={saving.progress} error={saving.error} />
        <div className={formLayout.buttons}>
          {saving.progress?.status === 'uploading' && (
            <Button variant="default" onClick={saving.cancelUpload}>
              {texts.cancelUpload}
            </Button>
          )}
          <Button variant="default" disabled={isLocked} onClick={onClose}>
            {app.cancel}
          </Button>
          <Button type="submit" disabled={isLocked}>
            {isLocked ? texts.saving : texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
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
    author: problem?.author || ownName,
    timeLimitMs: String(
      problem ? problem.time_limit_ms || limits.timeLimitFallbackMs : limits.timeLimitDefaultMs,
    ),
    memoryLimitMb: String(problem?.memory_limit_mb || limits.memoryLimitDefaultMb),
    withholdsRunFacts: problem?.withholds_run_facts ?? false,
  };
}

/** One save at a time: how far it is, what went wrong, and a way to stop sending. */
function useSaving() {
  const { problemManagement: texts } = useMessages();
  const queryClient = useQueryClient();
  const refresh = useRefreshProblems();
  const [progress, setProgress] = useState<SaveProgress | null>(null);
  const [error, setError] = useState<string | null>(null);
  const upload = useRef(new AbortController());
  useUnloadWarning(isUnderWay(progress));

  const save = async (
    values: ProblemValues,
    files: ProblemFiles,
    existingId: string | null,
    onCreated: (id: string) => void,
  ) => {
    setError(null);
    upload.current = new AbortController();
    const { signal } = upload.current;
    let id = existingId;
    const outcome = await saveProblem(
      {
        saveData: async () => {
          id = await saveData(values, id);
          onCreated(id);
        },
        uploadFiles:
          files.problemPdf || files.testcasesZip
            ? (onSent) => uploadFiles(id ?? values.id, files, onSent, signal)
            : null,
        getProgress: (jobId) =>
          queryClient.fetchQuery({
            queryKey: ['admin', 'upload-progress', jobId],
            queryFn: () => api(getUploadProgress, { params: { jobId } }),
            staleTime: 0,
            gcTime: 0,
          }),
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      },
      texts,
      setProgress,
    );
    if (outcome.kind === 'failed') {
      setError(signal.aborted ? texts.uploadCancelled : outcome.error);
      if (id !== null) void refresh();
    }
    return outcome;
  };

  return { progress, error, save, cancelUpload: () => upload.current.abort() };
}

/** The server decides what is right: values travel as they were typed. */
async function saveData(values: ProblemValues, existingId: string | null): Promise<string> {
  const body = {
    id: values.id,
    title: values.title,
    author: values.author,
    time_limit_ms: values.timeLimitMs,
    memory_limit_mb: values.memoryLimitMb,
    withholds_run_facts: values.withholdsRunFacts,
  };
  const saved = existingId
    ? await api(updateProblem, { params: { id: existingId }, body })
    : await api(createProblem, { body });
  return saved.id;
}
