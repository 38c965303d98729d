/** Programs of the suite to run, and the sandbox's processes as the kernel shows them. Not used by the product. */

import { existsSync, readFileSync } from 'node:fs';
import { buildSandbox } from '../../sandbox/build.mjs';
import type { RunFacts, RunLimits, RunRequest } from './run-types.ts';
import { openSandbox, type Sandbox, type Tier } from './sandbox.ts';
import { buildCase, loadCases } from './suite.ts';

export const runLimits: RunLimits = {
  cpuMs: 5000,
  wallMs: 60_000,
  memoryBytes: 64 << 20,
  outputBytes: 1 << 20,
  processes: 8,
};

/** For a test in every tier: skips it where this machine has not that one. The one that it chooses itself it has. */
export async function openTier(tier: Tier, skip: (why: string) => never): Promise<Sandbox> {
  try {
    return await openSandbox({ tier, cores: [0] });
  } catch (error) {
    const chosen = await openSandbox({ cores: [0] });
    await chosen.close();
    if (chosen.facts.tier === tier) throw error;
    return skip(`${tier}: ${(error as Error).message}`);
  }
}

/** Or the one there is. */
export const twoCores = [0, 1].filter((core) => existsSync(`/sys/devices/system/cpu/cpu${core}`));

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
export async function openOwn(cores: readonly number[] = [0]) {
  const before = new Set(helpers());
  const own = await openSandbox({ cores });
  const helper = await until(() => helpers().find((pid) => !before.has(pid)));
  return { own, helper };
}
