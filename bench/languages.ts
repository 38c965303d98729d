/**
 * Every language beside its bare tool, turn and turn about in the same run on the same machine:
 *
 *   node bench/languages.ts [language…]
 *
 * First one run through the sandbox against the same command without it, spoken to by a native program (Node would cost
 * both sides more than the difference); what its runtime takes of the time and memory that programs are given on top; then
 * whole submissions of ten and a hundred tests against that command run as often, one after the other; where there is
 * something to compile, against what people type to compile and run it. A new language is a line of `rows`.
 */

import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { usualAllowances } from '#contract/language-limits.ts';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import type { LanguageId } from '#contract/programs.ts';
import { getLanguage } from '#judge/languages/catalogue.ts';
import { type Launch, requestOf } from '#judge/languages/language.ts';
import { roomWithin, withAllowance } from '#judge/languages/limits.ts';
import { findRustc } from '#judge/languages/rust/find-rustc.ts';
import { type Judge, openJudge } from '#judge/run/judge.ts';
import type { TestSet } from '#judge/run/run-tests.ts';
import { encodeRun } from '#judge/sandbox/messages.ts';
import type { RunLimits } from '#judge/sandbox/run-types.ts';
import { openSandbox } from '#judge/sandbox/sandbox.ts';
import { buildSandbox } from '../sandbox/build.mjs';
import { shortPrograms } from './short-programs.ts';
import { type Line, measureAlternately, milliseconds, printTable, ratioLine } from './table.ts';

interface Row {
  /** How many times the bare runs ten tests, and a hundred, may take. */
  targets: readonly [number | null, number | null];
  /** On one's own machine, in the folder of the source. Default: the command of a run alone. */
  bare?: { readonly source: string; readonly compile: readonly string[]; readonly run: readonly string[] };
}

const rows: Partial<Record<LanguageId, Row>> = {
  c: {
    targets: [1.15, 1.15],
    bare: { source: 'main.c', compile: ['gcc', '-O2', 'main.c', '-o', 'main'], run: ['./main'] },
  },
  python: { targets: [1.25, 1.15] },
  pypy: { targets: [null, null] },
  java: {
    targets: [0.75, null],
    bare: { source: 'Main.java', compile: ['javac', 'Main.java'], run: ['java', 'Main'] },
  },
  kotlin: {
    targets: [null, null],
    bare: {
      source: 'Main.kt',
      compile: ['kotlinc', 'Main.kt', '-include-runtime', '-d', 'bare.jar'],
      run: ['java', '-jar', 'bare.jar'],
    },
  },
  rust: {
    targets: [1.15, 1.15],
    bare: {
      source: 'main.rs',
      // The one that the judge uses, not what PATH names first.
      compile: [(await findRustc())?.path ?? 'rustc', '--edition=2021', '-O', 'main.rs', '-o', 'main'],
      run: ['./main'],
    },
  },
  go: {
    targets: [1.15, 1.15],
    bare: { source: 'main.go', compile: ['go', 'build', '-o', 'main', 'main.go'], run: ['./main'] },
  },
  javascript: { targets: [null, null] },
  pascal: {
    targets: [null, null],
    bare: { source: 'main.pas', compile: ['fpc', '-O2', '-XS', '-v0', 'main.pas'], run: ['./main'] },
  },
};

const asked = process.argv.slice(2);
const rounds = 200;
const problem = { timeLimitMs: 1000, memoryLimitBytes: 256 << 20 };
const folder = await mkdtemp(join(tmpdir(), 'minos-bench-'));
const roundTrip = join(folder, 'round-trip');
const source = join(import.meta.dirname, 'native/round-trip.cpp');
execFileSync('g++', ['-O2', '-std=c++20', '-o', roundTrip, source]);
const helper = await buildSandbox();
const sandbox = await openSandbox();
const judge = await openJudge({ sandbox, cacheFolder: join(folder, 'cache') });
const lines: Line[] = [];
try {
  for (const [id, row] of Object.entries(rows) as [LanguageId, Row][]) {
    if (asked.length > 0 && !asked.includes(id)) continue;
    if (judge.languages.installed[id]) lines.push(...(await benchLanguage(id, row)));
    else console.log(`${id} is not installed`);
  }
  printTable(lines, sandbox.facts.tier);
} finally {
  await judge.close();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
}

async function benchLanguage(id: LanguageId, row: Row): Promise<Line[]> {
  const { targets } = row;
  const { sum: code } = shortPrograms[id];
  // Once for all: it is no part of a submission.
  await getLanguage(judge.languages, id).buildAhead();
  const compiled = await judge.compiler.compile({ language: id, code: Buffer.from(code) });
  if (!compiled.ok) throw new Error(sayInEnglish(compiled.said));
  const own = join(folder, id);
  await mkdir(own);
  const input = join(own, 'input');
  await writeFile(input, '20 22\n');
  const limits = runLimits(id);
  const room = roomWithin(usualAllowances[id], limits.memoryBytes);
  const launch = getLanguage(judge.languages, id).launch(compiled.program, room);
  for (const [name, path] of Object.entries(launch.files ?? {}))
    await symlink(path as string, join(own, name));
  const found = [
    await benchRun(id, launch, limits, input, own),
    await benchStart(id, launch, limits, input),
    await benchTests(judge, id, row, launch, input, own, 10, targets[0]),
    await benchTests(judge, id, row, launch, input, own, 100, targets[1]),
  ];
  await compiled.release();
  return found;
}

