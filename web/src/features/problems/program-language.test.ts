import { expect, test } from 'vitest';
import { guessLanguage } from './program-language.ts';

const offered = ['cpp', 'cpp17', 'c'] as const;

test.each([
  ['sum.c', 'cpp', 'c'],
  ['sum.C++', 'c', 'cpp'],
  ['sum.cpp', 'cpp17', 'cpp17'],
  ['sum.txt', 'c', null],
  ['sum', 'c', null],
] as const)('%s, with %s chosen, is %s', (name, chosen, guessed) => {
  expect(guessLanguage(name, chosen, offered)).toBe(guessed);
});

test('a language that is not offered is never guessed', () => {
  expect(guessLanguage('sum.c', 'cpp', ['cpp'])).toBeNull();
});
