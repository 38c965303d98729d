import { useEffect, useRef, useState } from 'react';
import { limits } from '#contract/limits.ts';
import type { ImportedProblem } from '#contract/packages.ts';
import { cancelImport } from '#contract/problems.ts';
import { words } from '#contract/words.ts';
import { isOfKind } from '../../components/file-kind.ts';
import { api, errorText, isOfNoNetwork, RequestFailed } from '../../lib/api.ts';
import { useOnReturn } from '../../lib/connection.ts';
import { say, sayOr, useMessages } from '../../lib/messages.ts';
import { useFollowSteps } from './follow-import.ts';
import { expectSaveFailed, followImport, type SaveProgress } from './save-problem.ts';
import { uploadForPreview } from './upload-files.ts';

export type ArchivePreview =
  /** There is no file, or one that is no archive at all. */
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly progress: SaveProgress }
  | { readonly kind: 'ready'; readonly jobId: string; readonly problems: readonly ImportedProblem[] }
  /** Nothing in it can be imported. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It could not be looked at: the network, or the server, has failed. */
  | { readonly kind: 'unknown'; readonly reason: string; readonly isOffline?: boolean };

interface Sending {
  /** Null: it was not sent. */
  readonly jobId: Promise<string | null>;
  readonly stop: AbortController;
  /** Whoever waits for it. */
  onSent: ((sent: number, total: number) => void) | null;
}

/** What an archive would become, as soon as it has been chosen; nothing is saved by it. */
export function useArchivePreview(file: File | null) {
  const { app, problemManagement: management, problemPackages: texts } = useMessages();
  const [preview, setPreview] = useState<ArchivePreview>({ kind: 'none' });
  const sending = useRef<Sending | null>(null);
  const followSteps = useFollowSteps();
  const [tries, setTries] = useState(0);
  useOnReturn(() => {
    if (preview.kind === 'unknown' && preview.isOffline) setTries((before) => before + 1);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file, and again when the network is back
  useEffect(() => {
    sending.current = null;
    setPreview({ kind: 'none' });
    if (!file || file.size > limits.archiveMaxBytes) return;
    const stop = new AbortController();
    const { signal } = stop;
    let isRead = false;
    const show = (next: ArchivePreview) => {
      if (!signal.aborted) setPreview(next);
    };
    const current: Sending = { jobId: start(), stop, onSent: null };
    sending.current = current;

    async function start(): Promise<string | null> {
      if (!file || !(await isOfKind(file, 'zip')) || signal.aborted) return null;
      try {
        const tell = (done: number, total: number) => {
          const progress = {
            status: 'uploading',
            message: texts.sending,
            unit: 'bytes',
            done,
            total,
          } as const;
          show({ kind: 'reading', progress });
          current.onSent?.(done, total);
        };
        tell(0, file.size);
        const { jobId } = await uploadForPreview(file, tell, signal);
        void follow(jobId);
        return jobId;
      } catch (error) {
        // Whatever else is said is not about the file.
        const isRefused = error instanceof RequestFailed && [400, 413].includes(error.status);
        const isOffline = isOfNoNetwork(error);
        const reason = isOffline ? app.offline : errorText(error, texts.sendFailed);
        show(isRefused ? { kind: 'refused', reason } : { kind: 'unknown', reason, isOffline });
        return null;
      }
    }

    async function follow(jobId: string): Promise<void> {
      try {
        const outcome = await followImport(followSteps(signal), jobId, management, (progress) =>
          show({ kind: 'reading', progress }),
        );
        isRead = outcome.kind !== 'left';
        if (outcome.kind === 'imported') show({ kind: 'ready', jobId, problems: outcome.problems });
      } catch (error) {
        const { step, message } = expectSaveFailed(error);
        isRead = true;
        show({ kind: step === 'import' ? 'refused' : 'unknown', reason: message });
      }
    }

    return () => {
      stop.abort();
      // Nobody looks at it any more: a judge machine has better things to do than to read it.
      void current.jobId.then((jobId) => {
        if (jobId !== null && !isRead) void api(cancelImport, { params: { jobId } }).catch(() => {});
      });
    };
  }, [file, tries]);

  return {
    preview,
    /** Ends it: what is chosen stays chosen. */
    stop: () => {
      sending.current?.stop.abort();
      sending.current = null;
      setPreview({ kind: 'none' });
    },
    /** The job that has the archive, once it is there whole; null when it is to be sent again. */
    take: async (onSent: (sent: number, total: number) => void): Promise<string | null> => {
      if (!sending.current) return null;
      sending.current.onSent = onSent;
      return sending.current.jobId;
    },
  };
}

/** Why the tests of one problem cannot be taken from it, or null. Its limits alone are no reason: the form has others. */
export function findRefusalOfTests(preview: ArchivePreview): string | null {
  if (preview.kind === 'refused') return preview.reason;
  if (preview.kind !== 'ready') return null;
  const { length: count } = preview.problems;
  if (count > 1) return say(words('archive_several_problems', { count }));
  const [only] = preview.problems;
  return only && only.status === 'refused' && !only.preview ? sayOr(only.message_words, only.message) : null;
}
