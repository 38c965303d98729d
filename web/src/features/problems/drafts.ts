import { intervals } from '#contract/limits.ts';

/** The part of localStorage that kept texts need. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export interface Program {
  code: string;
  /** Null of one that an earlier release kept. Whether it is still offered is not known here. */
  language: string | null;
}

export interface KeptText extends Program {
  savedAt: number;
}

export interface DraftPlace {
  userId: number;
  problemId: string;
}

const prefix = 'draft:';

/** By account too: the next one at a shared computer starts with an empty editor. */
const keyOf = ({ userId, problemId }: DraftPlace) => `${prefix}${userId}:${problemId}`;

/** Keeps the code of a successful submission, so that the next try starts from it. */
export function saveDraft(storage: TextStorage, place: DraftPlace, program: Program, now: number): void {
  try {
    storage.setItem(keyOf(place), JSON.stringify({ ...program, savedAt: now }));
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

/** Whoever's they are: at a shared computer their account may never come back, and the next one could read them. */
export function sweepDrafts(storage: TextStorage, now: number): void {
  try {
    for (const key of listKeys(storage, prefix)) {
      const savedAt = readText(storage, key)?.savedAt ?? 0;
      if (now - savedAt >= intervals.draftLifeMs) storage.removeItem(key);
    }
  } catch {
    // Forbidden storage keeps nothing.
  }
}

export function listKeys(storage: TextStorage, start: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  return keys.filter((key) => key?.startsWith(start) === true) as string[];
}

/** Null for what is not there, or is no kept text. */
export function readText(storage: TextStorage, key: string): KeptText | null {
  try {
    const { code, language, savedAt } = JSON.parse(storage.getItem(key) ?? '{}') ?? {};
    if (typeof code !== 'string' || typeof savedAt !== 'number') return null;
    return { code, language: typeof language === 'string' ? language : null, savedAt };
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
