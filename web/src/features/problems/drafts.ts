import { intervals } from '#contract/limits.ts';

/** The part of localStorage that drafts need. */
export interface DraftStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface DraftPlace {
  userId: number;
  problemId: string;
}

/** By account too: the next one at a shared computer starts with an empty editor. */
const keyOf = ({ userId, problemId }: DraftPlace) => `draft:${userId}:${problemId}`;

/** Keeps the code of a successful submission, so that the next try starts from it. */
export function saveDraft(storage: DraftStorage, place: DraftPlace, code: string, now: number): void {
  try {
    storage.setItem(keyOf(place), JSON.stringify({ code, savedAt: now }));
  } catch {
    // Storage may be full or forbidden; the submission itself is with the server.
  }
}

/** The code of the last submission, unless it was made longer ago than a draft lives. */
export function findDraft(storage: DraftStorage, place: DraftPlace, now: number): string | null {
  const key = keyOf(place);
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    if (isDraft(stored) && now - stored.savedAt < intervals.draftLifeMs) return stored.code;
    if (stored !== null) storage.removeItem(key);
  } catch {
    // Forbidden storage, or something that is no draft: there is none.
  }
  return null;
}

function isDraft(value: unknown): value is { code: string; savedAt: number } {
  const { code, savedAt } = (value ?? {}) as { code?: unknown; savedAt?: unknown };
  return typeof code === 'string' && typeof savedAt === 'number';
}
