import { expect, test } from 'vitest';
import { createMemory, refusingStorage } from './memory-storage.ts';
import { findLastChoice, findOpeningLanguage, writeChoice } from './program-language.ts';
import { keepUnsent } from './unsent-texts.ts';

const noon = Date.UTC(2026, 10, 16, 12);
const submitted = { id: 'python', at: new Date(noon).toISOString() } as const;

test('who comes to another device finds the language of their last submission', () => {
  expect(findLastChoice('', submitted)).toBe('python');
  expect(findLastChoice('', null)).toBeNull();
});

test('what was chosen here and what was submitted elsewhere: the later counts', () => {
  expect(findLastChoice(writeChoice('c', noon + 1), submitted)).toBe('c');
  expect(findLastChoice(writeChoice('c', noon - 1), submitted)).toBe('python');
  expect(findLastChoice(writeChoice('c', noon - 1), null)).toBe('c');
});

test('a choice that an earlier release remembered holds until the next submission', () => {
  expect(findLastChoice('c', null)).toBe('c');
  expect(findLastChoice('c', submitted)).toBe('python');
});

test('limits are shown for the language that the editor will open with, before it has', () => {
  const { storage } = createMemory();
  const place = { userId: 1, problemId: 'sum', contestId: null };
  const taken = { offered: ['cpp', 'c', 'python'], last: submitted } as const;
  expect(findOpeningLanguage(storage, null, { ...taken, last: null })).toBe('cpp');
  expect(findOpeningLanguage(storage, place, taken)).toBe('python');
  // Chosen on this device, after that submission.
  storage.setItem('language-1', writeChoice('c', noon + 1));
  expect(findOpeningLanguage(storage, place, taken)).toBe('c');
  expect(findOpeningLanguage(storage, { ...place, userId: 2 }, taken)).toBe('python');
  // What is written here already is in yet another.
  keepUnsent(storage, place, { code: 'int main() {}', language: 'cpp' }, Date.now());
  expect(findOpeningLanguage(storage, place, taken)).toBe('cpp');
  expect(findOpeningLanguage(storage, { ...place, problemId: 'other' }, taken)).toBe('c');
  expect(findOpeningLanguage(refusingStorage, place, taken)).toBe('python');
  // Not every problem takes it.
  expect(findOpeningLanguage(storage, place, { ...taken, offered: ['python'] })).toBe('python');
});
