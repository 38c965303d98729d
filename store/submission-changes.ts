/**
 * What changes about submissions, as it is committed: a trigger (migration 0005) sends owner and id with every change
 * of status, progress or score, whoever makes it, and each server hears it on one connection of its own.
 *
 * Hearing is a favour, not a promise: what happens while the connection is away is not told later. Whoever must know
 * asks the table.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionOptions, withoutClient } from './connection.ts';

export interface SubmissionChange {
  readonly submissionId: number;
  readonly userId: number;
}

export interface SubmissionChanges {
  /** Gives back what ends the listening. */
  subscribe(listener: (change: SubmissionChange) => void): () => void;
  close(): void;
}

const listen = 'listen submission_changed';
/**
 * Listening again changes nothing, but it is a question: a connection on which nobody answers is dropped by
 * store/connection.ts, and one on which nobody asks would be taken for dead.
 */
const askEveryMs = 10_000;
const connectAgainMs = 1_000;

/** Connects by itself, and again whenever the connection was lost; `onError` hears why. */
export function followSubmissions(
  connectionString: string,
  onError: (error: Error) => void,
): SubmissionChanges {
  const listeners = new Set<(change: SubmissionChange) => void>();
  const closing = new AbortController();

  async function follow(): Promise<void> {
    while (!closing.signal.aborted) {
      await listenUntilLost().catch((error) => {
        if (!closing.signal.aborted) onError(withoutClient(error));
      });
      await delay(connectAgainMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function listenUntilLost(): Promise<void> {
    const lost = new AbortController();
    const client = new pg.Client({ ...connectionOptions(connectionString), application_name: 'minos live' });
    client.on('error', (error) => lost.abort(error));
    client.on('end', () => lost.abort(new Error('The database closed the connection that listens')));
    client.on('notification', ({ payload = '' }) => {
      const [userId = Number.NaN, submissionId = Number.NaN] = payload.split(' ').map(Number);
      for (const tell of listeners) tell({ userId, submissionId });
    });
    const ended = AbortSignal.any([lost.signal, closing.signal]);
    try {
      await client.connect();
      while (!ended.aborted) {
        await client.query(listen);
        await delay(askEveryMs, undefined, { signal: ended }).catch(() => {});
      }
      lost.signal.throwIfAborted();
    } finally {
      // Not waited for: the other end may be gone without a word.
      client.end().catch(() => {});
    }
  }

  void follow();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => closing.abort(),
  };
}
