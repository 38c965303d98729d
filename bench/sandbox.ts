/**
 * The sandbox's numbers, each beside its bare baseline of the same run:
 *
 *   node bench/sandbox.ts [helper TIER]
 *
 * With `helper`: only what it adds to a small program in that tier.
 *
 * Absolute times are the machine's; the ratios are what we promise (docs/sandbox.md).
 *
 * As root the latencies are taken under a real-time priority, for both sides: on a machine with other work the
 * figures would otherwise be those of the other work.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { encodeRun } from '#judge/sandbox/messages.ts';
import type { RunLimits } from '#judge/sandbox/run-types.ts';
import { openSandbox, type Sandbox, type Tier, tiers } from '#judge/sandbox/sandbox.ts';
import { buildSandbox } from '../sandbox/build.mjs';

const MiB = 1024 * 1024;
const limits: RunLimits = {
  cpuMs: 10_000,
  wallMs: 60_000,
  memoryBytes: 256 * MiB,
  outputBytes: MiB,
  processes: 16,
};
const folder = mkdtempSync(join(tmpdir(), 'minos-bench-'));

const helper = await buildSandbox();
const hello = compile('hello', '#include <cstdio>\nint main() { puts("hello"); }');
const helloRun = { profile: 'program', program: hello, limits } as const;
/** What the client would write, for the native program that speaks with the helper without it. */
const request = join(folder, 'request');
writeFileSync(request, encodeRun(1, helloRun, 'ordinary'));
const spin = compile(
  'spin',
  'int main() { unsigned long x = 1; for (long i = 0; i < 2500000000; i++) asm volatile("" : "+r"(x)); }',
);
const touch = compile(
  'touch',
  `#include <cstdlib>
int main(int, char** argv) {
  size_t size = atol(argv[1]);
  volatile char* room = (char*)malloc(size + 1);
  for (size_t i = 0; i < size; i += 512) room[i] = 1;
}`,
);
// Two seconds of asking for the disk by its input.
const sync = compile(
  'sync',
  `#include <time.h>
#include <unistd.h>
int main() {
  for (time_t start = time(nullptr); time(nullptr) < start + 2;) fsync(0);
}`,
);
const roundTrip = join(folder, 'round-trip');
execFileSync('g++', [
  '-O2',
  '-std=c++20',
  '-o',
  roundTrip,
  join(import.meta.dirname, 'native/round-trip.cpp'),
]);

const priority = process.getuid?.() === 0 ? ['chrt', '-f', '5'] : [];
const [mode, only] = process.argv.slice(2);
if (mode === 'latency') {
  const sandbox = await openSandbox({ tier: only as Tier });
  await benchNode(sandbox);
  await sandbox.close();
} else if (mode === 'helper') {
  benchHelper(only as Tier);
} else {
  for (const tier of tiers) await benchTier(tier);
}
rmSync(folder, { recursive: true, force: true });

async function benchTier(tier: Tier): Promise<void> {
  const sandbox = await openSandbox({ tier }).catch(() => null);
  if (!sandbox) return;
  console.log(`\n${tier}`);
  benchHelper(tier);
  const latency = [...priority, process.execPath, import.meta.filename, 'latency', tier];
  execFileSync(latency[0] as string, latency.slice(1), { stdio: 'inherit' });
  await benchBatch(sandbox);
  await benchMemory(sandbox);
  if (tier !== 'bare') benchHelperMemory(); // bare keeps no cells
  if (tier !== 'bare') await benchSpread(sandbox);
  await benchDisk(sandbox);
  await sandbox.close();
}

/** The native program, under the priority of the latencies. */
function runNative(args: string[]): number[][] {
  const [command = roundTrip, ...rest] = [...priority, roundTrip, ...args];
  const text = execFileSync(command, rest, { encoding: 'utf8' });
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map((value) => Number(value) / 1e6));
}

function compile(name: string, source: string): string {
  const path = join(folder, name);
  writeFileSync(`${path}.cpp`, source);
  execFileSync('g++', ['-O1', '-static', '-o', path, `${path}.cpp`]);
  return path;
}

