import { intervals } from '#contract/limits.ts';

/** The part of localStorage that kept texts need. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export interface KeptText {
  code: string;
  savedAt: number;
}

export interface DraftPlace {
  userId: number;
  problemId: string;
}

/** By account too: the next one at a shared computer starts with an empty editor. */
const keyOf = ({ userId, problemId }: DraftPlace) => `draft:${userId}:${problemId}`;

/** Keeps the code of a successful submission, so that the next try starts from it. */
export function saveDraft(storage: TextStorage, place: DraftPlace, code: string, now: number): void {
  try {
    storage.setItem(keyOf(place), JSON.stringify({ code, savedAt: now }));
  } catch {
    // Storage may be full or forbidden; the submission itself is with the server.
  }
}

/** The code of the last submission, unless it was made longer ago than a draft lives. */
export function findDraft(storage: TextStorage, place: DraftPlace, now: number): KeptText | null {
  const key = keyOf(place);
  try {
    const draft = readText(storage, key);
    if (draft && now - draft.savedAt < intervals.draftLifeMs) return draft;
    storage.removeItem(key);
  } catch {
    // Forbidden storage: there is none.
  }
  return null;
}

/** Null for what is not there, or is no kept text. */
export function readText(storage: TextStorage, key: string): KeptText | null {
  try {
    const { code, savedAt } = JSON.parse(storage.getItem(key) ?? '{}') ?? {};
    return typeof code === 'string' && typeof savedAt === 'number' ? { code, savedAt } : null;
  } catch {
    return null;
  }
}

const nothingKept: TextStorage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => {
    throw new Error('This browser forbids storage');
  },
  removeItem: () => {},
};

/** A browser that forbids storage throws at its very name. */
export function openStorage(): TextStorage {
  try {
    return window.localStorage;
  } catch {
    return nothingKept;
  }
}
