import { defaultHighlightStyle } from '@codemirror/language';
import { expect, test } from 'vitest';
import { tokenOfDefaultColor } from './code-colors.ts';

test('every colour of a program has a token for both themes', () => {
  const colors = defaultHighlightStyle.specs.flatMap(({ color }) => (color ? [color] : []));
  expect(colors.filter((color) => !(color in tokenOfDefaultColor))).toEqual([]);
  expect(Object.keys(tokenOfDefaultColor).filter((color) => !colors.includes(color))).toEqual([]);
});
