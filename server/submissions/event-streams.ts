/**
 * The open streams of events, and what is sent on them. Each belongs to one person and carries ids of that person's
 * submissions and nothing else.
 *
 * An event says that there is something to ask for. So one that finds the stream's earlier words unread may be left
 * out: whoever reads those asks later than the change, and sees it. That keeps the memory of a slow reader to what the
 * connection holds, and one who has read nothing from one beat to the next is dropped.
 */
import { Readable } from 'node:stream';
import type { SessionUser } from '#contract/accounts.ts';
import { type SubmissionEvent, submissionEvents } from '#contract/submission-events.ts';
import type { SubmissionChange } from '#store/submission-changes.ts';
import { can } from '../policy.ts';
import type { RequestTimeouts } from '../request-timeouts.ts';

/** Windows that one person watches at a time, on whatever devices. */
export const streamsPerUser = 5;

/** After a restart all pages come back: not in the same moment. */
const comeBackAfterMs = 1_000;
const comeBackSpreadMs = 4_000;
/** For one whose place was given to a newer window, or the two would take it from each other for ever. */
const comeBackLaterMs = 60_000;

export interface EventStreams {
  /** The text of a new stream; the oldest of the same person goes when there are too many. */
  open(user: SessionUser): Readable;
  tell(change: SubmissionChange): void;
  /** Ends all, and every one that is opened from now on. */
  close(): void;
}

export function createEventStreams({
  streamMs,
  streamBeatMs,
}: Pick<RequestTimeouts, 'streamMs' | 'streamBeatMs'>): EventStreams {
  /** Each person's streams, the oldest first, with who they were when they opened it. */
  const opened = new Map<number, Map<Readable, SessionUser>>();
  /** Those that had something unread at the last beat. */
  const late = new WeakSet<Readable>();
  let isClosed = false;
  const beating = setInterval(beat, streamBeatMs);

  function beat(): void {
    for (const stream of [...opened.values()].flatMap((own) => [...own.keys()])) {
      if (stream.readableLength === 0) {
        late.delete(stream);
        stream.push(':\n\n');
      } else if (late.has(stream)) stream.destroy();
      else late.add(stream);
    }
  }

  function end(userId: number, stream: Readable): void {
    forget(userId, stream);
    stream.push(null);
  }

  function forget(userId: number, stream: Readable): void {
    const own = opened.get(userId);
    own?.delete(stream);
    if (own?.size === 0) opened.delete(userId);
  }

  function makeRoom(userId: number): void {
    const [oldest, ...others] = opened.get(userId)?.keys() ?? [];
    if (!oldest || others.length + 1 < streamsPerUser) return;
    oldest.push(writeRetry(comeBackLaterMs));
    end(userId, oldest);
  }

  return {
    open(user) {
      const userId = user.id;
      const stream = new Readable({ read() {} });
      stream.push(writeRetry(comeBackAfterMs + Math.random() * comeBackSpreadMs));
      makeRoom(userId);
      opened.set(userId, (opened.get(userId) ?? new Map()).set(stream, user));
      const lifetime = setTimeout(() => end(userId, stream), isClosed ? 0 : streamMs);
      stream.once('close', () => {
        clearTimeout(lifetime);
        forget(userId, stream);
      });
      return stream;
    },

    tell({ userId, submissionId }) {
      for (const [stream, user] of opened.get(userId) ?? []) {
        if (stream.readableLength > 0 || !can(user, 'submission.follow', { isOwn: user.id === userId }))
          continue;
        stream.push(writeEvent({ id: submissionId }));
      }
    },

    close() {
      isClosed = true;
      clearInterval(beating);
      for (const [userId, own] of [...opened]) {
        for (const stream of [...own.keys()]) {
          if (stream.readableLength > 0) stream.destroy();
          else end(userId, stream);
        }
      }
    },
  };
}

function writeRetry(ms: number): string {
  return `retry: ${Math.round(ms)}\n\n`;
}

function writeEvent(event: SubmissionEvent): string {
  return `event: ${submissionEvents.eventName}\ndata: ${JSON.stringify(event)}\n\n`;
}
