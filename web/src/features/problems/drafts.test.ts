import { beforeEach, expect, test } from 'vitest';
import { intervals } from '#contract/limits.ts';
import { type DraftStorage, findDraft, saveDraft } from './drafts.ts';

const place = { userId: 7, problemId: 'sum' };
const savedAt = Date.UTC(2026, 10, 15, 12);
let kept: Map<string, string>;
let storage: DraftStorage;

beforeEach(() => {
  kept = new Map();
  storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
});

test('a draft is restored until 30 minutes have passed, then it is gone', () => {
  saveDraft(storage, place, 'int main() {}\n\u0000', savedAt);
  expect(findDraft(storage, place, savedAt)).toBe('int main() {}\n\u0000');
  expect(findDraft(storage, place, savedAt + intervals.draftLifeMs - 1)).toBe('int main() {}\n\u0000');
  expect(findDraft(storage, place, savedAt + intervals.draftLifeMs)).toBeNull();
  expect(kept.size).toBe(0);
});

test('a later submission starts the 30 minutes anew', () => {
  saveDraft(storage, place, 'first', savedAt);
  saveDraft(storage, place, 'second', savedAt + intervals.draftLifeMs);
  expect(findDraft(storage, place, savedAt + 2 * intervals.draftLifeMs - 1)).toBe('second');
});

test('each problem and each account has a draft of its own', () => {
  saveDraft(storage, place, 'mine', savedAt);
  expect(findDraft(storage, { ...place, problemId: 'sum2' }, savedAt)).toBeNull();
  expect(findDraft(storage, { ...place, userId: 8 }, savedAt)).toBeNull();
});

test('what is no draft, and a storage that refuses, leave the editor empty', () => {
  kept.set('draft:7:sum', '{"code":');
  expect(findDraft(storage, place, savedAt)).toBeNull();
  kept.set('draft:7:sum', '{"code":5,"savedAt":"now"}');
  expect(findDraft(storage, place, savedAt)).toBeNull();
  const refuse = () => {
    throw new Error('forbidden');
  };
  const forbidden = { getItem: refuse, setItem: refuse, removeItem: refuse };
  expect(() => saveDraft(forbidden, place, 'code', savedAt)).not.toThrow();
  expect(findDraft(forbidden, place, savedAt)).toBeNull();
});
