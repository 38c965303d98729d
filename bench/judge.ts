/**
 * The judge's numbers, each beside its bare baseline measured in the same run on the same machine:
 *
 *   node bench/judge.ts [cache folder [compiling | where | ahead | tests | large | checkers | spread | conformance]…]
 *
 * The cache folder keeps the precompiled headers between runs; without one they are built first (some 30 s).
 */

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isOne } from '#contract/fractions.ts';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { checkFloats } from '#judge/checkers/floats.ts';
import { checkTokens } from '#judge/checkers/tokens.ts';
import { conformance } from '#judge/gate/conformance.ts';
import { getLanguage } from '#judge/languages/catalogue.ts';
import { type Judge, openJudge } from '#judge/run/judge.ts';
import type { TestSet } from '#judge/run/run-tests.ts';
import { openSandbox } from '#judge/sandbox/sandbox.ts';
import { benchAhead } from './judge-ahead.ts';
import { benchCompiling } from './judge-compiling.ts';
import { benchCpuSpread } from './judge-spread.ts';
import { printWhere } from './judge-where.ts';
import { atOnce, fastest, type Line, milliseconds, printTable, ratioLine } from './table.ts';

const run = promisify(execFile);

const [cacheFolder, ...wanted] = process.argv.slice(2);
const lines: Line[] = [];
const folder = await mkdtemp(join(tmpdir(), 'minos-bench-'));
const sandbox = await openSandbox();
const judge = await openJudge({ sandbox, cacheFolder: cacheFolder ?? join(folder, 'cache') });
const parts = {
  compiling: async () => {
    await getLanguage(judge.languages, 'cpp').buildAhead();
    lines.push(...(await benchCompiling(judge, folder)));
  },
  where: () => printWhere(judge, folder),
  ahead: async () => void lines.push(...(await benchAhead(judge, folder))),
  tests: () => benchTinyTests(judge),
  large: () => benchLargeData(judge),
  checkers: benchCheckers,
  spread: async () => void lines.push(...(await benchCpuSpread(judge, sandbox))),
  conformance: () => benchConformance(judge),
};
try {
  for (const [name, bench] of Object.entries(parts)) {
    if (wanted.length === 0 || wanted.includes(name)) await bench();
  }
  printTable(lines, sandbox.facts.tier);
} finally {
  await judge.close();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
}

async function benchTinyTests(judge: Judge): Promise<void> {
  const tests = 1000;
  const inputs = await Promise.all(
    Array.from({ length: tests }, async (_, index) => {
      const input = join(folder, `${index}.in`);
      const answer = join(folder, `${index}.out`);
      await writeFile(input, `${index} ${index}\n`);
      await writeFile(answer, `${2 * index}\n`);
      return { input, answer };
    }),
  );
  const testSet: TestSet = { tests: inputs, pathOf: (path) => path };
  const source =
    '#include <cstdio>\nint main() { int a, b; scanf("%d %d", &a, &b); printf("%d\\n", a + b); }\n';
  const limits = { timeLimitMs: 1000, memoryLimitBytes: 256 << 20 };
  const judgeOnce = async () => {
    for await (const step of judge.judgeSubmission({ language: 'cpp', code: source }, testSet, limits)) {
      if (step.kind === 'verdict' && step.verdict.score !== 100)
        throw new Error('the tiny tests did not pass');
    }
  };
  await judgeOnce();
  const ms = await fastest(5, judgeOnce);
  const compiled = await judge.compiler.compile({ language: 'cpp', code: Buffer.from(source) });
  if (!compiled.ok) throw new Error(sayInEnglish(compiled.said));
  // What Node alone needs to start the same program as often, as many at once, with no protection and no check.
  const spawnBare = () => once(spawn(compiled.program, { stdio: ['ignore', 'pipe', 'pipe'] }), 'close');
  const bareMs = await fastest(
    3,
    async () => void (await atOnce(sandbox.facts.cores.length, tests, spawnBare)),
  );
  await compiled.release();
  lines.push({
    what: `${tests} tiny tests, ${sandbox.facts.cores.length} cores, checked`,
    measured: milliseconds(ms),
    baseline: `${milliseconds(bareMs)} unprotected spawns`,
    ratio: (ms / bareMs).toFixed(2),
    target: '≤ 1500 ms',
    met: ms <= 1500,
  });
}

