/** What it costs to leave templates out of precompiled headers, beside headers that are built the ordinary way. */

import { readdir, stat } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { withoutPluginHeaders, wrapCompiler } from '#judge/languages/cpp/precompile-testing.ts';
import { openToolchain, type Toolchain } from '#judge/languages/cpp/toolchain.ts';
import { cpp, withToolchain } from '#judge/languages/cpp.ts';
import type { Judge } from '#judge/run/judge.ts';
import { cpuTimeOf, emptyCompiler } from './judge-compiling.ts';
import { type Line, ratioLine } from './table.ts';

const buildAhead = fileURLToPath(new URL('../scripts/build-ahead.ts', import.meta.url));
const small =
  '#include <bits/stdc++.h>\nint main() { int n; std::cin >> n; std::vector<int> a(n); std::sort(a.begin(), a.end()); }\n';

export async function benchAhead(judge: Judge, folder: string): Promise<Line[]> {
  const ordinaryCompiler = await wrapCompiler(join(folder, 'ordinary'), ...withoutPluginHeaders);
  const ordinaryPath = `${dirname(ordinaryCompiler)}${delimiter}${process.env.PATH}`;
  const ordinary = await build(judge, join(folder, 'ordinary-ahead'), ordinaryPath);
  const ours = await build(judge, join(folder, 'ours-ahead'), process.env.PATH ?? '');
  return [
    ratioLine('built ahead: CPU time', ours.cpuMs, ordinary.cpuMs, 1.5),
    sizeLine('built ahead: disk', ours.diskBytes, ordinary.diskBytes, 1.15),
    sizeLine('memory of the compiler, bits/stdc++.h', ours.memoryBytes, ordinary.memoryBytes, 1),
  ];
}

async function build(judge: Judge, cache: string, path: string) {
  const cpuMs = await cpuTimeOf('env', [`PATH=${path}`, process.execPath, buildAhead, cache, 'cpp']);
  const own = process.env.PATH;
  process.env.PATH = path;
  const toolchain = await openToolchain(cache);
  process.env.PATH = own;
  const names = await readdir(toolchain.aheadFolder);
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(toolchain.aheadFolder, name))).size),
  );
  return {
    cpuMs,
    diskBytes: sizes.reduce((sum, size) => sum + size, 0),
    memoryBytes: await memoryOf(judge, toolchain, cache),
  };
}

async function memoryOf({ sandbox }: Judge, toolchain: Toolchain, folder: string): Promise<number> {
  let memoryBytes = 0;
  const installed = { cpp: { ...cpp, ...withToolchain(toolchain) } };
  const languages = { installed, missing: new Map(), reopen: async () => {} };
  const compiler = await emptyCompiler({ languages, sandbox }, folder, (facts) => {
    memoryBytes = facts.memoryBytes;
  });
  const compiled = await compiler.compile({ language: 'cpp', code: Buffer.from(small) });
  if (!compiled.ok) throw new Error(sayInEnglish(compiled.said));
  await compiled.release();
  return memoryBytes;
}

function sizeLine(what: string, ours: number, ordinary: number, target: number): Line {
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  return {
    ...ratioLine(what, ours, ordinary, target),
    measured: megabytes(ours),
    baseline: megabytes(ordinary),
  };
}