function runLimits(id: LanguageId): RunLimits {
  const { timeLimitMs, memoryLimitBytes } = withAllowance(usualAllowances[id], problem);
  const outputBytes = 1 << 20;
  return { cpuMs: timeLimitMs, wallMs: 60_000, memoryBytes: memoryLimitBytes, outputBytes, processes: 32 };
}

function environment({ env = [] }: Launch): Record<string, string> {
  return Object.fromEntries(env.map((pair) => pair.split(/=(.*)/s) as [string, string]));
}

async function benchRun(
  id: LanguageId,
  launch: Launch,
  limits: RunLimits,
  input: string,
  cwd: string,
): Promise<Line> {
  const request = join(cwd, 'request');
  await writeFile(request, encodeRun(1, requestOf(launch, { stdin: input, limits }), 'ordinary'));
  const args = [
    helper,
    sandbox.facts.tier,
    '0',
    launch.program,
    request,
    String(rounds),
    input,
    ...(launch.args ?? []),
  ];
  const printed = execFileSync(roundTrip, args, { encoding: 'utf8', cwd, env: environment(launch) });
  const pairs = printed
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map((ns) => Number(ns) / 1e6));
  const bare = median(pairs.map(([value]) => value as number));
  const boxed = median(pairs.map(([, value]) => value as number));
  return {
    what: `${id}: one run, median of ${rounds}`,
    measured: milliseconds(boxed),
    baseline: milliseconds(bare),
    ratio: `+${(boxed - bare).toFixed(2)} ms`,
    target: '≤ 1 ms',
    met: boxed - bare <= 1,
  };
}

/** What the runtime needs for itself, beside what programs are given for it. */
async function benchStart(id: LanguageId, launch: Launch, limits: RunLimits, input: string): Promise<Line> {
  const { time_allowance_ms, memory_allowance_mb } = usualAllowances[id];
  const runs = 20;
  const times: number[] = [];
  const megabytes: number[] = [];
  for (let run = 0; run < runs; run++) {
    const facts = await sandbox.run(requestOf(launch, { stdin: input, limits }));
    times.push(facts.cpuMs);
    megabytes.push(facts.memoryBytes / 2 ** 20);
  }
  const [most, mostMegabytes] = [Math.max(...times), Math.max(...megabytes)];
  const isWithin = (taken: number, given: number) => given === 0 || taken <= given;
  return {
    what: `${id}: processor time and memory of a run, most of ${runs}`,
    measured: `${milliseconds(most)}, ${mostMegabytes.toFixed(1)} MB`,
    baseline: '',
    ratio: '',
    target: `given: ${time_allowance_ms} ms, ${memory_allowance_mb} MB`,
    // Native programs have hardly a runtime, and are given nothing for it.
    met: isWithin(most, time_allowance_ms) && isWithin(mostMegabytes, memory_allowance_mb),
  };
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** From the source to the verdict, another source each time: nothing comes from the cache. */
async function benchTests(
  { judgeSubmission }: Judge,
  id: LanguageId,
  { bare }: Row,
  launch: Launch,
  input: string,
  cwd: string,
  count: number,
  target: number | null,
): Promise<Line> {
  const answer = join(cwd, 'answer');
  await writeFile(answer, '42\n');
  const testSet: TestSet = {
    tests: Array.from({ length: count }, () => ({ input, answer })),
    pathOf: (path) => path,
  };
  const start = promisify(execFile);
  const freshIn = (round: number) => shortPrograms[id].sum + '\n'.repeat(1 + round);
  const [tool = '', ...args] = bare?.run ?? [launch.program, ...(launch.args ?? [])];
  const env = bare ? process.env : environment(launch);
  const { bareMs, oursMs } = await measureAlternately(
    5,
    async (round) => {
      if (bare) {
        await writeFile(join(cwd, bare.source), freshIn(count + round));
        await start(bare.compile[0] ?? '', bare.compile.slice(1), { cwd });
      }
      for (let i = 0; i < count; i++) {
        const running = start(tool, args, { cwd, env });
        running.child.stdin?.end('20 22\n');
        await running;
      }
    },
    async (round) => {
      const fresh = freshIn(count + round);
      for await (const step of judgeSubmission({ language: id, code: fresh }, testSet, problem))
        if (step.kind === 'verdict' && step.verdict.score !== 100) throw new Error(`${id} did not pass`);
    },
  );
  return ratioLine(`${id}: ${count} tests, checked`, oursMs, bareMs, target);
}
