import { beforeEach, expect, test } from 'vitest';
import { intervals, limits } from '#contract/limits.ts';
import { saveDraft } from './drafts.ts';
import { createMemory, refusingStorage } from './memory-storage.ts';
import { findOpeningText, forgetUnsent, keepUnsent } from './unsent-texts.ts';

const place = { userId: 7, problemId: 'sum', contestId: null };
const inContest = { ...place, contestId: 3 };
const now = Date.UTC(2026, 10, 15, 12);
let { kept, storage } = createMemory();

const inCpp = (code: string) => ({ code, language: 'cpp' });

beforeEach(() => {
  ({ kept, storage } = createMemory());
});

const open = (where: typeof place | typeof inContest = place, at = now) =>
  findOpeningText(storage, where, at)?.code;

test('what was not submitted is there again, however late', () => {
  keepUnsent(storage, place, inCpp('first'), now);
  keepUnsent(storage, place, inCpp('second'), now + 1);
  expect(findOpeningText(storage, place, now + 100 * intervals.draftLifeMs)).toEqual({
    kind: 'unsent',
    code: 'second',
    language: 'cpp',
    savedAt: now + 1,
  });
  forgetUnsent(storage, place);
  expect(open()).toBeUndefined();
});

test('nobody else gets it, nor another problem, even one whose id begins alike', () => {
  keepUnsent(storage, place, inCpp('mine'), now);
  for (const other of [{ userId: 8 }, { userId: 70 }, { problemId: 'sum2' }, { problemId: 'su' }]) {
    expect(findOpeningText(storage, { ...place, ...other }, now)).toBeNull();
  }
});

test('the newer of the unsent text and the last submission is opened', () => {
  keepUnsent(storage, place, inCpp('unsent'), now);
  saveDraft(storage, place, inCpp('submitted from elsewhere'), now + 1);
  expect(open(place, now + 2)).toBe('submitted from elsewhere');
  keepUnsent(storage, place, inCpp('gone on'), now + 3);
  expect(open(place, now + 4)).toBe('gone on');
});

test('a place without a text of its own takes the newest of the same problem', () => {
  keepUnsent(storage, { ...place, contestId: 2 }, inCpp('older contest'), now);
  keepUnsent(storage, inContest, inCpp('contest'), now + 1);
  expect(open()).toBe('contest');
  keepUnsent(storage, place, inCpp('main list'), now + 2);
  expect(open()).toBe('main list');
  expect(open(inContest)).toBe('contest');
});

test('a device keeps so many and no more, and nothing longer than a submission', () => {
  for (let index = 0; index <= limits.unsentTextsMax; index += 1) {
    expect(keepUnsent(storage, { ...place, problemId: `p${index}` }, inCpp('text'), now + index)).toBe(true);
  }
  expect(kept.size).toBe(limits.unsentTextsMax);
  expect(open({ ...place, problemId: 'p0' })).toBeUndefined();
  expect(open({ ...place, problemId: 'p1' })).toBe('text');
  keepUnsent(storage, { ...place, problemId: 'p1' }, inCpp('changed'), now + 100);
  expect(kept.size).toBe(limits.unsentTextsMax);

  expect(keepUnsent(storage, place, inCpp('x'.repeat(limits.sourceMaxBytes)), now + 101)).toBe(true);
  expect(keepUnsent(storage, place, inCpp('ก'.repeat(limits.sourceMaxBytes / 2)), now + 102)).toBe(false);
  expect(open()).toHaveLength(limits.sourceMaxBytes);
});

test('a browser that stores nothing is told as such', () => {
  expect(keepUnsent(refusingStorage, place, inCpp('text'), now)).toBe(false);
  expect(() => forgetUnsent(refusingStorage, place)).not.toThrow();
  expect(findOpeningText(refusingStorage, place, now)).toBeNull();
});
