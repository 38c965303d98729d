/**
 * The judge's numbers, each beside its bare baseline measured in the same run on the same machine:
 *
 *   node bench/judge.ts [cache folder]
 *
 * The cache folder keeps the precompiled headers between runs; without one they are built first (some 20 s).
 */

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkFloats } from '#judge/checkers/floats.ts';
import { checkTokens } from '#judge/checkers/tokens.ts';
import { conformance } from '#judge/conformance.ts';
import { type Judge, openJudge } from '#judge/judge.ts';
import type { TestSet } from '#judge/run-tests.ts';
import { openSandbox, type Sandbox } from '#judge/sandbox.ts';

const run = promisify(execFile);

interface Line {
  what: string;
  measured: string;
  baseline: string;
  /** Measured against baseline, or the measured value itself where the target is absolute. */
  ratio: string;
  target: string;
  met: boolean;
}

const lines: Line[] = [];
const folder = await mkdtemp(join(tmpdir(), 'minos-bench-'));
const sandbox = await openSandbox();
const judge = await openJudge({ sandbox, cacheFolder: process.argv[2] ?? join(folder, 'cache') });
try {
  await judge.toolchain.buildHeaders();
  await benchCompiling(judge);
  await benchTinyTests(judge);
  await benchLargeData(judge);
  await benchCheckers();
  await benchCpuSpread(judge, sandbox);
  await benchConformance(judge);
  printTable();
} finally {
  await judge.close();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
}

/** The minimum says what the work costs; anything above it is what else the machine was doing. */
async function fastest(times: number, work: (round: number) => Promise<void>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < times; round++) {
    const start = performance.now();
    await work(round);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Baseline and measurement take turns, so that both meet the same weather. */
async function inTurns(times: number, bare: () => Promise<void>, ours: (round: number) => Promise<void>) {
  let bareMs = Number.POSITIVE_INFINITY;
  let oursMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < times; round++) {
    bareMs = Math.min(bareMs, await fastest(1, bare));
    oursMs = Math.min(oursMs, await fastest(1, () => ours(round)));
  }
  return { bareMs, oursMs };
}

async function benchCompiling(judge: Judge): Promise<void> {
  const readAndSort =
    'std::vector<int> a(n); for (auto& x : a) std::cin >> x; std::sort(a.begin(), a.end()); for (int x : a) std::cout << x;';
  const cases: { name: string; headers: string[]; body: string; target: number | null }[] = [
    { name: 'bits/stdc++.h', headers: ['bits/stdc++.h'], body: `std::cin >> n; ${readAndSort}`, target: 0.3 },
    { name: 'iostream', headers: ['iostream'], body: 'std::cin >> n; std::cout << n;', target: 0.65 },
    {
      name: 'iostream, vector, algorithm',
      headers: ['iostream', 'vector', 'algorithm'],
      body: `std::cin >> n; ${readAndSort}`,
      target: 0.65,
    },
    {
      name: 'vector, iostream, map, cmath',
      headers: ['vector', 'iostream', 'map', 'cmath', 'algorithm'],
      body: `std::cin >> n; std::map<int, double> m; m[n] = std::sqrt(n); ${readAndSort}`,
      target: 0.65,
    },
    {
      name: 'cstdio, vector, algorithm',
      headers: ['cstdio', 'vector', 'algorithm'],
      body: 'scanf("%d", &n); std::vector<int> a(n); std::sort(a.begin(), a.end()); printf("%d", a[0]);',
      target: 0.65,
    },
    {
      name: 'cstdio, cmath',
      headers: ['cstdio', 'cmath'],
      body: 'scanf("%d", &n); printf("%f", std::sqrt(n * 1.0));',
      target: 0.65,
    },
    {
      name: 'algorithm, cstdio',
      headers: ['algorithm', 'cstdio'],
      body: 'int a[9]; scanf("%d", a); std::sort(a, a + 9); printf("%d", a[0]);',
      target: 0.65,
    },
    // Nothing but C: the linker is nearly all of it, so there is no ratio to promise.
    { name: 'cstdio alone', headers: ['cstdio'], body: 'scanf("%d", &n); printf("%d", n);', target: null },
  ];
  for (const { name, headers, body, target } of cases) {
    const code = `${headers.map((header) => `#include <${header}>\n`).join('')}int main() { int n = 0; ${body} }\n`;
    const path = join(folder, 'main.cpp');
    await writeFile(path, code);
    const plain = ['-O2', '-std=gnu++20', '-static', '-DONLINE_JUDGE', path, '-o', join(folder, 'main')];
    const { bareMs, oursMs } = await inTurns(
      7,
      async () => void (await run('g++', plain)),
      async (round) => {
        // Another comment is another source, which no cache knows.
        const compiled = await judge.compiler.compile({
          code: Buffer.from(`${code}// ${process.pid} ${round}\n`),
        });
        if (!compiled.ok) throw new Error(compiled.message);
        await compiled.release();
      },
    );
    lines.push(ratioLine(`compile: ${name}`, oursMs, bareMs, target));
  }
  await benchCachedCompile(judge);
}

