import { readdirSync, readFileSync } from 'node:fs';

/** A process that is not mistaken for a later one with its number. */
export interface ProcessMark {
  readonly pid: number;
  readonly startedAt: string;
  readonly command: string;
}

/** The process and everything below it: for a worker its sandbox helper, the cells and what runs in them. */
export function markTree(root: number): ProcessMark[] {
  const all = readdirSync('/proc')
    .map(Number)
    .filter(Boolean)
    .map(readStat)
    .filter((stat) => stat !== null);
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

export function isAlive({ pid, startedAt }: ProcessMark): boolean {
  const stat = readStat(pid);
  return stat !== null && stat.startedAt === startedAt && stat.state !== 'Z';
}

function readStat(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const [state, parent, ...rest] = text.slice(end + 2).split(' ');
    const command = text.slice(text.indexOf('(') + 1, end);
    return { pid, state, parent: Number(parent), startedAt: rest[17] ?? '', command };
  } catch {
    return null;
  }
}
