/**
 * The parts of the standard library that most programs need, put together ahead of time.
 *
 * mold looks into every member of libstdc++ and libc before it takes a few hundred of them: some 50 ms, more than a
 * small program takes to compile. A runtime is one archive with the members that the sample programs in runtimes/ need
 * and what those need in turn, unchanged and in the order of the libraries. The linker takes from it what a program
 * needs by its own rules, so the program is byte for byte the one that comes of the whole libraries.
 *
 * This holds for every object that a contestant can make, whatever names it defines or asks for and how:
 * - Of all members that define a name, the linker prefers one. If a runtime has any of them, it has that one.
 * - Every name that is defined by left out members alone is defined by the runtime's last member. As soon as the
 *   linker would take one of the members left out, it takes this one. That ends the link, because it defines `_start`
 *   once more, and then the program is linked with the whole libraries.
 *
 * There are three, because the linker's time grows with the members it has to look at.
 */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Member, readArchive, writeArchive } from './archives.ts';

const run = promisify(execFile);

export interface Runtime {
  file: string;
  /** Names of the programs in runtimes/ whose needs it covers. */
  samples: readonly [string, ...string[]];
}

const ofC: Runtime = { file: 'c.a', samples: ['c'] };
const ofContainers: Runtime = { file: 'containers.a', samples: ['c', 'containers'] };
const ofStreams: Runtime = { file: 'streams.a', samples: ['c', 'containers', 'streams'] };
export const runtimes: readonly Runtime[] = [ofC, ofContainers, ofStreams];

const streamHeaders = new Set(['bits/stdc++.h', 'iostream', 'istream', 'ostream', 'fstream', 'sstream']);
/** `cstdio`, `stdio.h`, `unistd.h`, `sys/time.h`. */
const headerOfC =
  /^(c(assert|ctype|errno|float|inttypes|limits|math|stdarg|stddef|stdint|stdio|stdlib|string|time)|[a-z0-9]+(\/[a-z0-9]+)?\.h)$/;

/** By the headers that the source seems to include; a wrong guess costs the time of one link that fails. */
export function chooseRuntime(source: Uint8Array, available: readonly Runtime[]): Runtime | null {
  const text = Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString('latin1');
  const headers = [...text.matchAll(/#[ \t]*include[ \t]*<([^<>\n]+)>/g)].map(([, header = '']) => header);
  let best = ofContainers;
  if (headers.some((header) => streamHeaders.has(header))) best = ofStreams;
  else if (headers.every((header) => headerOfC.test(header))) best = ofC;
  return available.includes(best) ? best : null;
}

/** How the compiler's driver has main.o linked by mold, taken apart. */
export interface LinkCommand {
  mold: string;
  /** Options and start-up files before the program. */
  before: readonly string[];
  /** Archives, in the linker's order. */
  libraries: readonly string[];
  /** The start-up files that come last. */
  after: readonly string[];
}

/** Null where the driver does not say it in the words we know: then every program is linked by the driver. */
export async function readLinkCommand(
  compiler: string,
  flags: readonly string[],
  mold: string,
): Promise<LinkCommand | null> {
  const env = { ...process.env, LC_ALL: 'C' };
  const { stderr } = await run(compiler, [...flags, '-###', 'main.o', '-o', 'main'], { env });
  const said = splitWords(stderr.split('\n').findLast((line) => / -o main .*main\.o /.test(line)) ?? '');
  // Without words that are for the driver's own helper.
  const words = said.filter((word) => !/^-(fno-lto|fuse-ld=.*)$/.test(word));
  const program = words.indexOf('main.o');
  const isLibrary = (word: string) => /^(-[Ll].*|--(start|end)-group)$/.test(word);
  const after = words.slice(program + 1).filter((word) => !isLibrary(word));
  if (program < 0 || after.length === 0 || !after.every((word) => word.endsWith('.o'))) return null;
  const libraries = await findLibraries(words);
  if (libraries === null) return null;
  return {
    mold,
    before: [
      // A cell has one core: threads, and a second process to clean up, would only cost.
      '--no-fork',
      '--no-threads',
      ...words.slice(1, program).filter((word) => !isLibrary(word)),
    ],
    libraries,
    after,
  };
}

/** Words as the driver prints them, some in double quotes. */
function splitWords(line: string): string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '',
  );
}

