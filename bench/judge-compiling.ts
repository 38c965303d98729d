/** What compiling costs, inside the sandbox and with precompiled headers, beside plain g++ outside of it. */

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { type Compiler, createCompiler } from '#judge/compile/compile.ts';
import { openDiskCache } from '#judge/disk/disk-cache.ts';
import { openProgramCache } from '#judge/disk/program-cache.ts';
import { getLanguage } from '#judge/languages/catalogue.ts';
import type { Judge } from '#judge/run/judge.ts';
import type { RunFacts } from '#judge/sandbox/run-types.ts';
import { fastest, type Line, measureAlternately, ratioLine } from './table.ts';

const run = promisify(execFile);
let emptyCaches = 0;

export async function benchCompiling(judge: Judge, folder: string): Promise<Line[]> {
  const lines: Line[] = [];
  const readAndSort =
    'std::vector<int> a(n); for (auto& x : a) std::cin >> x; std::sort(a.begin(), a.end()); for (int x : a) std::cout << x;';
  const cases: { name: string; headers: string[]; body: string; target: number | null }[] = [
    {
      name: 'bits/stdc++.h',
      headers: ['bits/stdc++.h'],
      body: `std::cin >> n; ${readAndSort}`,
      target: 0.14,
    },
    { name: 'iostream', headers: ['iostream'], body: 'std::cin >> n; std::cout << n;', target: 0.22 },
    {
      name: 'iostream, vector, algorithm',
      headers: ['iostream', 'vector', 'algorithm'],
      body: `std::cin >> n; ${readAndSort}`,
      target: 0.65,
    },
    {
      name: 'vector, iostream, map, cmath',
      headers: ['vector', 'iostream', 'map', 'cmath', 'algorithm'],
      body: `std::cin >> n; std::map<int, double> m; m[n] = std::sqrt(n); ${readAndSort}`,
      target: 0.65,
    },
    {
      name: 'cstdio, vector, algorithm',
      headers: ['cstdio', 'vector', 'algorithm'],
      body: 'scanf("%d", &n); std::vector<int> a(n); std::sort(a.begin(), a.end()); printf("%d", a[0]);',
      target: 0.65,
    },
    {
      name: 'cstdio, cmath',
      headers: ['cstdio', 'cmath'],
      body: 'scanf("%d", &n); printf("%f", std::sqrt(n * 1.0));',
      target: 0.65,
    },
    {
      name: 'algorithm, cstdio',
      headers: ['algorithm', 'cstdio'],
      body: 'int a[9]; scanf("%d", a); std::sort(a, a + 9); printf("%d", a[0]);',
      target: 0.65,
    },
    { name: 'cstdio', headers: ['cstdio'], body: 'scanf("%d", &n); printf("%d", n);', target: 0.65 },
    {
      name: 'vector',
      headers: ['vector', 'cstdio'],
      body: 'scanf("%d", &n); std::vector<int> a; for (; n--;) a.push_back(n); printf("%d", a[0]);',
      target: 0.65,
    },
  ];
  for (const { name, headers, body, target } of cases) {
    const code = `${headers.map((header) => `#include <${header}>\n`).join('')}int main() { int n = 0; ${body} }\n`;
    const path = join(folder, 'main.cpp');
    await writeFile(path, code);
    const plain = ['-O2', '-std=gnu++20', '-static', '-DONLINE_JUDGE', path, '-o', join(folder, 'main')];
    let facts: RunFacts | null = null;
    const compiler = await emptyCompiler(judge, folder, (seen) => {
      facts = seen;
    });
    let bareCpuMs = Number.POSITIVE_INFINITY;
    let cpuMs = Number.POSITIVE_INFINITY;
    const { bareMs, oursMs } = await measureAlternately(
      7,
      async () => {
        bareCpuMs = Math.min(bareCpuMs, await cpuTimeOf('g++', plain));
      },
      async (round) => {
        // Another comment is another source, which no cache knows.
        const compiled = await compiler.compile({
          language: 'cpp',
          code: Buffer.from(`${code}// ${round}\n`),
        });
        if (!compiled.ok) throw new Error(sayInEnglish(compiled.said));
        void compiled.release();
        cpuMs = Math.min(cpuMs, (facts as RunFacts | null)?.cpuMs ?? 0);
      },
    );
    await compiler.settle();
    const line = ratioLine(`compile: ${name}`, oursMs, bareMs, target);
    lines.push({ ...line, ratio: `${line.ratio} (CPU ${(cpuMs / bareCpuMs).toFixed(2)})` });
  }
  return [...lines, await benchCachedCompile(judge)];
}

/** The judge's compiler with an empty cache, telling what the sandbox saw. */
export async function emptyCompiler(
  { languages, sandbox }: Pick<Judge, 'languages' | 'sandbox'>,
  folder: string,
  tell: (facts: RunFacts) => void,
): Promise<Compiler> {
  return createCompiler({
    languageOf: (id) => getLanguage(languages, id),
    cache: await openProgramCache(openDiskCache(1 << 30), join(folder, `programs-${emptyCaches++}`)),
    workFolder: folder,
    async run(request, { signal }) {
      const facts = await sandbox.run(request, signal);
      tell(facts);
      return facts;
    },
  });
}

/** User and system time of a command and all it starts, which a busy machine stretches far less than wall time. */
export async function cpuTimeOf(command: string, args: readonly string[]): Promise<number> {
  const { stdout } = await run('bash', ['-c', '"$@" && times', 'bash', command, ...args]);
  const ofChildren = stdout.trim().split('\n').at(-1) ?? '';
  return [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000,
    0,
  );
}

async function benchCachedCompile(judge: Judge): Promise<Line> {
  const source = { language: 'cpp', code: Buffer.from(`int main() {} // ${process.pid}\n`) } as const;
  const compile = async () => {
    const compiled = await judge.compiler.compile(source);
    if (compiled.ok) await compiled.release();
  };
  const first = await fastest(1, compile);
  const again = await fastest(20, compile);
  return { ...ratioLine('compile: the same source again', again, first, null), target: 'no compiler run' };
}
