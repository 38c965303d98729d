/**
 * What changes about submissions, as it is committed: triggers (migration 0007) send owner and id with every change of
 * status, progress or score that is in force, whoever makes it, and each server hears it on one connection of its own.
 */
import { keepListening } from './listener.ts';

export interface SubmissionChange {
  readonly submissionId: number;
  readonly userId: number;
}

export interface SubmissionChanges {
  /** Gives back what ends the listening. */
  subscribe(listener: (change: SubmissionChange) => void): () => void;
  close(): void;
}

/** Connects by itself, and again whenever the connection was lost; `onError` hears why. */
export function followSubmissions(
  connectionString: string,
  onError: (error: Error) => void,
): SubmissionChanges {
  const listeners = new Set<(change: SubmissionChange) => void>();
  const close = keepListening(connectionString, {
    channel: 'submission_changed',
    application: 'minos live',
    onNotice: (payload) => {
      const [userId = Number.NaN, submissionId = Number.NaN] = payload.split(' ').map(Number);
      for (const tell of listeners) tell({ userId, submissionId });
    },
    onError,
  });
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close,
  };
}
