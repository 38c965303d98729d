import { expect, test } from 'vitest';
import { en } from '#contract/messages/en.ts';
import { pickOther } from './quotes.ts';

test('a click never shows the same quote again', () => {
  for (const current of en.home.quotes) {
    for (const chance of [0, 0.25, 0.5, 0.999]) {
      const next = pickOther(en.home.quotes, current, () => chance);
      expect(en.home.quotes).toContain(next);
      expect(next).not.toBe(current);
    }
  }
});

test('every quote can come up after the welcome', () => {
  const { quotes, welcome } = en.home;
  const seen = quotes.map((_, index) => pickOther(quotes, welcome, () => index / quotes.length));
  expect(new Set(seen)).toEqual(new Set(quotes));
});
