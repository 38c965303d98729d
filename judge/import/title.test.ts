import { expect, test } from 'vitest';
import { toTitle } from './title.ts';

test.each([
  [' Two\n numbers\u202e ', 'Two numbers'],
  ['नि\u200dया', 'नि\u200dया'],
  ['\u200b\u200d', null],
  ['\u00a0\ufe0f', null],
  [' ', null],
])('%j as a title is %j', (text, title) => expect(toTitle(text)).toBe(title));
