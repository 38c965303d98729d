import { describe, expect, it } from 'vitest';
import type { Checker } from '#contract/checkers.ts';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { runChecker } from './checkers.ts';
import { describeDifference } from './difference.ts';

const tokens: Checker = { name: 'tokens' };
const exact: Checker = { name: 'exact' };
const lines: Checker = { name: 'lines' };
const floats: Checker = { name: 'floats', absolute: 0.01, relative: 0 };

async function tell(
  checker: Checker,
  expected: string | Buffer,
  got: string | Buffer,
): Promise<string | null> {
  const [output, answer] = [Buffer.from(got), Buffer.from(expected)];
  const check = { input: Buffer.alloc(0), output, answer, program: null, args: [], worth: () => null };
  const run = () => Promise.reject(new Error('nothing is to be run'));
  const { differsAt } = await runChecker(checker, { ...check, run });
  const said = differsAt && (await describeDifference(output, answer, differsAt));
  return said ? sayInEnglish(said) : null;
}

describe('the first difference', () => {
  it.each([
    [tokens, '1\n2\n3\n', '1\n2\n4\n', 'Line 3: expected “3”, got “4”'],
    [tokens, '5', 'five', 'Line 1: expected “5”, got “five”'],
    [tokens, '1 2\n3\n', '1\n2\n4\n', 'Line 3: expected “3”, got “4”'],
    [tokens, '1 2 3\n', '1 2\n', 'Line 1: expected “1 2 3”, got “1 2”'],
    [tokens, '1\n2\n', '1\n', 'Line 2: expected “2”, but the output ends before it'],
    [tokens, '1\n', '', 'Line 1: expected “1”, but the output ends before it'],
    [tokens, '1\n', '1\n2\n', 'Line 2: got “2”, but nothing more was expected'],
    [tokens, '1\n', '1 2\n', 'Line 1: expected “1”, got “1 2”'],
    [lines, 'a b\nc\n', 'a  b\nc\n', 'Line 1: expected “a b”, got “a  b”'],
    [lines, '1 2 3\n4\n', '1 2\n4\n', 'Line 1: expected “1 2 3”, got “1 2”'],
    [floats, '1.0 2.0\n3.0\n', '1.001 2.0\n3.5\n', 'Line 2: expected “3.0”, got “3.5”'],
    [floats, '1.0\n2.0\n', '1.0\n', 'Line 2: expected “2.0”, but the output ends before it'],
    [exact, '5\n', '5', 'Line 1: expected “5␊”, got “5”'],
    [exact, '5\n', '5 \n', 'Line 1: expected “5␊”, got “5␠␊”'],
    [exact, '5\n', '5\r\n', 'Line 1: expected “5␊”, got “5␍␊”'],
    [exact, '5\n', '5\n\n', 'Line 2: got “␊”, but nothing more was expected'],
    [exact, '5\n6\n', '5\n7\n', 'Line 2: expected “6”, got “7”'],
  ])('%s of %j and %j', async (checker, expected, got, said) => {
    expect(await tell(checker, expected, got)).toBe(said);
  });

  it('is told with little around it, however long the lines are', async () => {
    const said = await tell(tokens, `${'x'.repeat(5000)}y${'z'.repeat(5000)}`, `${'x'.repeat(5000)}n`);
    expect(said).toBe(`Line 1: expected “…${'x'.repeat(24)}y${'z'.repeat(55)}…”, got “…${'x'.repeat(24)}n”`);
  });

  it('shows what cannot be seen, and nothing that turns text around', async () => {
    const hostile = Buffer.concat([
      Buffer.from('\u001b[31m\t\u202egnorw\u200b\u00a0\u0000\u0085'),
      Buffer.from([0xff]),
    ]);
    expect(await tell(tokens, 'right', hostile)).toBe(
      'Line 1: expected “right”, got “␛[31m␉<U+202E>gnorw<U+200B><U+00A0>␀<U+0085>\ufffd”',
    );
  });

  it('is not looked for far from the beginning', async () => {
    expect(await tell(tokens, '1 2', `1${' '.repeat(2 * 1024 * 1024)}3`)).toBeNull();
    expect(await tell(tokens, '1', `1${'\n'.repeat(2 * 1024 * 1024)}3`)).toBeNull();
  });
});
