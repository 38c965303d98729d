/**
 * How far the CPU times of a fixed job lie apart: the job alone on its core, as the judge runs it, while judged runs
 * keep the other judging cores busy. Sandboxed and bare runs take turns on the same core, so both meet the same
 * machine, and none is left out.
 *
 * The job also watches its own clock in slices of equal work. What slices take beyond the fastest one is time in
 * which the core stood still for the program although its kernel counted it: a hypervisor that lent the core to
 * somebody else, a change of frequency, interrupts. No judge can see that from inside, so it is printed beside.
 */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import type { Judge } from '#judge/run/judge.ts';
import { openSandbox, type Sandbox } from '#judge/sandbox/sandbox.ts';
import type { Line } from './table.ts';

const run = promisify(execFile);
const runs = 20;

const job = `#include <cstdio>
#include <cstdlib>
#include <ctime>
static double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); // that of the process stands still between ticks under a CPU limit
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}
int main(int, char** argv) {
  unsigned long slices = atol(argv[1]), x = 1;
  double last = now(), fastest = 1e9, start = last;
  for (unsigned long slice = 0; slice < slices; slice++) {
    for (int i = 0; i < 1000000; i++) x = x * 6364136223846793005ul + (x >> 33);
    double next = now();
    if (next - last < fastest) fastest = next - last;
    last = next;
  }
  printf("%f %f %lu", last, last - start - fastest * slices, x);
}
`;

interface Sample {
  cpuMs: number;
  /** Beyond the fastest slice, by the job's own clock. */
  stalledMs: number;
}

export async function benchCpuSpread(judge: Judge, sandbox: Sandbox): Promise<Line[]> {
  const compiled = await judge.compiler.compile({ language: 'cpp', code: Buffer.from(job) });
  if (!compiled.ok) throw new Error(sayInEnglish(compiled.said));
  const { program } = compiled;
  const [core = 0, ...others] = sandbox.facts.cores;
  const alone = await openSandbox({ cores: [core] });
  const beside = others.length > 0 ? await openSandbox({ cores: others }) : null;
  const enough = new AbortController();
  try {
    const trial = 50;
    const { cpuMs } = await runInside(alone, program, trial);
    const slices = Math.round((1000 * trial) / cpuMs);
    const load = others.map(() => keepBusy(beside as Sandbox, program, slices, enough.signal));
    const bare: Sample[] = [];
    const inside: Sample[] = [];
    for (let round = 0; round < runs; round++) {
      bare.push(await runBare(core, program, slices));
      inside.push(await runInside(alone, program, slices));
    }
    enough.abort();
    await Promise.all(load);
    return compareSeries(inside, bare);
  } finally {
    enough.abort();
    await beside?.close();
    await alone.close();
    await compiled.release();
  }
}

async function keepBusy(
  sandbox: Sandbox,
  program: string,
  slices: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) await runInside(sandbox, program, slices, signal).catch(() => {});
}

async function runInside(
  sandbox: Sandbox,
  program: string,
  slices: number,
  signal?: AbortSignal,
): Promise<Sample> {
  const limits = { cpuMs: 10_000, wallMs: 60_000, memoryBytes: 64 << 20, outputBytes: 1024, processes: 1 };
  const facts = await sandbox.run({ profile: 'program', program, args: [String(slices)], limits }, signal);
  return { cpuMs: facts.cpuMs, stalledMs: Number(Buffer.from(facts.stdout).toString().split(' ')[1]) };
}

async function runBare(core: number, program: string, slices: number): Promise<Sample> {
  const { stdout } = await run('taskset', ['-c', String(core), program, String(slices)]);
  const [cpuMs = 0, stalledMs = 0] = stdout.split(' ').map(Number);
  return { cpuMs, stalledMs };
}

function compareSeries(inside: readonly Sample[], bare: readonly Sample[]): Line[] {
  const cpu = (samples: readonly Sample[]) => samples.map(({ cpuMs }) => cpuMs);
  const stalled = (samples: readonly Sample[]) => samples.map(({ stalledMs }) => stalledMs);
  const ours = spread(cpu(inside));
  const theirs = spread(cpu(bare));
  return [
    {
      what: `CPU time of a fixed 1 s job, ${runs} runs, other cores at work: spread`,
      measured: `${ours.toFixed(1)} ms (${range(cpu(inside))})`,
      baseline: `${theirs.toFixed(1)} ms (${range(cpu(bare))})`,
      ratio: (ours / theirs).toFixed(2),
      target: '≤ 5 ms',
      met: ours <= 5,
    },
    {
      what: 'of which the core stood still, by the job’s own clock',
      measured: range(stalled(inside)),
      baseline: range(stalled(bare)),
      ratio: '',
      target: '',
      met: true,
    },
  ];
}

function spread(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

function range(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)} ms`;
}
