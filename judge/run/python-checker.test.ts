import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Checker } from '#contract/checkers.ts';
import { words } from '#contract/words.ts';
import { inCpp, openTestBench, usualLimits, verdictOf } from './testing.ts';

// Interpreters and a busy machine take their time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const bench = await openTestBench();
afterAll(() => bench.close());

const echo = inCpp('#include <cstdio>\nint main() { int c; while ((c = getchar()) != EOF) putchar(c); }');
const isMissing = !bench.judge.languages.installed.python && process.env.MINOS_TEST_LANGUAGES !== 'all';

async function judgeWith(
  checker: Omit<Extract<Checker, { name: 'program' }>, 'name' | 'source' | 'headers'>,
  code: string,
  pairs: [string, string][],
) {
  const source = await bench.file(code);
  const testSet = await bench.testSet(pairs, {
    checker: { name: 'program', source: 'checks/check.py', headers: [], ...checker },
    checkerFiles: { 'checks/check.py': source },
  });
  const told = { ...testSet, tests: testSet.tests.map((each) => ({ ...each, checkerArgs: ['a', 'b c'] })) };
  return verdictOf(bench.judge.judgeSubmission(echo, told, usualLimits));
}

describe.skipIf(isMissing)('a checker in Python', () => {
  test('is called with the files and its arguments, and answers by its exit code', async () => {
    const code = `import sys
_, names, args = sys.argv[0], sys.argv[1:4], sys.argv[4:]
given, output, answer = (open(name).read().strip() for name in names)
if args != ['a', 'b c'] or given != output: sys.exit(3)
print('as told', file=sys.stderr)
sys.exit(0 if output == answer else 1)
`;
    const verdict = await judgeWith({ points: null }, code, [
      ['1', '1'],
      ['2', '3'],
    ]);
    expect(verdict).toMatchObject({ overallStatus: 'Wrong Answer', score: 50 });
    expect(verdict.results.map(({ checkerSaid }) => checkerSaid)).toEqual([
      words('verbatim', { text: 'as told' }),
      words('verbatim', { text: 'as told' }),
    ]);
  });

  test('has the feedback folder of Kattis, and the output as standard input', async () => {
    const code = `import sys
output = sys.stdin.read().strip()
answer = open(sys.argv[2]).read().strip()
folder = sys.argv[3]
with open(folder + 'judgemessage.txt', 'w') as file: file.write('seen ' + output)
with open(folder + 'score.txt', 'w') as file: file.write('0.5')
sys.exit(42 if output == answer and sys.argv[4:] == ['a', 'b c'] else 43)
`;
    const verdict = await judgeWith({ points: 'share', protocol: 'kattis' }, code, [
      ['1', '1'],
      ['2', '3'],
    ]);
    expect(verdict.results.map(({ passed, checkerSaid }) => [passed, checkerSaid])).toEqual([
      [true, words('verbatim', { text: 'seen 1' })],
      [false, words('verbatim', { text: 'seen 2' })],
    ]);
    expect(verdict.score).toBe(25);
  });

  test('that cannot be read, fails or wants something of the machine is a fault of the judge', async () => {
    const judge = (code: string) => judgeWith({ points: null }, code, [['1', '1']]);
    await expect(judge('print(')).rejects.toThrow('SyntaxError');
    await expect(judge('raise ValueError("out of range")')).rejects.toThrow('ValueError: out of range');
    await expect(judge('import sys; print("no answer", file=sys.stderr); sys.exit(3)')).rejects.toThrow(
      'no answer',
    );
    const inThread = 'import threading\nthreading.Thread(target=lambda: int("none")).start()';
    await expect(judge(inThread)).rejects.toThrow('ValueError: invalid literal');
    await expect(judge('import os; os.fork()')).rejects.toThrow('OSError');
  });
});
