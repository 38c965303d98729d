import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCompiler } from './compile.ts';
import { openDiskCache } from './disk-cache.ts';
import { openProgramCache } from './program-cache.ts';
import { buildRuntime, chooseRuntime, readLinkCommand, runtimes } from './runtimes.ts';
import { openSandbox, type RunFacts, type Sandbox } from './sandbox.ts';
import { openToolchain, type Toolchain } from './toolchain.ts';

// Compilers and a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let sandbox: Sandbox;
let toolchain: Toolchain;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minos-runtimes-'));
  sandbox = await openSandbox();
  toolchain = await openToolchain(folder, []);
  await toolchain.buildAhead();
});
afterAll(async () => {
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Compiles with the runtimes or without, runs, and tells what came of it. */
async function run(code: string, withRuntimes: boolean) {
  const compiler = createCompiler({
    toolchain: withRuntimes ? toolchain : { ...toolchain, runtimes: () => [] },
    cache: await openProgramCache(openDiskCache(1 << 30), join(folder, `programs-${Math.random()}`)),
    workFolder: folder,
    run: (request, { signal }) => sandbox.run(request, signal),
  });
  const compiled = await compiler.compile({ code: Buffer.from(code) });
  if (!compiled.ok) return { message: compiled.message };
  const limits = { cpuMs: 1000, wallMs: 3000, memoryBytes: 1 << 28, outputBytes: 1 << 20, processes: 4 };
  const facts: RunFacts = await sandbox.run({ profile: 'program', program: compiled.program, limits });
  const bytes = await readFile(compiled.program);
  await compiled.release();
  return { printed: Buffer.from(facts.stdout).toString(), facts, usesRuntime: bytes.includes('\0srand\0') };
}

const programs = {
  'C alone': '#include <cstdio>\nint main() { printf("%d %.3f", 42, 1.5); }',
  containers: `#include <map>
#include <cstdio>
int main() { std::map<int, int> m{{1, 2}}; try { m.at(3); } catch (const std::exception&) { printf("%d", m[1]); } }`,
  streams: `#include <iostream>
#include <sstream>
struct Last { ~Last() { std::cout << "last"; } } last;
int main() { std::istringstream in("7 x"); int n; in >> n; std::cout << n + 0.5 << std::endl; }`,
};

describe('a program of the usual kind', () => {
  for (const [name, code] of Object.entries(programs)) {
    test(`is linked with what was linked ahead, and does the same in the same memory: ${name}`, async () => {
      const [fast, plain] = [await run(code, true), await run(code, false)];
      expect(fast.usesRuntime).toBe(true);
      expect(plain.usesRuntime).toBe(false);
      expect(fast.printed).toBe(plain.printed);
      expect(fast.printed).not.toBe('');
      const grown = (fast.facts?.memoryBytes ?? 0) - (plain.facts?.memoryBytes ?? 0);
      expect(Math.abs(grown)).toBeLessThan(256 * 1024);
    });
  }
});

describe('a program that does not go with what was linked ahead', () => {
  test('because it needs more of the library, links as ever', async () => {
    const code = `#include <iostream>
#include <regex>
#include <thread>
int main() { std::thread([] { std::cout << std::regex_match("aab", std::regex("a*b")); }).join(); }`;
    expect(await run(code, true)).toMatchObject({ printed: '1' });
  });

  test('because it defines names of the library itself, keeps its own', async () => {
    const code = `#include <cstdio>
int time = 3, read = 4;
extern "C" int rand() { return 5; }
extern "C" char* strtok(char*, const char*) noexcept { return nullptr; }
int main() { printf("%d", time + read + rand()); }`;
    expect(await run(code, true)).toMatchObject({ printed: '12' });
  });

  test('because it has its own allocator, uses it everywhere', async () => {
    const code = `#include <cstdio>
#include <cstdlib>
#include <map>
static int news = 0;
void* operator new(size_t size) { news++; return malloc(size); }
void operator delete(void* p) noexcept { free(p); }
void operator delete(void* p, size_t) noexcept { free(p); }
int main() { std::map<int, int> m; m[1] = 2; printf("%d", news); }`;
    expect(await run(code, true)).toMatchObject({ printed: '1' });
  });

  test('because it does not link at all, is told so in the same words', async () => {
    const code = '#include <cstdio>\nint missing(int);\nint main() { printf("%d", missing(1)); }';
    const told = await run(code, true);
    expect(told).toEqual(await run(code, false));
    expect(told.message).toContain('missing(int)');
  });
});

test('what is linked ahead follows from the headers', () => {
  const chosen = (code: string) => chooseRuntime(Buffer.from(code), runtimes)?.file;
  expect(chosen('#include <cstdio>\n#include <string.h>\n')).toBe('c.o');
  expect(chosen('#include <cstdio>\n#include <vector>\n')).toBe('containers.o');
  expect(chosen('#include <chrono>\n')).toBe('containers.o');
  expect(chosen('#include <vector>\n#include <iostream>\n')).toBe('streams.o');
  expect(chosen('#include <bits/stdc++.h>\n')).toBe('streams.o');
});

test('the system’s own linker can do it too, and nothing else is left behind', async () => {
  const flags = toolchain.flags.filter((flag) => !flag.startsWith('-fuse-ld'));
  const command = await readLinkCommand(toolchain.compiler, flags, null);
  if (command === null) throw new Error('the driver’s link command was not understood');
  const own = await mkdtemp(join(folder, 'system-'));
  for (const runtime of runtimes) await buildRuntime(toolchain.compiler, flags, command, own, runtime);
  expect((await readdir(own)).sort()).toEqual(runtimes.map(({ file }) => file).sort());
});
