import { expect, it } from 'vitest';
import { guardFormula, writeCsv } from './csv.ts';

it('quotes what would break a line or a field', () => {
  expect(
    writeCsv([
      ['a', 'b,c', 1.5],
      ['say "x"', 'two\nlines', null],
    ]),
  ).toBe('a,"b,c",1.5\r\n"say ""x""","two\nlines",\r\n');
});

it('lets no text become a formula', () => {
  const texts = ['=1+1', '+1', '-cmd', '@SUM(A1)', '\t=1', '\r=1', 'plain', '1-2', ''];
  expect(texts.map(guardFormula)).toEqual([
    "'=1+1",
    "'+1",
    "'-cmd",
    "'@SUM(A1)",
    "'\t=1",
    "'\r=1",
    'plain',
    '1-2',
    '',
  ]);
});
