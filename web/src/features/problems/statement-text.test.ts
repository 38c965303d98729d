import { expect, test } from 'vitest';
import { hasText, type PageText, type PlacedText, reflowText } from './statement-text.ts';

const at = (str: string, x: number, y: number, size = 12, fontName = 'text'): PlacedText => ({
  str,
  transform: [size, 0, 0, size, x, y],
  width: str.length * size * 0.5,
  height: size,
  fontName,
});

const page = (...items: PlacedText[]): PageText => ({
  height: 842,
  items,
  styles: { text: { fontFamily: 'serif' }, code: { fontFamily: 'monospace' } },
});

/** 75 letters are a full line here. */
const full = (words: string) => words.padEnd(75, ' and so on').slice(0, 75);

test('lines become paragraphs, and a hyphen at the end of one goes', () => {
  const blocks = reflowText([
    page(
      at('Thread', 72, 760, 22),
      at(full('A long line that ends with a word that is'), 72, 700),
      at('short.', 72, 685),
      at('Another paragraph.', 72, 670),
      at(`${full('One more line of a hyphe').slice(0, 74)}-`, 72, 640),
      at('nated word.', 72, 625),
    ),
  ]);
  expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'text', 'text', 'text']);
  expect(blocks[1]?.text).toMatch(/ short\.$/);
  expect(blocks[2]?.text).toBe('Another paragraph.');
  expect(blocks[3]?.text).toMatch(/[a-z]nated word\.$/);
});

test('what is raised or lowered is written so: 10⁹ never becomes 109', () => {
  const [block] = reflowText([
    page(at('10', 72, 700), at('9', 84, 705, 8), at('and l', 92, 700), at('i+1', 122, 697, 8)),
  ]);
  expect(block?.text).toBe('10^9 and l_(i+1)');
});

test('samples keep their lines, columns their distance, items their beginnings', () => {
  const blocks = reflowText([
    page(
      at('5 10', 72, 700, 12, 'code'),
      at('3 1 4', 72, 686, 12, 'code'),
      at('Input', 72, 660),
      at('Output', 300, 660),
      at('• one', 72, 630),
      at('• two', 72, 616),
    ),
  ]);
  expect(blocks).toEqual([
    { kind: 'code', text: '5 10\n3 1 4' },
    { kind: 'text', text: 'Input    Output' },
    { kind: 'item', text: '• one' },
    { kind: 'item', text: '• two' },
  ]);
});

test('a paragraph goes on over the page, without page numbers and running titles', () => {
  const blocks = reflowText([
    page(at('Round 1', 72, 810), at(full('It begins on one page'), 72, 100), at('1', 300, 30)),
    page(at('Round 1', 72, 810), at('and ends on the next.', 72, 770), at('2', 300, 30)),
  ]);
  expect(blocks).toHaveLength(1);
  expect(blocks[0]?.text).toMatch(/^It begins .* and ends on the next\.$/);
});

test('Thai goes on without a space', () => {
  const blocks = reflowText([page(at('ก'.repeat(75), 72, 700), at('ข', 72, 685))]);
  expect(blocks[0]?.text).toBe(`${'ก'.repeat(75)}ข`);
});

test('a scan has no text, and gives none', () => {
  expect(hasText([])).toBe(false);
  expect(hasText([at(' ', 0, 0)])).toBe(false);
  expect(hasText([at('x', 0, 0)])).toBe(true);
  expect(reflowText([page()])).toEqual([]);
});
