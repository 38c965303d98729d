/** Programs of the suite to run, and the sandbox's processes as the kernel shows them. Not used by the product. */

import { readFileSync } from 'node:fs';
import { buildSandbox } from '../../sandbox/build.mjs';
import type { RunFacts, RunLimits, RunRequest } from './run-types.ts';
import { openSandbox, type Sandbox, type SandboxOptions, type Tier, usableCores } from './sandbox.ts';
import { buildCase, loadCases } from './suite.ts';

export const runLimits: RunLimits = {
  cpuMs: 5000,
  wallMs: 60_000,
  memoryBytes: 64 << 20,
  outputBytes: 1 << 20,
  processes: 8,
};

/**
 * The cores of this machine, from another one on in each of Vitest's workers. A sandbox has its runs on the first core
 * that has none, and tests for the most part run one program at a time: those of all workers were on the same core.
 */
export const testCores: readonly number[] = rotate(
  usableCores(),
  Number(process.env.VITEST_POOL_ID ?? 1) - 1,
);

function rotate(cores: readonly number[], by: number): number[] {
  return cores.map((_, at) => cores[(at + by) % cores.length] as number);
}

export const oneCore = testCores.slice(0, 1);

/** Or the one there is. */
export const twoCores = testCores.slice(0, 2);

export function openTestSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return openSandbox({ cores: testCores, ...options });
}

/** For a test in every tier: skips it where this machine has not that one. The one that it chooses itself it has. */
export async function openTier(tier: Tier, skip: (why: string) => never): Promise<Sandbox> {
  try {
    return await openSandbox({ tier, cores: oneCore });
  } catch (error) {
    const chosen = await openSandbox({ cores: oneCore });
    await chosen.close();
    if (chosen.facts.tier === tier) throw error;
    return skip(`${tier}: ${(error as Error).message}`);
  }
}

/** Builds the helper and two programs to run: `sum` says 42, `sleeper` does not end by itself. */
export async function buildRequests(limits = runLimits): Promise<{ sum: RunRequest; sleeper: RunRequest }> {
  await buildSandbox();
  const request = { profile: 'program', limits } as const;
  return {
    sum: { ...request, program: await programOf('ordinary'), stdin: Buffer.from('2\n40 2\n') },
    sleeper: { ...request, program: await programOf('sleeper') },
  };
}

export async function programOf(name: string): Promise<string> {
  const found = loadCases().find((one) => one.name === name);
  if (!found) throw new Error(`no case ${name}`);
  return buildCase(found);
}

export const said = (facts: RunFacts) => Buffer.from(facts.stdout).toString();

/** Empty for a process that has ended since somebody saw it. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8').trim();
  } catch {
    return '';
  }
}

export function childrenOf(pid: number): number[] {
  const list = readProc(`${pid}/task/${pid}/children`);
  return list === '' ? [] : list.split(' ').map(Number);
}

const nameOf = (pid: number) => readProc(`${pid}/comm`);

export function helpers(): number[] {
  return childrenOf(process.pid).filter((pid) => nameOf(pid).startsWith('minos-sandbox'));
}

/** Waits until `find` gives something: an event in /proc has no other sign. */
export async function until<Found>(find: () => Found | undefined): Promise<Found> {
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The cell that holds a program right now, below this helper. */
export const busyCell = (helper: number) => childrenOf(helper).find((cell) => childrenOf(cell).length > 0);

/** A sandbox for one test, and its helper's process. */
export async function openOwn(cores = oneCore) {
  const before = new Set(helpers());
  const own = await openSandbox({ cores });
  const helper = await until(() => helpers().find((pid) => !before.has(pid)));
  return { own, helper };
}
