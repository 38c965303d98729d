import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { limits } from '#contract/limits.ts';
import type { UploadProgress } from '#contract/problems.ts';
import { Dialog } from '../../components/dialog.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { FileField } from '../../components/file-field.tsx';
import formLayout from '../../components/form-layout.module.css';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useUnloadWarning } from '../../lib/unload-warning.ts';
import { useArchivePreview } from './archive-preview.ts';
import { ImportOutcome } from './import-outcome.tsx';
import styles from './import-problems.module.css';
import { PackageChoices } from './package-choices.tsx';
import { importQuery, useRefreshProblems } from './queries.ts';
import { isUnderWay, toSaveProgress } from './save-problem.ts';
import { SaveProgressView } from './save-progress.tsx';

interface ImportProblemsProps {
  /** Dropped onto the page, or null. */
  dropped: File | null;
  /** The import that is looked at again, or null. */
  jobId: string | null;
  /** Of the problems that are there. */
  presentIds: ReadonlySet<string>;
  /** It goes on whatever becomes of this page. Null: another is to be chosen. */
  onStarted: (jobId: string | null) => void;
  onEdit: (id: string) => void;
  onClose: (isEnded: boolean) => void;
}

/** From the choice of a file over what would become of it to what has become of it. */
export function ImportProblems({
  dropped,
  jobId,
  presentIds,
  onStarted,
  onEdit,
  onClose,
}: ImportProblemsProps) {
  const { problemPackages: texts } = useMessages();
  const [file, setFile] = useState(dropped);
  if (jobId !== null)
    return (
      <FollowedImport
        key={jobId}
        jobId={jobId}
        presentIds={presentIds}
        onEdit={onEdit}
        onClose={onClose}
        onMore={() => {
          setFile(null);
          onStarted(null);
        }}
      />
    );
  return (
    <ChosenArchive
      title={file ? texts.found(file.name) : texts.import}
      file={file}
      presentIds={presentIds}
      onChoose={setFile}
      onStarted={onStarted}
      onClose={() => onClose(true)}
    />
  );
}

interface ChosenArchiveProps {
  title: string;
  file: File | null;
  presentIds: ReadonlySet<string>;
  onChoose: (file: File | null) => void;
  onStarted: (jobId: string) => void;
  onClose: () => void;
}

function ChosenArchive({ title, file, presentIds, onChoose, onStarted, onClose }: ChosenArchiveProps) {
  const { app, problemManagement: management, problemPackages: texts } = useMessages();
  const { preview, stop } = useArchivePreview(file);
  const isSending = preview.kind === 'reading' && preview.progress.status === 'uploading';
  useUnloadWarning(isSending);
  if (preview.kind === 'ready')
    return (
      // A dialog of its own: whoever listens begins anew.
      <Dialog key="choices" title={title} isWide="full" onClose={onClose}>
        <PackageChoices
          jobId={preview.jobId}
          problems={preview.problems}
          presentIds={presentIds}
          onStarted={onStarted}
          onBack={() => onChoose(null)}
          onClose={onClose}
        />
      </Dialog>
    );
  const reason = preview.kind === 'refused' || preview.kind === 'unknown' ? preview.reason : undefined;
  return (
    <Dialog title={texts.import} isWide isDisposable onClose={onClose}>
      <form
        className={formLayout.form}
        onSubmit={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          onChoose(event.dataTransfer.files[0] ?? file);
        }}
      >
        <FileField
          name="package"
          label={texts.package}
          hint={`${texts.packageHint} ${management.zipHint}.`}
          kind="zip"
          maxBytes={limits.archiveMaxBytes}
          file={file}
          error={reason}
          isLarge
          onChange={onChoose}
        />
        {preview.kind === 'reading' && <SaveProgressView progress={preview.progress} />}
        <div className={formLayout.buttons}>
          {isSending && (
            <Button
              variant="default"
              onClick={() => {
                stop();
                onChoose(null);
              }}
            >
              {texts.stopSending}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {app.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface FollowedImportProps extends Pick<ImportProblemsProps, 'presentIds' | 'onEdit'> {
  jobId: string;
  onClose: (isEnded: boolean) => void;
  onMore: () => void;
}

function FollowedImport({ jobId, presentIds, onEdit, onClose, onMore }: FollowedImportProps) {
  const { app, problemPackages: texts } = useMessages();
  const query = useQuery(importQuery(jobId));
  const refresh = useRefreshProblems();
  const progress = query.data ? toSaveProgress(jobId, query.data) : null;
  const isGoingOn = query.isPending || isUnderWay(progress);
  const close = () => onClose(!isGoingOn || query.isError);
  const hasEnded = progress !== null && !isGoingOn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it has ended, once
  useEffect(() => {
    if (hasEnded) void refresh();
  }, [hasEnded]);
  return (
    <Dialog
      title={hasEnded ? texts.outcomeTitle : texts.import}
      isWide={hasEnded ? 'full' : true}
      isDisposable
      onClose={close}
    >
      <div className={formLayout.form}>
        <QueryFailure query={query}>{texts.importLost}</QueryFailure>
        {!hasEnded && !query.isError && (
          <>
            <SaveProgressView progress={progress} />
            <p className={styles.quiet}>{texts.goesOn}</p>
          </>
        )}
        {hasEnded && query.data && (
          <>
            <Notice tone={toneOf(query.data)}>{progress.message}</Notice>
            <ImportOutcome
              jobId={jobId}
              problems={query.data.problems ?? []}
              presentIds={presentIds}
              onEdit={onEdit}
            />
          </>
        )}
        <div className={formLayout.buttons}>
          {hasEnded && (
            <Button variant="default" onClick={onMore}>
              {texts.importMore}
            </Button>
          )}
          <Button data-autofocus onClick={close}>
            {app.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function toneOf({ status, problems = [] }: UploadProgress): 'error' | 'info' | 'success' {
  if (status === 'failed') return 'error';
  return problems.some((problem) => problem.status === 'refused') ? 'info' : 'success';
}
