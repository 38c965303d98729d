/**
 * One source, compiled with every shortcut and with none: the same program to the last byte, or the same refusal in
 * the same words. Adding a shortcut is adding a line that takes it away.
 */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createCompiler } from '../compile.ts';
import type { ProgramCache } from '../program-cache.ts';
import type { RunRequest, Sandbox } from '../sandbox.ts';
import type { Toolchain } from '../toolchain.ts';

export const withoutShortcut: Readonly<Record<string, (toolchain: Toolchain) => Toolchain>> = {
  'precompiled headers': (toolchain) => ({ ...toolchain, headerSets: () => [] }),
  runtimes: (toolchain) => ({ ...toolchain, runtimes: () => [] }),
};

export interface Workshop {
  sandbox: Sandbox;
  toolchain: Toolchain;
  folder: string;
}

type Made = { program: Buffer } | { message: string };

/** What differs, for whoever has to mend it; null when nothing does. */
export async function differenceOf(workshop: Workshop, code: string): Promise<string | null> {
  const shortcuts = Object.entries(withoutShortcut);
  const without = (some: typeof shortcuts) =>
    some.reduce((all, [, remove]) => remove(all), workshop.toolchain);
  const plain = await make(workshop, without(shortcuts), code);
  const ours = await make(workshop, workshop.toolchain, code);
  if (isSame(ours, plain)) return null;
  const guilty: string[] = [];
  for (const shortcut of shortcuts) {
    const alone = await make(workshop, without(shortcuts.filter((each) => each !== shortcut)), code);
    if (!isSame(alone, plain)) guilty.push(shortcut[0]);
  }
  const by = guilty.join(', ') || 'several shortcuts together';
  return `differs by ${by}\n── source\n${code}\n── plain: ${show(plain)}\n── with shortcuts: ${show(ours)}`;
}

/** Nothing is asked for twice. */
const noCache: ProgramCache = {
  fetchProgram: async () => false,
  storeProgram: async () => {},
  fetchMessage: async () => null,
  storeMessage: async () => {},
};

async function make({ sandbox, folder }: Workshop, toolchain: Toolchain, code: string): Promise<Made> {
  const workFolder = await mkdtemp(join(folder, 'work-'));
  const run = (request: RunRequest, { signal }: { signal?: AbortSignal }) => sandbox.run(request, signal);
  try {
    const compiler = createCompiler({ toolchain, cache: noCache, workFolder, run });
    const compiled = await compiler.compile({ code: Buffer.from(code) });
    return compiled.ok ? { program: await readFile(compiled.program) } : { message: compiled.message };
  } finally {
    await rm(workFolder, { recursive: true });
  }
}

function isSame(a: Made, b: Made): boolean {
  if ('program' in a && 'program' in b) return a.program.equals(b.program);
  return 'message' in a && 'message' in b && a.message === b.message;
}

function show(made: Made): string {
  return 'message' in made ? made.message : `a program of ${made.program.length} bytes`;
}
