/** Programs of the suite, and the sandbox's processes as the kernel shows them. Not used by the product. */

import { readFileSync } from 'node:fs';
import { buildCase, loadCases } from './suite.ts';

export async function programOf(name: string): Promise<string> {
  const found = loadCases().find((one) => one.name === name);
  if (!found) throw new Error(`no case ${name}`);
  return buildCase(found);
}

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
