/**
 * The hostile suite: sandbox/suite holds one folder a case, `main.cpp` and `case.json`; this file reads, builds
 * and runs them. Adding a case is adding a folder. Used by the tests and by the worker's gate.
 *
 * case.json: `about`, `limits` (over the defaults below), `stdin` or `stdinBytes`, `profile`, `programOf`, `flags` for
 * g++, `interpreterToo` when it has to hold, as it is, in an interpreter's cell as well, `spill`, `collect`, `giveBack`, `expect`, and `verdict` where one is certain. `runs` repeats with other `args`, `files`,
 * `limits`, `expect`, in order and in the same cell; with `onDisk` the files are given by path. In `args`, `{priority}` is
 * that of this process, which a program has from it (a worker may have been started under `nice`). In `expect` a pair of
 * numbers is a range, `oneOf` lists alternatives, `stdoutHas` and `stderrHas` look for a part. `notIn` names tiers that cannot hold the promise,
 * with the reason; `arm64` replaces `expect` there.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { getPriority } from 'node:os';
import { dirname, join } from 'node:path';
import type { RunFacts, RunLimits } from './run-types.ts';
import type { Sandbox, Tier } from './sandbox.ts';

const suiteFolder = join(import.meta.dirname, '../../sandbox/suite');
const defaultBuildFolder = join(import.meta.dirname, '../../sandbox/build/suite');

/** What every machine with a compiler has. */
const shownFolder = '/usr/include';

const defaultLimits: RunLimits = {
  cpuMs: 2000,
  wallMs: 20_000,
  memoryBytes: 256 * 1024 * 1024,
  outputBytes: 1024 * 1024,
  processes: 64,
  fileSizeBytes: 16 * 1024 * 1024,
};

type Expected = Readonly<Record<string, unknown>>;

type SuiteRun = {
  readonly args?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly onDisk?: boolean;
  readonly stdinFile?: string;
  readonly limits?: Partial<RunLimits>;
  readonly expect?: Expected;
  readonly arm64?: Expected;
};

export type SuiteCase = SuiteRun & {
  readonly name: string;
  readonly about: string;
  readonly stdin?: string;
  readonly stdinBytes?: number;
  /** 'interpreter': a program's cell that shows a folder of this machine. */
  readonly profile?: 'program' | 'interpreter' | 'toolchain';
  readonly interpreterToo?: boolean;
  /** The case whose program it is, when another profile holds it: then there is no main.cpp of its own. */
  readonly programOf?: string;
  readonly flags?: readonly string[];
  readonly spill?: boolean;
  readonly collect?: string;
  readonly giveBack?: readonly string[];
  readonly runs?: readonly SuiteRun[];
  readonly notIn?: Partial<Record<Tier, string>>;
  readonly verdict?: string;
};

export function loadCases(): SuiteCase[] {
  return readdirSync(suiteFolder)
    .sort()
    .flatMap((name) => {
      const read = JSON.parse(readFileSync(join(suiteFolder, name, 'case.json'), 'utf8')) as SuiteCase;
      const suiteCase = { ...read, name };
      return read.interpreterToo ? [suiteCase, inInterpretersCell(suiteCase)] : [suiteCase];
    });
}

function inInterpretersCell(suiteCase: SuiteCase): SuiteCase {
  const { name } = suiteCase;
  return { ...suiteCase, name: `interpreter-${name}`, programOf: name, profile: 'interpreter' };
}

export function sourceOf({ name, programOf = name }: SuiteCase): string {
  return join(suiteFolder, programOf, 'main.cpp');
}

/** By path: cases that have a program in common may be built at the same time. */
const building = new Map<string, Promise<void>>();

/** Path of the case's static executable, compiled unless it already is. The sources are ours: no sandbox here. */
export async function buildCase(suiteCase: SuiteCase, folder = defaultBuildFolder): Promise<string> {
  const { name, programOf = name } = suiteCase;
  const source = sourceOf(suiteCase);
  // Not optimised: a compiler would see through half of these programs.
  const flags = ['-std=gnu++20', '-O0', '-w', '-static', '-pthread', ...(suiteCase.flags ?? [])];
  const hash = createHash('sha256')
    .update(flags.join(' '))
    .update(readFileSync(source))
    .digest('hex')
    .slice(0, 16);
  const program = join(folder, `${programOf}-${hash}`);
  const built = building.get(program) ?? (existsSync(program) ? null : compile(source, flags, program));
  if (built) building.set(program, built);
  await built;
  return program;
}

