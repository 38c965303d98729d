import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { cancelImport, type ImportKind } from '#contract/problems.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { api } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { isUnderWay, type SaveProgress } from './save-problem.ts';
import styles from './save-progress.module.css';

/** What is going on: bytes sent, then what the server is doing and how far it is. */
export function SaveProgressView({ progress }: { progress: SaveProgress | null }) {
  const { problemManagement: texts } = useMessages();
  const counts = progress && progress.total > 0 && isUnderWay(progress) ? countsText(progress, texts) : '';
  return (
    <div className={styles.region}>
      {/* Only the step is announced; counts would never stop talking. */}
      <p role="status" className={styles.message}>
        {progress?.message}
      </p>
      {progress && isUnderWay(progress) && (
        <>
          <p className={styles.counts}>{counts}</p>
          <progress
            className={styles.bar}
            aria-label={texts.progress}
            {...(progress.total > 0 && { value: progress.done, max: progress.total })}
          />
          {progress.jobId && (
            <CancelImport key={progress.jobId} jobId={progress.jobId} kind={progress.kind} />
          )}
        </>
      )}
    </div>
  );
}

/** The next look at the progress tells how it ended. */
function CancelImport({ jobId, kind = 'tests' }: { jobId: string; kind: ImportKind | undefined }) {
  const { problemManagement: texts } = useMessages();
  const cancel = useMutation({ mutationFn: () => api(cancelImport, { params: { jobId } }) });
  return (
    <div className={styles.cancel}>
      <ActionFailure error={cancel.error}>{texts.cancelImportFailed}</ActionFailure>
      <Button
        variant="default"
        disabled={cancel.isPending || cancel.isSuccess}
        onClick={() => cancel.mutate()}
      >
        {texts.cancelOf[kind]}
      </Button>
    </div>
  );
}

function countsText(
  { unit, done, total }: SaveProgress,
  texts: ReturnType<typeof useMessages>['problemManagement'],
): string {
  return unit === 'bytes' ? texts.sent(done, total) : texts.counts(done, total);
}
