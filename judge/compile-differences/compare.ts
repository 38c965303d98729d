/**
 * One source, compiled with every shortcut and with none: the same program to the last byte or, where a header with
 * instantiated templates was used, the same functions and data in another order; or the same refusal in the same words.
 * Adding a shortcut is adding a line that takes it away.
 */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { differencesOf, type Parts, readParts } from '../assembly.ts';
import { compileLimits, createCompiler } from '../compile.ts';
import type { ProgramCache } from '../program-cache.ts';
import type { RunRequest, Sandbox } from '../sandbox.ts';
import type { Toolchain } from '../toolchain.ts';

export const withoutShortcut: Readonly<Record<string, (toolchain: Toolchain) => Toolchain>> = {
  'precompiled headers': (toolchain) => ({ ...toolchain, chooseHeaders: () => null }),
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
  const differing =
    'program' in ours && 'program' in plain ? await differingParts(workshop, code) : ['accepted or refused'];
  if (differing.length === 0) return null;
  const guilty: string[] = [];
  for (const shortcut of shortcuts) {
    const alone = await make(workshop, without(shortcuts.filter((each) => each !== shortcut)), code);
    if (!isSame(alone, plain)) guilty.push(shortcut[0]);
  }
  const by = guilty.join(', ') || 'several shortcuts together';
  const what = differing.join('\n');
  return `differs by ${by}\n${what}\n── source\n${code}\n── plain: ${show(plain)}\n── with shortcuts: ${show(ours)}`;
}

/** Functions and data that differ, when the order in which the compiler writes them is left aside. */
async function differingParts(workshop: Workshop, code: string): Promise<string[]> {
  const set = workshop.toolchain.chooseHeaders(Buffer.from(code));
  if (set === null) return ['no header is to blame'];
  const ours = await assemble(workshop, code, ['-include', join(workshop.toolchain.aheadFolder, set.file)]);
  return differencesOf(ours, await assemble(workshop, code, []));
}

async function assemble(
  { sandbox, toolchain, folder }: Workshop,
  code: string,
  include: string[],
): Promise<Parts> {
  const workFolder = await mkdtemp(join(folder, 'assembly-'));
  try {
    const path = join(workFolder, 'main.s');
    const facts = await sandbox.run({
      profile: 'toolchain',
      program: toolchain.compiler,
      args: [...toolchain.flags, ...include, '-S', 'main.cpp', '-o', 'main.s'],
      env: ['PATH=/usr/bin:/bin', 'LC_ALL=C.UTF-8', 'TMPDIR=.'],
      files: { 'main.cpp': Buffer.from(code) },
      readOnly: toolchain.readOnly,
      collect: { name: 'main.s', to: path },
      limits: compileLimits,
    });
    if (!facts.collected) throw new Error(`no assembly: ${Buffer.from(facts.stderr)}`);
    return readParts(await readFile(path, 'utf8'));
  } finally {
    await rm(workFolder, { recursive: true });
  }
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