async function benchCachedCompile(judge: Judge): Promise<void> {
  const source = { code: Buffer.from(`int main() {} // ${process.pid}\n`) };
  const compile = async () => {
    const compiled = await judge.compiler.compile(source);
    if (compiled.ok) await compiled.release();
  };
  const first = await fastest(1, compile);
  const again = await fastest(20, compile);
  lines.push({
    ...ratioLine('compile: the same source again', again, first, null),
    target: 'no compiler run',
  });
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
    for await (const step of judge.judgeSubmission(source, testSet, limits)) {
      if (step.kind === 'verdict' && step.verdict.score !== 100)
        throw new Error('the tiny tests did not pass');
    }
  };
  await judgeOnce();
  const ms = await fastest(5, judgeOnce);
  const compiled = await judge.compiler.compile({ code: Buffer.from(source) });
  if (!compiled.ok) throw new Error(compiled.message);
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
      if ((await check()).share !== 1) throw new Error('the checker is wrong');
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

/**
 * A fixed amount of work, twenty times, with every judging core at work: how far its CPU times lie apart. The
 * program also reports its own CPU time, which gives the spread that the machine has without a sandbox.
 */
async function benchCpuSpread(judge: Judge, sandbox: Sandbox): Promise<void> {
  const code = `#include <cstdio>
#include <cstdlib>
#include <ctime>
int main(int, char** argv) {
  unsigned long rounds = atol(argv[1]), x = 1;
  for (unsigned long i = 0; i < rounds; i++) x = x * 6364136223846793005ul + (x >> 33);
  printf("%lu %f", x, clock() * 1e3 / CLOCKS_PER_SEC);
}
`;
  const compiled = await judge.compiler.compile({ code: Buffer.from(code) });
  if (!compiled.ok) throw new Error(compiled.message);
  const inside = async (rounds: number) => {
    const limits = { cpuMs: 10_000, wallMs: 60_000, memoryBytes: 64 << 20, outputBytes: 1024, processes: 1 };
    const request = {
      profile: 'program',
      program: compiled.program,
      args: [String(rounds)],
      limits,
    } as const;
    return (await sandbox.run(request)).cpuMs;
  };
  const bare = async (rounds: number) =>
    Number((await run(compiled.program, [String(rounds)])).stdout.split(' ')[1]);
  const trial = 50_000_000;
  const rounds = Math.round(
    (1000 * trial) / Math.min(await inside(trial), await inside(trial), await inside(trial)),
  );
  const bareTimes = await atOnce(sandbox.facts.cores.length, 20, () => bare(rounds));
  const times = await atOnce(sandbox.facts.cores.length, 20, () => inside(rounds));
  await compiled.release();
  const spread = Math.max(...times) - Math.min(...times);
  lines.push({
    what: 'CPU time of a fixed 1 s job, 20 runs, all cores at work',
    measured: range(times),
    baseline: `${range(bareTimes)} bare`,
    ratio: `${spread.toFixed(1)} ms`,
    target: '≤ 5 ms',
    met: spread <= 5,
  });
}

async function atOnce<T>(width: number, times: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let left = times;
  const loop = async () => {
    while (left-- > 0) results.push(await work());
  };
  await Promise.all(Array.from({ length: width }, loop));
  return results;
}

function range(times: readonly number[]): string {
  return `${Math.min(...times).toFixed(1)}–${Math.max(...times).toFixed(1)} ms`;
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
    for await (const step of judge.judgeSubmission(source, testSet, limits)) {
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
  const ms = await fastest(2, async () => void failures.push(...(await conformance(judge))));
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

function ratioLine(what: string, oursMs: number, bareMs: number, target: number | null): Line {
  const ratio = oursMs / bareMs;
  return {
    what,
    measured: milliseconds(oursMs),
    baseline: milliseconds(bareMs),
    ratio: ratio.toFixed(2),
    target: target === null ? '' : `≤ ${target}`,
    met: target === null || ratio <= target,
  };
}

function milliseconds(ms: number): string {
  return `${ms >= 100 ? Math.round(ms) : ms.toFixed(1)} ms`;
}

function printTable(): void {
  console.log(
    `${cpus().length} cores, ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}, tier ${sandbox.facts.tier}`,
  );
  const rows = [['', 'measured', 'baseline', 'ratio', 'target', 'met']];
  for (const line of lines) {
    rows.push([line.what, line.measured, line.baseline, line.ratio, line.target, line.met ? 'yes' : 'NO']);
  }
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
