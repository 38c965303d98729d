import { expect, test } from 'vitest';
import { findLastChoice, writeChoice } from './program-language.ts';

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
