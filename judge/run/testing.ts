/** A real judge on a real sandbox for tests, and short ways to ask it. Not used by the product. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resultString } from '#contract/statuses.ts';
import { shareBuiltAhead } from '#harness/built-ahead.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { openTestSandbox } from '../sandbox/testing.ts';
import {
  type Judge,
  type JudgeOptions,
  openJudge,
  type Progress,
  type SubmittedSource,
  type Verdict,
} from './judge.ts';
import type { TestSet } from './run-tests.ts';

export interface TestBench {
  sandbox: Sandbox;
  judge: Judge;
  folder: string;
  /** Writes a file and gives its path. */
  file: (content: string | Uint8Array) => Promise<string>;
  /** A test set of [input, answer] pairs. */
  testSet: (pairs: readonly (readonly [string, string])[], rest?: Partial<TestSet>) => Promise<TestSet>;
  close: () => Promise<void>;
}

export const usualLimits = { timeLimitMs: 1000, memoryLimitBytes: 256 * 1024 * 1024 };

/** A judge's caches lie in its `cache`, with what is built ahead where that is shared. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'minos-judge-'));
  await shareBuiltAhead(folder);
  return folder;
}

export async function openTestBench(options: Partial<JudgeOptions> = {}): Promise<TestBench> {
  const folder = await makeFolder();
  const sandbox = options.sandbox ?? (await openTestSandbox());
  const judge = await openJudge({ cacheFolder: join(folder, 'cache'), ...options, sandbox });
  let files = 0;
  async function file(content: string | Uint8Array): Promise<string> {
    const path = join(folder, `file-${files++}`);
    await writeFile(path, content);
    return path;
  }
  return {
    sandbox,
    judge,
    folder,
    file,
    async testSet(pairs, rest = {}) {
      const tests = pairs.map(async ([input, answer], index) => ({
        input: await file(input),
        answer: await file(answer),
        groups: rest.tests?.[index]?.groups ?? [],
      }));
      return { pathOf: (path) => path, ...rest, tests: await Promise.all(tests) };
    },
    async close() {
      await judge.close();
      if (!options.sandbox) await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Judges to the end; `seen` gets every step on the way. */
export async function verdictOf(steps: AsyncIterable<Progress>, seen: Progress[] = []): Promise<Verdict> {
  for await (const step of steps) seen.push(step);
  const last = seen.at(-1);
  if (last?.kind !== 'verdict') throw new Error('judging ended without a verdict');
  return last.verdict;
}

export const inCpp = (code: string): SubmittedSource => ({ language: 'cpp', code });

/** Does what its input says, so that one program can end in any way. */
export const obedient = `#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <unistd.h>
int main() {
  char order[32];
  if (scanf("%31s", order) != 1) return 9;
  std::string o = order;
  if (o == "pass") puts("ok");
  if (o == "fail") puts("no");
  if (o == "crash") abort();
  if (o == "loop") for (volatile int i = 0;; i = i + 1);
  if (o == "sleep") sleep(1000);
  if (o == "long") while (clock() < CLOCKS_PER_SEC * 3 / 2);
  if (o == "long") puts("ok");
  if (o == "big") for (int i = 0; i < 300000; i++) printf("%d\\n", i);
}
`;

/** Tests that give it these orders; `ok` is the right answer to each. */
export function orders(...list: string[]): [string, string][] {
  return list.map((order) => [order, 'ok\n']);
}

/** The verdict under the usual limits; `letters` is its result string. */
export async function judged(
  { judge }: TestBench,
  testSet: TestSet,
  source = obedient,
  seen: Progress[] = [],
) {
  const verdict = await verdictOf(judge.judgeSubmission(inCpp(source), testSet, usualLimits), seen);
  return { ...verdict, letters: resultString(null, verdict.results) };
}