async function benchCheckers(): Promise<void> {
  const tokens: string[] = [];
  for (let value = 1, size = 0; size < 100e6; size += (tokens.at(-1)?.length ?? 0) + 1) {
    value = (value * 1_103_515_245 + 12_345) % 2_147_483_648;
    tokens.push(String(value));
  }
  const answer = join(folder, 'answer');
  const spaced = join(folder, 'spaced');
  const decimals = join(folder, 'decimals');
  await writeFile(answer, tokens.join(' '));
  await writeFile(spaced, tokens.join(' \r\n'));
  await writeFile(decimals, tokens.join('.0 '));
  const exact = { absolute: 0, relative: 0 };
  const copy = join(folder, 'copy');
  await copyFile(answer, copy);
  const cmpMs = await fastest(3, async () => void (await run('cmp', [copy, answer])));
  for (const [what, check] of [
    ['tokens, the same 100 MB', () => checkTokens(copy, answer)],
    ['tokens, other spacing and CRLF', () => checkTokens(spaced, answer)],
    ['floats, every number written differently', () => checkFloats(decimals, answer, exact)],
  ] as const) {
    const ms = await fastest(3, async () => {
      if (!isOne((await check()).share)) throw new Error('the checker is wrong');
    });
    const line = ratioLine(`check: ${what}`, ms, cmpMs, null);
    lines.push({
      ...line,
      measured: `${milliseconds(ms)} = ${Math.round(100_000 / ms)} MB/s`,
      baseline: `${milliseconds(cmpMs)} cmp`,
    });
  }
  const tiny = Buffer.from('42\n');
  const small = join(folder, 'small');
  await writeFile(small, tiny);
  const ms = await fastest(5, async () => {
    for (let index = 0; index < 1000; index++) await checkTokens(tiny, small);
  });
  lines.push({
    what: 'check: 1000 tiny outputs',
    measured: milliseconds(ms),
    baseline: '',
    ratio: '',
    target: '',
    met: true,
  });
}

/** 100 MB in and out of a program and through the checker, and what of it shows in this process's memory. */
async function benchLargeData(judge: Judge): Promise<void> {
  const data = join(folder, 'large');
  await writeFile(data, Buffer.alloc(100_000_000, '1234567 '));
  const source = `#include <unistd.h>
char buffer[1 << 16];
int main() { for (long n; (n = read(0, buffer, sizeof buffer)) > 0;) if (write(1, buffer, n) != n) return 1; }
`;
  const limits = { timeLimitMs: 5000, memoryLimitBytes: 64 << 20, outputLimitBytes: 128 << 20 };
  const testSet: TestSet = { tests: [{ input: data, answer: data }], pathOf: (path) => path };
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const ms = await fastest(3, async () => {
    for await (const step of judge.judgeSubmission({ language: 'cpp', code: source }, testSet, limits)) {
      if (step.kind === 'verdict' && step.verdict.score !== 100)
        throw new Error('the large test did not pass');
    }
  });
  clearInterval(watch);
  const grown = (most - before) / 1e6;
  lines.push({
    what: '100 MB in, 100 MB out, checked',
    measured: milliseconds(ms),
    baseline: '',
    ratio: `+${grown.toFixed(0)} MB`,
    target: 'not in memory',
    met: grown < 50,
  });
}

async function benchConformance(judge: Judge): Promise<void> {
  const failures: string[] = [];
  const ms = await fastest(
    2,
    async () => void failures.push(...(await conformance(judge)).map(sayInEnglish)),
  );
  for (const failure of failures) console.log(failure);
  lines.push({
    what: 'conformance()',
    measured: milliseconds(ms),
    baseline: '',
    ratio: '',
    target: 'a few seconds',
    met: failures.length === 0,
  });
}
