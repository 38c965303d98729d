/**
 * The parts of the standard library that most programs need, linked together ahead of time.
 *
 * A static link reads all of libstdc++ and libc to take a few hundred members out of them: on one core some 40 ms,
 * more than a small program takes to compile. A runtime is one relocatable object with the members that the sample
 * programs in runtimes/ need and everything those need in turn, chosen by the linker's own rules. A program that
 * needs nothing else links against it in 9 to 17 ms and is the same program but for parts it does not use. One that
 * needs more, or defines a name that the runtime defines too, does not link with it and is then linked as ever.
 *
 * There are three, so that no program gets what would run or take memory before its main without being asked for:
 * the exceptions' reserve of a C++ program, the streams of one that includes them.
 */

import { execFile } from 'node:child_process';
import { chmod, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { leadingHeaders } from './headers.ts';

const run = promisify(execFile);

export interface Runtime {
  file: string;
  /** Names of the programs in runtimes/ whose needs it covers; the last of them is linked with it as a proof. */
  samples: readonly [string, ...string[]];
}

const ofC: Runtime = { file: 'c.o', samples: ['c'] };
const ofContainers: Runtime = { file: 'containers.o', samples: ['c', 'containers'] };
const ofStreams: Runtime = { file: 'streams.o', samples: ['c', 'containers', 'streams'] };
export const runtimes: readonly Runtime[] = [ofC, ofContainers, ofStreams];

const streamHeaders = new Set(['bits/stdc++.h', 'iostream', 'istream', 'ostream', 'fstream', 'sstream']);
/** `cstdio`, `stdio.h`, `unistd.h`, `sys/time.h`. */
const headerOfC =
  /^(c(assert|ctype|errno|float|inttypes|limits|math|stdarg|stddef|stdint|stdio|stdlib|string|time)|[a-z0-9]+(\/[a-z0-9]+)?\.h)$/;

/** By the headers at the top of the source; a wrong guess costs the time of one link that fails. */
export function chooseRuntime(source: Uint8Array, available: readonly Runtime[]): Runtime | null {
  const headers = [...leadingHeaders(source)];
  let best = ofContainers;
  if (headers.some((header) => streamHeaders.has(header))) best = ofStreams;
  else if (headers.every((header) => headerOfC.test(header))) best = ofC;
  return available.includes(best) ? best : null;
}

/** How the compiler's driver would link main.o, taken apart. */
export interface LinkCommand {
  linker: string;
  /** Options and start-up files before the program. */
  before: readonly string[];
  libraries: readonly string[];
  /** The start-up files that come last. */
  after: readonly string[];
}

/** Null where the driver does not say it in the words we know: then every program is linked by the driver. */
export async function readLinkCommand(
  compiler: string,
  flags: readonly string[],
  mold: string | null,
): Promise<LinkCommand | null> {
  const env = { ...process.env, LC_ALL: 'C' };
  const { stderr } = await run(compiler, [...flags, '-###', 'main.o', '-o', 'main'], { env });
  const said = splitWords(stderr.split('\n').findLast((line) => / -o main .*main\.o /.test(line)) ?? '');
  // Without options of the driver's own helper and the plugin for link-time optimisation, which is never asked for.
  const words = said.filter(
    (word, index) => !/^-(plugin|plugin-opt=.*|fuse-ld=.*)$/.test(word) && said[index - 1] !== '-plugin',
  );
  const program = words.indexOf('main.o');
  const isLibrary = (word: string) => /^(-[Ll].*|--(start|end)-group)$/.test(word);
  const after = words.slice(program + 1).filter((word) => !isLibrary(word));
  if (program < 0 || after.length === 0 || !after.every((word) => word.endsWith('.o'))) return null;
  return {
    linker: mold ?? (await toolOf(compiler, 'ld')),
    before: [
      // A cell has one core: threads, and a second process to clean up, would only cost.
      ...(mold === null ? [] : ['--no-fork', '--no-threads']),
      ...words.slice(1, program).filter((word) => !isLibrary(word)),
    ],
    libraries: words.filter(isLibrary),
    after,
  };
}

/** Words as the driver prints them, some in double quotes. */
function splitWords(line: string): string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '',
  );
}

/** Links main.o to main. */
export function linkWith(command: LinkCommand, runtime: string): string[] {
  return [command.linker, ...command.before, 'main.o', runtime, ...command.after];
}

/** Builds one at its place in `folder`, once a program linked with it has run. */
export async function buildRuntime(
  compiler: string,
  flags: readonly string[],
  command: LinkCommand,
  folder: string,
  runtime: Runtime,
): Promise<void> {
  const draft = join(folder, `${process.pid}-${runtime.file}`);
  const ld = await toolOf(compiler, 'ld');
  const nm = await toolOf(compiler, 'nm');
  const made = [draft];
  const make = (suffix: string) => made[made.push(`${draft}-${suffix}`) - 1] as string;
  try {
    const objects: string[] = [];
    for (const sample of runtime.samples) {
      const object = make(`${sample}.o`);
      await run(compiler, [...flags, '-c', samplePath(sample), '-o', object]);
      objects.push(object);
    }
    const startFiles = [...command.before, ...command.after].filter((word) => word.endsWith('.o'));
    const held = new Set(['main', ...(await symbolsOf(nm, ['-g', '--defined-only'], startFiles))]);
    const wanted = (await symbolsOf(nm, ['-u'], [...objects, ...startFiles])).filter(
      (name) => !held.has(name),
    );
    // What the start-up files will define must not be taken from a library. Weak, so that theirs decide.
    const place = make('place.s');
    const placed = make('place.o');
    const lines = [...held].map((name) => `.weak ${name}\n${name}:\n`);
    await writeFile(place, `.text\n${lines.join('')}.section .note.GNU-stack,"",%progbits\n`);
    await run(compiler, ['-c', place, '-o', placed]);
    const needs = wanted.flatMap((name) => ['-u', name]);
    await run(ld, ['-r', '-o', draft, placed, ...needs, ...command.libraries]);
    await prove(command, draft, objects.at(-1) as string, make('proof'));
    await chmod(draft, 0o644);
    await rename(draft, join(folder, runtime.file));
  } finally {
    await Promise.all(made.map((path) => rm(path, { force: true })));
  }
}

async function prove(command: LinkCommand, runtime: string, object: string, program: string): Promise<void> {
  const [linker = '', ...args] = linkWith(command, runtime);
  const named = new Map([
    ['main', program],
    ['main.o', object],
  ]);
  await run(
    linker,
    args.map((word) => named.get(word) ?? word),
  );
  const { stdout } = await run(program);
  if (stdout !== '1\n')
    throw new Error(`a program linked with the runtime printed ${JSON.stringify(stdout)}`);
}

async function toolOf(compiler: string, name: string): Promise<string> {
  return (await run(compiler, [`-print-prog-name=${name}`])).stdout.trim();
}

/** Strong ones only. */
async function symbolsOf(
  nm: string,
  options: readonly string[],
  files: readonly string[],
): Promise<string[]> {
  const { stdout } = await run(nm, ['-P', ...options, ...files], { maxBuffer: 64 << 20 });
  const names = stdout.split('\n').flatMap((line) => /^(\S+) [A-Z]\b/.exec(line)?.[1] ?? []);
  return [...new Set(names)];
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