/** The archives behind `-l…`, each once; null when one is not found or is neither an archive nor a group of them. */
async function findLibraries(words: readonly string[]): Promise<string[] | null> {
  const folders = words.filter((word) => word.startsWith('-L')).map((word) => word.slice(2));
  const found = new Set<string>();
  for (const word of words.filter((each) => each.startsWith('-l'))) {
    const candidates = folders.map((folder) => join(folder, `lib${word.slice(2)}.a`));
    const path = candidates.find((candidate) => existsSync(candidate));
    if (path === undefined) return null;
    const bytes = await readFile(path);
    const script = readArchive(bytes) ? null : bytes.toString('latin1');
    const group = script === null ? [path] : /\bGROUP *\(([^()]*)\)/.exec(script)?.[1]?.trim().split(/\s+/);
    if (!group?.every((each) => each.startsWith('/') && each.endsWith('.a'))) return null;
    for (const each of group) found.add(each);
  }
  return [...found];
}

/** Links main.o to main. */
export function linkWith(command: LinkCommand, runtime: string): string[] {
  return [command.mold, ...command.before, 'main.o', runtime, ...command.after];
}

/** A member of a library, and what it has to do with others. */
interface Part extends Member {
  /** How the linker ranks the names that it defines: lower goes before higher, then the order of members. */
  defines: Map<string, Rank>;
  /** Names for which the linker takes other members. */
  needs: string[];
}

const ranks = { strong: 0, weak: 1, common: 2 } as const;
type Rank = (typeof ranks)[keyof typeof ranks];