async function compile(source: string, flags: readonly string[], program: string): Promise<void> {
  mkdirSync(dirname(program), { recursive: true });
  const partial = `${program}.${process.pid}`;
  await new Promise<void>((resolve, reject) => {
    const compiler = spawn('g++', [...flags, '-o', partial, source], { stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    compiler.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    compiler.on('error', reject);
    compiler.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${source}: ${errors}`))));
  });
  renameSync(partial, program);
}

/**
 * Runs a built case. `scratch`: a folder the helper may write to. `slowness`: how many times slower than most this
 * machine is (an emulated one); all times of the case are multiplied by it. Returns what differed, one line each.
 */
export async function runCase(
  sandbox: Sandbox,
  suiteCase: SuiteCase,
  program: string,
  scratch: string,
  slowness = 1,
): Promise<string[]> {
  const problems: string[] = [];
  for (const [index, run] of (suiteCase.runs ?? [suiteCase]).entries()) {
    const where = suiteCase.runs ? `run ${index + 1} (${run.args?.join(' ') ?? ''}): ` : '';
    const expected = process.arch === 'arm64' ? (run.arm64 ?? run.expect) : run.expect;
    const actual = await runOnce(sandbox, suiteCase, run, program, scratch, slowness);
    for (const [key, value] of Object.entries(expected ?? {})) {
      const problem = compare(key, isTime(key) ? slowDown(value, slowness) : value, actual);
      if (problem) problems.push(where + problem);
    }
  }
  return problems;
}

type Actual = RunFacts & { readonly spilledBytes: number | null; readonly collectedText: string | null };

async function runOnce(
  sandbox: Sandbox,
  suiteCase: SuiteCase,
  run: SuiteRun,
  program: string,
  scratch: string,
  slowness: number,
): Promise<Actual> {
  const spillTo = join(scratch, 'spilled');
  const collectTo = join(scratch, 'collected');
  const { profile = 'program' } = suiteCase;
  const files = Object.entries(run.files ?? {}).map(([name, text]) => {
    if (!run.onDisk) return [name, Buffer.from(text)] as const;
    const path = join(scratch, `${suiteCase.name}-${name}`);
    writeFileSync(path, text);
    chmodSync(path, 0o666); // whoever cannot change it is kept from it by the sandbox alone
    return [name, path] as const;
  });
  const limits = { ...defaultLimits, ...suiteCase.limits, ...run.limits };
  const facts = await sandbox.run({
    profile: profile === 'interpreter' ? 'program' : profile,
    program,
    args: (run.args ?? []).map((arg) => arg.replace('{priority}', String(getPriority()))),
    stdin: run.stdinFile ? stageInput(suiteCase, run.stdinFile, scratch) : input(suiteCase),
    files: Object.fromEntries(files),
    limits: { ...limits, cpuMs: limits.cpuMs * slowness, wallMs: limits.wallMs * slowness },
    ...(profile === 'toolchain' ? { readOnly: [program] } : {}),
    ...(profile === 'interpreter' ? { readOnly: [shownFolder] } : {}),
    ...(suiteCase.spill ? { spillTo } : {}),
    ...(suiteCase.collect ? { collect: { name: suiteCase.collect, to: collectTo } } : {}),
    ...(suiteCase.giveBack ? { giveBack: suiteCase.giveBack } : {}),
  });
  const spilledBytes = facts.stdoutPath ? statSync(facts.stdoutPath).size : null;
  const collectedText = facts.collected ? readFileSync(collectTo, 'utf8') : null;
  rmSync(spillTo, { force: true });
  rmSync(collectTo, { force: true });
  return { ...facts, spilledBytes, collectedText };
}

/** Where an ordinary user may read it too: the way to the repository may be closed. */
function stageInput(suiteCase: SuiteCase, name: string, scratch: string): string {
  const staged = join(scratch, `${suiteCase.name}-input`);
  copyFileSync(join(dirname(sourceOf(suiteCase)), name), staged);
  chmodSync(staged, 0o644);
  return staged;
}

function input(suiteCase: SuiteCase): Uint8Array {
  if (suiteCase.stdinBytes) return Buffer.alloc(suiteCase.stdinBytes, 'x');
  return Buffer.from(suiteCase.stdin ?? '');
}

const isTime = (key: string) => key === 'cpuMs' || key === 'wallMs';

function slowDown(range: unknown, slowness: number): unknown {
  return Array.isArray(range) ? range.map((bound: number) => bound * slowness) : range;
}

/** `name=content`, of a long one its size. */
function describeFiles(files: RunFacts['givenBack']): string {
  return Object.entries(files)
    .map(
      ([name, bytes]) => `${name}=${bytes.length > 32 ? bytes.length : Buffer.from(bytes).toString('utf8')}`,
    )
    .join(' ');
}

function compare(key: string, expected: unknown, actual: Actual): string | null {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');
  const values: Record<string, unknown> = {
    ...actual,
    stdout: text(actual.stdout),
    stdoutHas: text(actual.stdout),
    stderrHas: text(actual.stderr),
    stderrBytes: actual.stderr.length,
    collected: actual.collectedText,
    givenBack: describeFiles(actual.givenBack),
  };
  const value = values[key];
  const shown = `${key} is ${JSON.stringify(value)}, expected ${JSON.stringify(expected)}`;
  if (key.endsWith('Has')) return String(value).includes(String(expected)) ? null : shown;
  if (Array.isArray(expected)) {
    const [low, high] = expected as [number, number];
    return typeof value === 'number' && value >= low && value <= high ? null : shown;
  }
  const choices = (expected as { oneOf?: unknown[] } | null)?.oneOf ?? [expected];
  return choices.includes(value) ? null : shown;
}
