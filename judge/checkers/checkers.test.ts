import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { checkerSchema } from '#contract/checkers.ts';
import { isOne, one, zero } from '#contract/fractions.ts';
import type { Content } from '../sandbox/run-types.ts';
import { runChecker } from './checkers.ts';
import { checkExact } from './exact.ts';
import { checkFloats } from './floats.ts';
import { checkLines } from './lines.ts';
import type { Check as Checked, CheckResult } from './result.ts';
import { checkTokens } from './tokens.ts';

type Check = (output: Content, answer: Content) => Promise<CheckResult>;
const folder = mkdtempSync(join(tmpdir(), 'minos-checkers-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function inFile(bytes: Uint8Array): string {
  const path = join(folder, `content-${files++}`);
  writeFileSync(path, bytes);
  return path;
}

async function accepts(
  check: Check,
  output: string | Uint8Array,
  answer: string | Uint8Array,
): Promise<boolean> {
  const bytes = (value: string | Uint8Array) =>
    typeof value === 'string' ? Buffer.from(value, 'latin1') : value;
  return isOne((await check(bytes(output), bytes(answer))).share);
}

/** Random text over an alphabet that makes near misses likely. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '\r', '\t', '\0'), maxLength: 40 });

describe('tokens', () => {
  test.each<[string, string, string, boolean]>([
    ['the same', '1 2 3\n', '1 2 3\n', true],
    ['trailing space and missing last newline', '1 2 3  ', '1 2 3\n', true],
    ['CRLF', '1\r\n2\r\n', '1\n2\n', true],
    ['tokens on other lines', '1\n2\n3', '1 2 3', true],
    ['leading space', '  1', '1', true],
    ['both empty', '', '', true],
    ['empty against blanks', '', ' \n\r\n\t', true],
    ['empty against a token', '', '1', false],
    ['a token against empty', '1', '', false],
    ['one token less', '1 2', '1 2 3', false],
    ['one token more', '1 2 3 4', '1 2 3', false],
    ['a token cut short', '12', '123', false],
    ['a token too long', '1234', '123', false],
    ['tokens joined', '12', '1 2', false],
    ['tokens split', '1 2', '12', false],
    ['other case', 'Yes', 'YES', false],
    ['a NUL is a byte', 'a\0b', 'a\0b', true],
    ['a NUL is not the end', 'a\0b', 'a\0c', false],
    ['a NUL is no space', 'a\0b', 'a b', false],
    ['invalid UTF-8 is just bytes', '\xff\xfe', '\xff\xfe', true],
    ['another invalid byte', '\xff', '\xfe', false],
    ['a no-break space separates nothing', 'a\xa0b', 'a b', false],
  ])('%s', async (_, output, answer, expected) => {
    expect(await accepts(checkTokens, output, answer)).toBe(expected);
  });

  test('agrees with splitting at whitespace', async () => {
    const tokens = (value: string) => value.split(/[ \n\r\t\v\f]+/).filter((token) => token !== '');
    await fc.assert(
      fc.asyncProperty(text, text, async (output, answer) => {
        const expected = JSON.stringify(tokens(output)) === JSON.stringify(tokens(answer));
        expect(await accepts(checkTokens, output, answer)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('kattis', () => {
  const by =
    (settings: Record<string, string>, args: readonly string[] = []): Check =>
    (output, answer) =>
      runChecker(checkerSchema.parse({ name: 'kattis', ...settings }), { output, answer, args } as Checked);
  const numbers = { absolute: '1e-6', relative: '1e-6' };
  const spaces = { space_change_sensitive: 'true' };

  test.each<[string, Record<string, string>, string, string, boolean]>([
    ['other case', {}, 'Yes NO', 'YES no', true],
    ['other case, and it matters', { case_sensitive: 'true' }, 'Yes', 'YES', false],
    ['the same, and case matters', { case_sensitive: 'true' }, 'Yes', 'Yes', true],
    ['only letters have a case', {}, '[', '{', false],
    ['letters beyond ASCII have none', {}, '\xc4', '\xe4', false],
    ['other space', {}, '1\n2', ' 1 2 ', true],
    ['a number written in another way, without a tolerance', {}, '1.0', '1', false],
    ['a number written in another way', numbers, '3.14e-2', '0.0314', true],
    ['a number a little off', numbers, '1.0000005', '1', true],
    ['a number too far off', numbers, '1.000003', '1', false],
    ['a number with no tolerance at all', { absolute: '0' }, '1.0', '1', true],
    [
      'words beside numbers keep their case apart',
      { ...numbers, case_sensitive: 'true' },
      'a 1',
      'A 1',
      false,
    ],
    ['the same space', spaces, '1 2\n', '1 2\n', true],
    ['other space, and it matters', spaces, '1  2\n', '1 2\n', false],
    ['another kind of space', spaces, '1\t2\n', '1 2\n', false],
    ['a missing last newline', spaces, '1 2', '1 2\n', false],
    ['leading space', spaces, ' 1', '1', false],
    ['the same space around other case', spaces, 'A b\n', 'a B\n', true],
    ['the same space around another number', { ...spaces, ...numbers }, '1.0\n', '1\n', true],
    ['both empty', spaces, '', '', true],
  ])('%s', async (_, settings, output, answer, expected) => {
    expect(await accepts(by(settings), output, answer)).toBe(expected);
  });

  test('has flags of a test besides its own', async () => {
    expect(await accepts(by({}, ['case_sensitive']), 'Yes', 'YES')).toBe(false);
    expect(await accepts(by({}, ['float_tolerance', '1e-3']), '1.0004', '1')).toBe(true);
    expect(await accepts(by({}, ['float_relative_tolerance', '0.1']), '0.1', '0')).toBe(false);
    expect(
      await accepts(by({}, ['float_absolute_tolerance', '0.1', 'space_change_sensitive']), '0.1', '0'),
    ).toBe(true);
    expect(await accepts(by(numbers, ['space_change_sensitive']), '1.0  2', '1 2')).toBe(false);
    for (const flags of [['exactly'], ['float_tolerance'], ['float_tolerance', 'x'], ['1e-6']])
      await expect(accepts(by({}, flags), '1', '1')).rejects.toThrow('does not know these settings');
  });

  test('is the same in a file, whatever its size', async () => {
    const long = `${'Word 1.50\n'.repeat(60_000)}${'x'.repeat(10_000)} end\n`;
    const other = long.toUpperCase().replaceAll('1.50', '1.5');
    const check = by({ ...spaces, ...numbers });
    expect(isOne((await check(inFile(Buffer.from(other)), inFile(Buffer.from(long)))).share)).toBe(true);
    const shifted = other.replace(/ END/, '  END');
    expect(isOne((await check(inFile(Buffer.from(shifted)), inFile(Buffer.from(long)))).share)).toBe(false);
  });
});

describe('exact', () => {
  test.each<[string, string, boolean]>([
    ['1 2\n', '1 2\n', true],
    ['1 2', '1 2\n', false],
    ['1 2\n', '1 2', false],
    ['1 2\r\n', '1 2\n', false],
    ['', '', true],
    ['', '\n', false],
  ])('%j against %j', async (output, answer, expected) => {
    expect(await accepts(checkExact, output, answer)).toBe(expected);
  });
});

describe('lines', () => {
  test.each<[string, string, boolean]>([
    ['a b\n', 'a b\n', true],
    ['a b  \n', 'a b\n', true],
    ['a b\r\nc\r\n', 'a b\nc', true],
    ['a  b\n', 'a b\n', false],
    [' a\n', 'a\n', false],
    ['a\nb\n', 'a b\n', false],
    ['a\n\nb\n', 'a\nb\n', false],
    ['a\n\n\n', 'a', true],
    ['a \t\n', 'a\t \n', true],
    ['a \tb\n', 'a\t b\n', false],
    ['\na', 'a', false],
    ['', '\n \n', true],
  ])('%j against %j', async (output, answer, expected) => {
    expect(await accepts(checkLines, output, answer)).toBe(expected);
  });

  test('agrees with trimming every line', async () => {
    const lines = (value: string) => {
      const trimmed = value.split('\n').map((line) => line.replace(/[ \r\t\v\f]+$/, ''));
      return trimmed.join('\n').replace(/\n+$/, '');
    };
    await fc.assert(
      fc.asyncProperty(text, text, async (output, answer) => {
        expect(await accepts(checkLines, output, answer)).toBe(lines(output) === lines(answer));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('floats', () => {
  const check: Check = (output, answer) => checkFloats(output, answer, { absolute: 1e-6, relative: 1e-9 });
  test.each<[string, string, string, boolean]>([
    ['the same', '0.5 1', '0.5 1', true],
    ['within the absolute tolerance', '0.5000009', '0.5', true],
    ['outside it', '0.500002', '0.5', false],
    ['within the relative tolerance', '1000000000.5', '1000000000', true],
    ['outside the relative tolerance', '1000000002', '1000000000', false],
    ['another way to write it', '5e-1', '.5', true],
    ['a sign', '+1', '1.', true],
    ['minus zero', '-0.0', '0', true],
    ['words must be the same', 'yes 1.0', 'yes 1', true],
    ['other words', 'no 1.0', 'yes 1', false],
    ['nan against a number', 'nan', '1', false],
    ['nan against nan', 'nan', 'nan', true],
    ['inf is no number', 'inf', '1e308', false],
    ['overflow', '1e999', '2e999', false],
    ['a hexadecimal numeral is a word', '0x10', '16', false],
    ['a number with junk', '1.0x', '1', false],
    ['too few', '1', '1 2', false],
    ['too many', '1 2', '1', false],
    ['both empty', '', '\n', true],
    ['spaces and CRLF', ' 1.0\r\n2', '1\n2.0\n', true],
  ])('%s', async (_, output, answer, expected) =>
    expect(await accepts(check, output, answer)).toBe(expected),
  );

  test('a token far longer than any number is compared to its last byte', async () => {
    const long = 'a'.repeat(9000);
    expect(await accepts(check, `${long} 1`, `${long} 1.0`)).toBe(true);
    expect(await accepts(check, `${long}b`, `${long}c`)).toBe(false);
    expect(await accepts(check, long, `${long}a`)).toBe(false);
    const exactly = 'a'.repeat(4096);
    expect(await accepts(check, `${exactly} 1`, `${exactly} 1`)).toBe(true);
    expect(await accepts(check, `${exactly}1`, `${exactly} 1`)).toBe(false);
  });
});

describe('large contents come in pieces, from files', () => {
  // Larger than one piece, no multiple of it, with lines of uneven length so that tokens straddle every border.
  const words = Array.from({ length: 450_000 }, (_, index) => `${(index * 7919) % 1_000_003}`);
  const plain = Buffer.from(`${words.join('\n')}\n`);
  const crlf = Buffer.from(`${words.join('\r\n')}\r\n`);
  const spaced = Buffer.from(words.join('  '));
  const changedLate = Buffer.from(plain);
  changedLate[changedLate.length - 2] = 'x'.charCodeAt(0);
  const floats: Check = (output, answer) => checkFloats(output, answer, { absolute: 0, relative: 0 });

  test.each<[string, Check, Uint8Array, boolean]>([
    ['tokens, same', checkTokens, plain, true],
    ['tokens, CRLF', checkTokens, crlf, true],
    ['tokens, other spacing', checkTokens, spaced, true],
    ['tokens, last token changed', checkTokens, changedLate, false],
    ['tokens, one byte short', checkTokens, plain.subarray(0, -2), false],
    ['exact, same', checkExact, plain, true],
    ['exact, newline missing', checkExact, plain.subarray(0, -1), false],
    ['lines, CRLF', checkLines, crlf, true],
    ['lines, other lines', checkLines, spaced, false],
    ['lines, last line changed', checkLines, changedLate, false],
    ['floats, CRLF', floats, crlf, true],
    ['floats, last changed', floats, changedLate, false],
  ])('%s', async (_, check, output, expected) => {
    const answerPath = inFile(plain);
    expect((await check(inFile(output), answerPath)).share).toEqual(expected ? one : zero);
    expect((await check(output, answerPath)).share).toEqual(expected ? one : zero);
  });

  test('a single token of many megabytes', async () => {
    const first = Buffer.from(randomBytes(3 << 20).toString('hex'));
    const other = Buffer.from(first);
    other[other.length - 1] = 0;
    expect((await checkTokens(inFile(first), inFile(first))).share).toEqual(one);
    expect((await checkTokens(inFile(other), inFile(first))).share).toEqual(zero);
  });

  test('a missing file is an error, not a verdict', async () => {
    await expect(checkTokens(Buffer.from('1'), join(folder, 'missing'))).rejects.toThrow();
  });
});

/** What other systems call a comparison of lines, by what it leaves of a text. */
describe('lines with settings', () => {
  const by = (settings: object) => {
    const checker = checkerSchema.parse({ name: 'lines', ...settings });
    return (output: Content, answer: Content) => runChecker(checker, { output, answer } as Checked);
  };
  const anySpaces = by({ ignore_spaces: 'true' });
  const noBlankLines = by({ ignore_blank_lines: 'true' });
  const both = by({ ignore_spaces: 'true', ignore_blank_lines: 'true' });
  const wordsOf = (line: string) => line.split(/[ \t\r]+/).filter((word) => word !== '');
  const trimEnd = (line: string) => line.replace(/[ \t\r]+$/, '');
  const isBlank = (line: string) => trimEnd(line) === '';
  const dropLast = (lines: string[]) => lines.slice(0, lines.findLastIndex((line) => !isBlank(line)) + 1);

  test.each<[string, Check, string, string, boolean]>([
    ['spaces within a line', anySpaces, ' a \t b\n', 'a b', true],
    ['words on other lines', anySpaces, 'a\nb', 'a b', false],
    ['a blank line more', anySpaces, 'a\n\nb', 'a\nb', false],
    ['a blank line before', anySpaces, '\na', 'a', false],
    ['blank lines after', anySpaces, 'a\n\n\n', 'a', true],
    ['a word joined', anySpaces, 'ab', 'a b', false],
    ['blank lines anywhere', noBlankLines, '\n \na\n\n\nb \n', 'a\nb', true],
    ['spaces that count', noBlankLines, 'a  b', 'a b', false],
    ['spaces before a line', noBlankLines, 'a\n b', 'a\nb', false],
    ['spaces before the first line', noBlankLines, '\n a', ' a', true],
    ['nothing but blanks', noBlankLines, ' \n \n', '', true],
    ['a line break less', noBlankLines, 'a b', 'a\nb', false],
    ['blank lines and spaces', both, '\n a\n\n b  c', 'a\nb c\n', true],
    ['words on other lines, blank lines or not', both, 'a\n\nb c', 'a b\nc', false],
  ])('%s', async (_, check, output, answer, expected) => {
    expect(await accepts(check, output, answer)).toBe(expected);
  });

  test.each<[string, Check, (value: string) => unknown]>([
    ['spaces', anySpaces, (value) => dropLast(value.split('\n')).map(wordsOf)],
    [
      'blank lines',
      noBlankLines,
      (value) =>
        value
          .split('\n')
          .map(trimEnd)
          .filter((line) => line !== ''),
    ],
    [
      'both',
      both,
      (value) =>
        value
          .split('\n')
          .filter((line) => !isBlank(line))
          .map(wordsOf),
    ],
  ])('ignoring %s agrees with splitting the text', async (_, check, split) => {
    await fc.assert(
      fc.asyncProperty(text, text, async (output, answer) => {
        const expected = JSON.stringify(split(output)) === JSON.stringify(split(answer));
        expect(await accepts(check, output, answer)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['anySpaces', anySpaces],
    ['noBlankLines', noBlankLines],
    ['both', both],
  ] as const)('%s: where the chunks of a large file end makes no difference', async (_, check) => {
    const line = `${'word  '.repeat(700)}\n`;
    const large = Buffer.from(line.repeat(300));
    expect(isOne((await check(inFile(large), inFile(large))).share)).toBe(true);
    expect(isOne((await check(inFile(Buffer.concat([large, Buffer.from('x')])), inFile(large))).share)).toBe(
      false,
    );
  });

  test('numbers by lines', async () => {
    const checker = checkerSchema.parse({ name: 'floats', absolute: '0.1', by_lines: 'true' });
    const check = (output: Content, answer: Content) => runChecker(checker, { output, answer } as Checked);
    expect(await accepts(check, '1.05 2\n\n3', '1 2\n3')).toBe(true);
    expect(await accepts(check, '1 2 3', '1 2\n3')).toBe(false);
    expect(await accepts(check, '1.2 2\n3', '1 2\n3')).toBe(false);
  });
});