function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function sorted(values: number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

function show(what: string, value: string, goal: string): void {
  console.log(`  ${what.padEnd(58)} ${value.padEnd(24)} goal ${goal}`);
}

/** The helper against vfork + exec, without Node. */
function benchHelper(tier: Tier): void {
  const pairs = runNative([helper, tier, '0', hello, request, '1000']);
  const bare = sorted(pairs.map((pair) => pair[0] as number));
  const boxed = sorted(pairs.map((pair) => pair[1] as number));
  const over = at(boxed, 0.5) - at(bare, 0.5);
  show('vfork + exec, median / p99 ms', `${at(bare, 0.5).toFixed(3)} / ${at(bare, 0.99).toFixed(3)}`, '-');
  show('sandboxed, median / p99 ms', `${at(boxed, 0.5).toFixed(3)} / ${at(boxed, 0.99).toFixed(3)}`, '-');
  show('  over vfork + exec at the median, ms', over.toFixed(3), '<= 0.20');
  show('  p99 against vfork + exec at p99', `${(at(boxed, 0.99) / at(bare, 0.99)).toFixed(2)}x`, '<= 2x');
}

/** The same from Node, one at a time, interleaved with the bare baseline of the native program. */
async function benchNode(sandbox: Sandbox): Promise<void> {
  const times: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < 10; round++) {
    for (const [base] of runNative([helper, sandbox.facts.tier, '0', hello, request, '50']))
      bare.push(base as number);
    for (let i = 0; i < 100; i++) {
      const start = performance.now();
      await sandbox.run(helloRun);
      if (i >= 10) times.push(performance.now() - start);
    }
  }
  const median = at(sorted(times), 0.5);
  const base = at(sorted(bare), 0.5);
  show(
    'round trip from Node, median / p99 ms',
    `${median.toFixed(3)} / ${at(sorted(times), 0.99).toFixed(3)}`,
    '-',
  );
  show('  against vfork + exec at the median', `${(median / base).toFixed(2)}x`, '<= 2.4x');
}

async function benchBatch(sandbox: Sandbox): Promise<void> {
  const start = performance.now();
  await Promise.all(Array.from({ length: 1000 }, () => sandbox.run(helloRun)));
  show(
    `1,000 runs on ${sandbox.facts.cores.length} cores, no checker, s`,
    ((performance.now() - start) / 1000).toFixed(2),
    '<= 1.5',
  );
}

async function benchMemory(sandbox: Sandbox): Promise<void> {
  const peak = async (bytes: number) =>
    (await sandbox.run({ profile: 'program', program: touch, args: [String(bytes)], limits })).memoryBytes;
  const empty = await peak(0);
  let worst = 0;
  for (const mib of [1, 5, 20, 64, 100, 200])
    worst = Math.max(worst, Math.abs((await peak(mib * MiB)) - empty - mib * MiB));
  show('memory reported against touched, worst, MiB', (worst / MiB).toFixed(2), '<= 0.5');
}

function benchHelperMemory(): void {
  const children = (pid: number) =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  const mine = children(process.pid).filter((pid) =>
    readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('minos-sandbox'),
  );
  const all = mine.flatMap((pid) => [pid, ...children(pid)]);
  const pss = all.map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0),
  );
  show(
    `helper and its cells, ${all.length} processes, MB`,
    (pss.reduce((a, b) => a + b, 0) / 1000).toFixed(2),
    '<= 8',
  );
}

/** CPU time of a fixed job of about a second, 20 times, with every core kept busy by others. */
async function benchSpread(sandbox: Sandbox): Promise<void> {
  const busy = Array.from({ length: availableParallelism() * 2 }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  const times: number[] = [];
  const bare: number[] = [];
  try {
    const text = execFileSync(roundTrip, ['--cpu', '0', spin, '20'], { encoding: 'utf8' });
    bare.push(
      ...text
        .trim()
        .split('\n')
        .map((line) => Number(line) / 1e6),
    );
    for (let i = 0; i < 20; i++)
      times.push((await sandbox.run({ profile: 'program', program: spin, limits })).cpuMs);
  } finally {
    for (const child of busy) child.kill('SIGKILL');
  }
  show('CPU time of one job, 20 runs, all cores loaded, spread ms', spread(times), '<= 5');
  show('  the same job bare', spread(bare), '-');
}

/** How long a neighbour waits for the disk: alone, beside a program that syncs its input, beside the same one bare. */
async function benchDisk(sandbox: Sandbox): Promise<void> {
  const input = join(folder, 'input');
  writeFileSync(input, 'a real file');
  const neighbour = openSync(join(folder, 'neighbour'), 'w');
  const median = async (meanwhile: Promise<unknown>): Promise<string> => {
    const times: number[] = [];
    for (let done = false; !done; ) {
      const start = performance.now();
      writeSync(neighbour, Buffer.alloc(4096), 0, 4096, 0);
      fsyncSync(neighbour);
      times.push(performance.now() - start);
      done = await Promise.race([meanwhile.then(() => true), setTimeout(5, false)]);
    }
    return at(sorted(times), 0.5).toFixed(2);
  };
  const alone = await median(setTimeout(2000));
  const boxed = await median(sandbox.run({ profile: 'program', program: sync, stdin: input, limits }));
  const bare = spawn(sync, { stdio: [openSync(input, 'r'), 'ignore', 'ignore'] });
  const beside = await median(once(bare, 'exit'));
  closeSync(neighbour);
  show("a neighbour's fsync, alone / beside one that asks for it, ms", `${alone} / ${boxed}`, '<= 1.2x');
  show('  beside the same program bare', beside, '-');
}

function spread(times: number[]): string {
  const all = sorted(times);
  return `${((all.at(-1) as number) - (all[0] as number)).toFixed(1)} (median ${at(all, 0.5).toFixed(0)})`;
}
