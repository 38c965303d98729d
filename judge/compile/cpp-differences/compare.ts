/**
 * One source, compiled with every shortcut and with none: the same program to the last byte, or the same refusal in
 * the same words. With a precompiled header functions may come in another order, and in a large program one may be
 * inlined where it otherwise is not: then the two must at least do the same.
 *
 * Adding a shortcut is adding a line that takes it away.
 */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { differencesOf, type Parts, readParts } from '../../languages/cpp/assembly.ts';
import type { Toolchain } from '../../languages/cpp/toolchain.ts';
import { withToolchain } from '../../languages/cpp.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { compileLimits as limits } from '../compile.ts';
import { explainRefusal } from '../refusal.ts';

export const withoutShortcut = {
  'precompiled headers': (toolchain: Toolchain): Toolchain => ({ ...toolchain, chooseHeader: () => null }),
  runtimes: (toolchain: Toolchain): Toolchain => ({ ...toolchain, runtimes: () => [] }),
} as const;

export interface Workshop {
  sandbox: Sandbox;
  toolchain: Toolchain;
  folder: string;
}

export interface Comparison {
  /** What differs, for whoever has to mend it; null when nothing does. */
  difference: string | null;
  /** Functions with other instructions, of two programs that do the same. */
  inlinedOtherwise: readonly string[];
}

type Made = { program: Buffer } | { message: string };

const same: Comparison = { difference: null, inlinedOtherwise: [] };

export async function compare(workshop: Workshop, code: string): Promise<Comparison> {
  const { toolchain } = workshop;
  const { runtimes, 'precompiled headers': headers } = withoutShortcut;
  const plain = await make(workshop, runtimes(headers(toolchain)), code);
  const ours = await make(workshop, toolchain, code);
  if (isSame(ours, plain)) return same;
  // The other shortcuts have to leave every byte as it is, of a program with a precompiled header too.
  const withHeader = await make(workshop, runtimes(toolchain), code);
  const withRuntime = await make(workshop, headers(toolchain), code);
  const tell = (what: string, made: Made): Comparison => ({
    difference: `differs by ${what}\n── source\n${code}\n── plain: ${show(plain)}\n── with it: ${show(made)}`,
    inlinedOtherwise: [],
  });
  if (!isSame(withRuntime, plain)) return tell('the runtimes', withRuntime);
  if (!isSame(ours, withHeader)) return tell('the runtimes with a precompiled header', ours);
  if (!('program' in ours && 'program' in plain)) return tell('precompiled headers', ours);
  const inlinedOtherwise = await differingParts(workshop, code);
  if (inlinedOtherwise.length === 0 || (await doTheSame(workshop, ours.program, plain.program)))
    return { difference: null, inlinedOtherwise };
  return tell(`precompiled headers\n${inlinedOtherwise.join('\n')}`, ours);
}

async function make({ sandbox, folder }: Workshop, toolchain: Toolchain, code: string): Promise<Made> {
  const workFolder = await mkdtemp(join(folder, 'work-'));
  const program = join(workFolder, 'program');
  const { compile, diagnostics } = withToolchain(toolchain);
  try {
    const source = { language: 'cpp', code: Buffer.from(code) } as const;
    const facts = await compile({ source, program, limits, run: (request) => sandbox.run(request) });
    const refusal = explainRefusal(facts, limits, diagnostics);
    return refusal === null ? { program: await readFile(program) } : { message: sayInEnglish(refusal) };
  } finally {
    await rm(workFolder, { recursive: true });
  }
}

/** Functions and data that differ, when the order in which the compiler writes them is left aside. */
async function differingParts(workshop: Workshop, code: string): Promise<string[]> {
  const header = workshop.toolchain.chooseHeader(Buffer.from(code));
  if (header === null) return ['no header is to blame'];
  const ours = await assemble(workshop, code, ['-include', header]);
  const differences = differencesOf(ours, await assemble(workshop, code, []));
  return differences.map(({ part, kind }) => `${part ?? 'the order of data'}: ${kind}`);
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
      limits,
    });
    if (!facts.collected) throw new Error(`no assembly: ${Buffer.from(facts.stderr)}`);
    return readParts(await readFile(path, 'utf8'));
  } finally {
    await rm(workFolder, { recursive: true });
  }
}

async function doTheSame({ sandbox, folder }: Workshop, ours: Buffer, plain: Buffer): Promise<boolean> {
  const place = await mkdtemp(join(folder, 'run-'));
  const limits = { cpuMs: 5000, wallMs: 60_000, memoryBytes: 256 << 20, outputBytes: 1 << 20, processes: 8 };
  const execute = async (program: Buffer, input: string) => {
    const path = join(place, 'main');
    await writeFile(path, program, { mode: 0o755 });
    const request = { profile: 'program', program: path, stdin: Buffer.from(input), limits } as const;
    const { exitCode, signal, limit, stdout } = await sandbox.run(request);
    return JSON.stringify([exitCode, signal, limit, Buffer.from(stdout).toString('latin1')]);
  };
  try {
    for (const input of ['', '3\n1 2 3\n', '12-ab 3-c\nx y z\n'])
      if ((await execute(ours, input)) !== (await execute(plain, input))) return false;
    return true;
  } finally {
    await rm(place, { recursive: true });
  }
}

function isSame(a: Made, b: Made): boolean {
  if ('program' in a && 'program' in b) return a.program.equals(b.program);
  return 'message' in a && 'message' in b && a.message === b.message;
}

function show(made: Made): string {
  return 'message' in made ? made.message : `a program of ${made.program.length} bytes`;
}
