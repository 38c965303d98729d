import { expect, test } from 'vitest';
import { problemPackageTexts as texts } from '#contract/messages/en-problem-packages.ts';
import type { TriedSolution } from '#contract/packages.ts';
import { tellExpectation } from './expectations.ts';

const inWords = (expected: TriedSolution['expected']) => {
  const { word, details } = tellExpectation(expected, texts);
  return [word, ...details].join('; ');
};

test('what is expected of a solution is said in words', () => {
  expect(inWords({ permitted: ['Accepted'] })).toBe('right');
  expect(inWords({ permitted: ['Accepted'], score: [100, 100] })).toBe('right; score 100');
  expect(inWords({ required: ['Wrong Answer'] })).toBe('wrong answer');
  expect(inWords({ permitted: ['Accepted', 'Time Limit Exceeded'], required: ['Time Limit Exceeded'] })).toBe(
    'too slow; otherwise only right',
  );
  expect(inWords({ required: ['Wrong Answer', 'Runtime Error'] })).toBe('wrong answer or crash');
  expect(inWords({ permitted: ['Wrong Answer'], required: ['Wrong Answer'] })).toBe('wrong answer');
  expect(inWords({ permitted: ['Accepted', 'Wrong Answer'], score: [30, 40] })).toBe(
    'on every test right or wrong answer; score 30 to 40',
  );
  expect(inWords({ score: [0, 40] })).toBe('score 0 to 40');
  expect(inWords({})).toBe('anything');
});

test('what is expected of a part of the tests is said with that part', () => {
  expect(
    inWords({
      permitted: ['Accepted', 'Wrong Answer'],
      parts: [
        { group: 'small', permitted: ['Accepted'], score: [20, 20] },
        { tests: ['1', '2', '3', '4', '5'], required: ['Wrong Answer'] },
        { message: 'too large' },
      ],
    }),
  ).toBe(
    'on every test right or wrong answer; group small: right; score 20; 1, 2, 3 and 2 more: wrong answer; a checker’s message with “too large”',
  );
});
