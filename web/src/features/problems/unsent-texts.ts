/**
 * Programs that were written and not submitted, kept on the device through a reload, a crash and a lost session: one
 * for each person, problem and place (the main list, or a contest). What is on the device belongs to whoever wrote it:
 * another account on the same browser gets neither its own text replaced nor this one shown.
 *
 * Which text the editor opens with: what was written here and not submitted; failing that, what was written for the
 * same problem in another place, as when a contest has ended and the problem goes on in the main list. A draft, the
 * code of the last submission, wins over either when it is newer. A submission ends the unsent text of its place.
 */
import { limits } from '#contract/limits.ts';
import { byteLength } from '#contract/programs.ts';
import { findDraft, type KeptText, listKeys, type Program, readText, type TextStorage } from './drafts.ts';

export interface TextPlace {
  userId: number;
  problemId: string;
  contestId: number | null;
}

export interface OpeningText extends KeptText {
  kind: 'unsent' | 'draft';
}

const prefix = 'unsent:';
/** A problem's id has no colon. */
const ownPrefix = ({ userId, problemId }: TextPlace) => `${prefix}${userId}:${problemId}:`;
const keyOf = (place: TextPlace) => `${ownPrefix(place)}${place.contestId ?? ''}`;

/** False when the device does not keep it: it is longer than any submission may be, or storage is full or forbidden. */
export function keepUnsent(storage: TextStorage, place: TextPlace, program: Program, now: number): boolean {
  const key = keyOf(place);
  try {
    if (byteLength(program.code) > limits.sourceMaxBytes) return false;
    if (storage.getItem(key) === null) makeRoom(storage);
    storage.setItem(key, JSON.stringify({ ...program, savedAt: now }));
    return true;
  } catch {
    return false;
  }
}

export function forgetUnsent(storage: TextStorage, place: TextPlace): void {
  try {
    storage.removeItem(keyOf(place));
  } catch {
    // Forbidden storage keeps nothing.
  }
}

export function findOpeningText(storage: TextStorage, place: TextPlace, now: number): OpeningText | null {
  const draft = findDraft(storage, place, now);
  const unsent = findUnsent(storage, place);
  if (unsent && (!draft || unsent.savedAt > draft.savedAt)) return { ...unsent, kind: 'unsent' };
  return draft && { ...draft, kind: 'draft' };
}

function findUnsent(storage: TextStorage, place: TextPlace): KeptText | null {
  try {
    const own = readText(storage, keyOf(place));
    if (own) return own;
    const elsewhere = listKeys(storage, ownPrefix(place)).map((key) => readText(storage, key));
    return newestFirst(elsewhere.filter((text) => text !== null))[0] ?? null;
  } catch {
    return null;
  }
}

/** For one more: the oldest give way, and what is no kept text at all. */
function makeRoom(storage: TextStorage): void {
  const kept = listKeys(storage, prefix).map((key) => ({
    key,
    savedAt: readText(storage, key)?.savedAt ?? 0,
  }));
  for (const { key } of newestFirst(kept).slice(limits.unsentTextsMax - 1)) storage.removeItem(key);
}

function newestFirst<Text extends { savedAt: number }>(texts: readonly Text[]): Text[] {
  return texts.toSorted((a, b) => b.savedAt - a.savedAt);
}
