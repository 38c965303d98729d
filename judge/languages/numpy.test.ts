import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestBench, type TestBench, verdictOf } from '../run/testing.ts';
import { getLanguage, type OpenLanguage } from './catalogue.ts';
import { knownAnswer, knownInput, knownLimits } from './known-programs.ts';
import { tellVersion } from './language.ts';
import { needPackage } from './testing.ts';

// A busy machine takes its time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const limits = { timeLimitMs: 20_000, memoryLimitBytes: 256 << 20 };

describe('Python, where numpy is allowed,', () => {
  let bench: TestBench;
  let python: OpenLanguage;
  beforeAll(async () => {
    bench = await openTestBench({ packages: ['numpy'] });
    python = getLanguage(bench.judge.languages, 'python');
  });
  afterAll(() => bench?.close());

  test('judges the program by which a machine shows that it has it', async ({ skip }) => {
    needPackage(bench.judge.languages, 'python', 'numpy', skip);
    const testSet = await bench.testSet([[knownInput, knownAnswer]]);
    const { code = '' } = python.knownPrograms.find(({ needs }) => needs === 'numpy') ?? {};
    const steps = bench.judge.judgeSubmission({ language: 'python', code }, testSet, knownLimits);
    expect(await verdictOf(steps)).toMatchObject({ overallStatus: 'Accepted' });
    expect(tellVersion(python)).toMatch(/^Python 3\S* .*, numpy \d/);
  });

  const shows = `import os, sys, threading, numpy
def work():
    numpy.linalg.inv(numpy.random.default_rng(1).random((300, 300)))
for i in range(8):
    threading.Thread(target=work).start()
beside = os.path.dirname(os.path.dirname(numpy.__file__))
print(os.listdir(beside) == ['numpy'], os.access('/etc/passwd', os.F_OK))
`;

  test('shows nothing else that is installed, has room for threads, and no wall gives way', async ({
    skip,
  }) => {
    needPackage(bench.judge.languages, 'python', 'numpy', skip);
    const hostile = readFileSync(new URL('hostile/python.py', import.meta.url));
    for (const [code, answer] of [
      [shows, 'True False'],
      [hostile, 'done'],
    ] as const) {
      const testSet = await bench.testSet([['', answer]]);
      const steps = bench.judge.judgeSubmission({ language: 'python', code }, testSet, limits);
      expect((await verdictOf(steps)).results[0]).toMatchObject({ status: 'Accepted', reason: null });
    }
  });
});
