/**
 * What changes about submissions, questions, announcements, statements and the time of contests, as it is committed:
 * triggers (migrations 0007, `questions` and `contest_times`) send a few words with each, whoever makes it, and a contest's
 * scoreboard with its revision (revisions.ts); each server hears them on one connection of its own.
 */
import { keepListening } from './listener.ts';

/** Who is told the same of a contest's scoreboard, and at the same moments. */
export type BoardReaders = 'staff' | 'others';

/** `claim`: who answers the question, and nothing that its asker would notice. */
type ContestChange =
  | { readonly kind: 'question' | 'claim' | 'announcement'; readonly id: string }
  | { readonly kind: 'statement'; readonly problemId: number }
  /** The time of a contest has moved: for one who takes part, or for all. */
  | { readonly kind: 'clock'; readonly contestId: number; readonly userId: number | null }
  | { readonly kind: 'board'; readonly contestId: number; readonly readers: BoardReaders };

export type Change =
  | { readonly kind: 'submission'; readonly submissionId: number; readonly userId: number }
  | ContestChange;

export interface Changes {
  /** Gives back what ends the listening. */
  subscribe(listener: (change: Change) => void): () => void;
  close(): void;
}

const submissionChannel = 'submission_changed';
export const contestChannel = 'contest_changed';

/** Connects by itself, and again whenever the connection was lost; `onError` hears why. */
export function followChanges(connectionString: string, onError: (error: Error) => void): Changes {
  const listeners = new Set<(change: Change) => void>();
  const close = keepListening(connectionString, {
    channels: [submissionChannel, contestChannel],
    application: 'minos live',
    onNotice: (payload, channel) => {
      const change = channel === submissionChannel ? readSubmission(payload) : readContest(payload);
      if (change) for (const tell of listeners) tell(change);
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

function readSubmission(payload: string): Change {
  const [userId = Number.NaN, submissionId = Number.NaN] = payload.split(' ').map(Number);
  return { kind: 'submission', userId, submissionId };
}

/** Null: of a newer server, which tells its own streams. */
function readContest(payload: string): Change | null {
  const [kind, id = '', rest] = payload.split(' ');
  switch (kind) {
    case 'question':
    case 'claim':
    case 'announcement':
      return { kind, id };
    case 'statement':
      return { kind, problemId: Number(id) };
    case 'clock':
      return { kind, contestId: Number(id), userId: rest === undefined ? null : Number(rest) };
    case 'board':
      return { kind, contestId: Number(id), readers: rest as BoardReaders };
    default:
      return null;
  }
}
