import { beforeEach, expect, test } from 'vitest';
import { intervals } from '#contract/limits.ts';
import { findDraft, saveDraft, sweepDrafts } from './drafts.ts';
import { createMemory, refusingStorage } from './memory-storage.ts';

const place = { userId: 7, problemId: 'sum' };
const savedAt = Date.UTC(2026, 10, 15, 12);
let { kept, storage } = createMemory();

const inCpp = (code: string) => ({ code, language: 'cpp' });

beforeEach(() => {
  ({ kept, storage } = createMemory());
});

test('a draft is restored until 30 minutes have passed, then it is gone', () => {
  const draft = { ...inCpp('int main() {}\n\u0000'), savedAt };
  saveDraft(storage, place, inCpp(draft.code), savedAt);
  expect(findDraft(storage, place, savedAt)).toEqual(draft);
  expect(findDraft(storage, place, savedAt + intervals.draftLifeMs - 1)).toEqual(draft);
  expect(findDraft(storage, place, savedAt + intervals.draftLifeMs)).toBeNull();
  expect(kept.size).toBe(0);
});

test('a later submission starts the 30 minutes anew', () => {
  saveDraft(storage, place, inCpp('first'), savedAt);
  saveDraft(storage, place, inCpp('second'), savedAt + intervals.draftLifeMs);
  expect(findDraft(storage, place, savedAt + 2 * intervals.draftLifeMs - 1)?.code).toBe('second');
});

test('each problem and each account has a draft of its own', () => {
  saveDraft(storage, place, inCpp('mine'), savedAt);
  expect(findDraft(storage, { ...place, problemId: 'sum2' }, savedAt)).toBeNull();
  expect(findDraft(storage, { ...place, userId: 8 }, savedAt)).toBeNull();
});

test('a draft of a release that kept no language is restored without one', () => {
  kept.set('draft:7:sum', JSON.stringify({ code: 'old', savedAt }));
  expect(findDraft(storage, place, savedAt)).toEqual({ code: 'old', language: null, savedAt });
});

test('what is no draft, and a storage that refuses, leave the editor empty', () => {
  for (const nonsense of ['{"code":', '{"code":5,"savedAt":"now"}', 'null', '7']) {
    kept.set('draft:7:sum', nonsense);
    expect(findDraft(storage, place, savedAt)).toBeNull();
  }
  expect(() => saveDraft(refusingStorage, place, inCpp('code'), savedAt)).not.toThrow();
  expect(findDraft(refusingStorage, place, savedAt)).toBeNull();
});

test('what has expired is swept away whoever wrote it, and nothing else is', () => {
  saveDraft(storage, place, inCpp('of the last shift'), savedAt);
  saveDraft(storage, { ...place, userId: 8 }, inCpp('of the shift before'), savedAt - 1);
  saveDraft(storage, { ...place, userId: 9 }, inCpp('of this one'), savedAt + 1);
  kept.set('draft:7:trees', 'no draft at all');
  kept.set('unsent:7:sum:', JSON.stringify({ ...inCpp('written, not sent'), savedAt: 0 }));
  kept.set('theme', 'dark');
  sweepDrafts(storage, savedAt + intervals.draftLifeMs - 1);
  expect([...kept.keys()]).toEqual(['draft:7:sum', 'draft:9:sum', 'unsent:7:sum:', 'theme']);
  sweepDrafts(storage, savedAt + intervals.draftLifeMs);
  expect([...kept.keys()]).toEqual(['draft:9:sum', 'unsent:7:sum:', 'theme']);
  expect(() => sweepDrafts(refusingStorage, savedAt)).not.toThrow();
});