/** Builds them at their places in `folder`, once programs linked with them were the same as with the libraries. */
export async function buildRuntimes(
  compiler: string,
  flags: readonly string[],
  command: LinkCommand,
  folder: string,
  missing: readonly Runtime[],
  signal?: AbortSignal,
): Promise<void> {
  const work = await mkdtemp(join(folder, `${process.pid}-`));
  try {
    const nm = await toolOf(compiler, 'nm');
    const parts = (await Promise.all(command.libraries.map((path) => readParts(nm, path)))).flat();
    const startFiles = [...command.before, ...command.after].filter((word) => word.endsWith('.o'));
    const objectsOf = await compileSamples(compiler, flags, work, missing, signal);
    for (const { file, samples } of missing) {
      signal?.throwIfAborted();
      const objects = samples.flatMap((sample) => objectsOf.get(sample) ?? []);
      const wanted = (await readSymbols(nm, [...objects, ...startFiles])).flatMap(({ needs }) => needs);
      const chosen = chooseParts(parts, wanted);
      const rest = await buildRest(compiler, parts, chosen, join(work, 'rest'));
      const members = [...parts.filter((part) => chosen.has(part)), rest];
      await writeFile(join(work, file), writeArchive(members));
      await chmod(join(work, file), 0o644);
      for (const object of objects) await prove(compiler, flags, command, join(work, file), object, work);
      await rename(join(work, file), join(folder, file));
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Each sample's objects: optimised and not, since the optimiser puts other functions for some that are called. */
async function compileSamples(
  compiler: string,
  flags: readonly string[],
  folder: string,
  needed: readonly Runtime[],
  signal?: AbortSignal,
): Promise<Map<string, string[]>> {
  const objects = new Map<string, string[]>();
  for (const sample of new Set(needed.flatMap(({ samples }) => samples))) {
    const levels = ['-O0', '-O2'].map((level) => ({ level, object: join(folder, `${sample}${level}.o`) }));
    for (const { level, object } of levels)
      await run(
        compiler,
        [...flags, level, '-c', samplePath(sample), '-o', object],
        signal ? { signal } : {},
      );
    objects.set(
      sample,
      levels.map(({ object }) => object),
    );
  }
  return objects;
}

async function readParts(nm: string, library: string): Promise<Part[]> {
  const members = readArchive(await readFile(library)) ?? [];
  const symbols = await readSymbols(nm, [library]);
  if (members.length !== symbols.length) throw new Error(`${nm} does not list the members of ${library}`);
  return members.map((member, index) => ({ ...member, ...(symbols[index] as Symbols) }));
}

type Symbols = Pick<Part, 'defines' | 'needs'>;

/** Of each of several objects, or of each member of an archive, in order. */
async function readSymbols(nm: string, files: readonly string[]): Promise<Symbols[]> {
  const { stdout } = await run(nm, ['-g', '-P', ...files], { maxBuffer: 64 << 20 });
  const all: Symbols[] = [];
  for (const line of stdout.split('\n')) {
    if (/^\S.*:$/.test(line)) all.push({ defines: new Map(), needs: [] });
    const [, name, type] = /^(\S+) ([A-Za-z])( |$)/.exec(line) ?? [];
    if (name === undefined || type === undefined) continue;
    if (type === 'U') all.at(-1)?.needs.push(name);
    else if (!/[wv]/.test(type)) all.at(-1)?.defines.set(name, rankOf(type));
  }
  return all;
}

function rankOf(type: string): Rank {
  if (/[WV]/.test(type)) return ranks.weak;
  return /c/i.test(type) ? ranks.common : ranks.strong;
}

/**
 * The members that the names need and what those need in turn. After that, of the names that these define, the members
 * that the linker prefers, without what they need: hardly a program makes the linker take one.
 */
function chooseParts(parts: readonly Part[], wanted: readonly string[]): Set<Part> {
  const preferred = new Map<string, { part: Part; rank: Rank }>();
  for (const part of parts) {
    for (const [name, rank] of part.defines)
      if (rank < (preferred.get(name)?.rank ?? Number.POSITIVE_INFINITY)) preferred.set(name, { part, rank });
  }
  const chosen = new Set<Part>();
  function choose(names: readonly string[], namesOf: (part: Part) => Iterable<string>): void {
    const open = [...names];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const part = preferred.get(name)?.part;
      if (part === undefined || chosen.has(part)) continue;
      chosen.add(part);
      open.push(...namesOf(part));
    }
  }
  choose(wanted, ({ needs }) => needs);
  const defined = [...chosen].flatMap(({ defines }) => [...defines.keys()]);
  choose(defined, ({ defines }) => defines.keys());
  return chosen;
}

/** The last member: it defines what the members left out define, and cannot be part of any program. */
async function buildRest(
  compiler: string,
  parts: readonly Part[],
  kept: Set<Part>,
  path: string,
): Promise<Member> {
  const present = new Set([...kept].flatMap((part) => [...part.defines.keys()]));
  const names = new Map<string, Rank>();
  for (const part of parts.filter((each) => !kept.has(each))) {
    for (const [name, rank] of part.defines)
      if (!present.has(name)) names.set(name, Math.min(rank, names.get(name) ?? rank) as Rank);
  }
  const lines = [...names, ['_start', ranks.strong] as const].map(([name, rank]) => {
    if (rank === ranks.common) return `.comm "${name}",1\n`;
    return `.${rank === ranks.weak ? 'weak' : 'globl'} "${name}"\n"${name}":\n`;
  });
  await writeFile(`${path}.s`, `.text\n${lines.join('')}.section .note.GNU-stack,"",%progbits\n`);
  await run(compiler, ['-c', `${path}.s`, '-o', `${path}.o`]);
  return { name: 'rest.o', bytes: await readFile(`${path}.o`) };
}

async function prove(
  compiler: string,
  flags: readonly string[],
  command: LinkCommand,
  runtime: string,
  object: string,
  folder: string,
): Promise<void> {
  const [plain, program] = [join(folder, 'plain'), join(folder, 'program')];
  const named = new Map([
    ['main', program],
    ['main.o', object],
  ]);
  const [linker = '', ...args] = linkWith(command, runtime).map((word) => named.get(word) ?? word);
  await run(linker, args);
  await run(compiler, [...flags, object, '-o', plain]);
  if (!(await readFile(plain)).equals(await readFile(program)))
    throw new Error('a program linked with the runtime is not the one linked with the libraries');
}

async function toolOf(compiler: string, name: string): Promise<string> {
  return (await run(compiler, [`-print-prog-name=${name}`])).stdout.trim();
}

/** What runtimes are made of: another release of a library, or another sample, makes others. */
export async function describeParts(compiler: string): Promise<string[]> {
  const libraries = ['libc.a', 'libm.a', 'libstdc++.a', 'libgcc.a', 'crt1.o'].map(async (name) => {
    const { stdout } = await run(compiler, [`-print-file-name=${name}`]);
    const { size, mtimeMs } = await stat(stdout.trim());
    return `${name} ${size} ${mtimeMs}`;
  });
  const samples = ofStreams.samples.map((name) => readFile(samplePath(name), 'utf8'));
  return Promise.all([...libraries, ...samples]);
}

function samplePath(name: string): string {
  return fileURLToPath(new URL(`runtimes/${name}.cpp`, import.meta.url));
}
