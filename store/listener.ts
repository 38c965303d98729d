/**
 * A connection of its own that listens on a few channels. Hearing is a favour, not a promise: what happens while the
 * connection is away is not told later. Whoever must know asks the table.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionOptions, withoutClient } from './connection.ts';

/**
 * Listening again changes nothing, but it is a question: a connection on which nobody answers is dropped by
 * store/connection.ts, and one on which nobody asks would be taken for dead.
 */
const askEveryMs = 10_000;
const connectAgainMs = 1_000;

interface Listening {
  readonly channels: readonly string[];
  /** What the connection is called in the database's list. */
  readonly application: string;
  readonly onNotice: (payload: string, channel: string) => void;
  readonly onError: (error: Error) => void;
}

/** Connects by itself, and again whenever the connection was lost; `onError` hears why. Gives back what ends it. */
export function keepListening(
  connectionString: string,
  { channels, application, onNotice, onError }: Listening,
): () => void {
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
    const client = new pg.Client({ ...connectionOptions(connectionString), application_name: application });
    client.on('error', (error) => lost.abort(error));
    client.on('end', () => lost.abort(new Error('The database closed the connection that listens')));
    client.on('notification', ({ payload = '', channel }) => onNotice(payload, channel));
    const ended = AbortSignal.any([lost.signal, closing.signal]);
    try {
      await client.connect();
      while (!ended.aborted) {
        await client.query(channels.map((channel) => `listen ${channel}`).join('; '));
        await delay(askEveryMs, undefined, { signal: ended }).catch(() => {});
      }
      lost.signal.throwIfAborted();
    } finally {
      // Not waited for: the other end may be gone without a word.
      client.end().catch(() => {});
    }
  }

  void follow();
  return () => closing.abort();
}
