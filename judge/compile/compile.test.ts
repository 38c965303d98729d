import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { openDiskCache } from '../disk/disk-cache.ts';
import { openProgramCache } from '../disk/program-cache.ts';
import { headerSets } from '../languages/cpp/headers.ts';
import { openToolchain, type Toolchain } from '../languages/cpp/toolchain.ts';
import { withToolchain } from '../languages/cpp.ts';
import type { Source } from '../languages/language.ts';
import { openTestBench, type TestBench } from '../run/testing.ts';
import { JudgeFault } from '../sandbox/fault.ts';
import type { RunFacts, RunRequest } from '../sandbox/run-types.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { openTestSandbox } from '../sandbox/testing.ts';
import { type Compiler, type CompilerTools, compileLimits, createCompiler } from './compile.ts';

// Compilers and a busy machine take their time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let sandbox: Sandbox;
let bench: TestBench;
let toolchain: Toolchain;
beforeAll(async () => {
  sandbox = await openTestSandbox();
  bench = await openTestBench({ sandbox });
  // Precompiled headers take too long to build for this; where they are there already, they are used.
  const sets = process.env.MINOS_BUILT_AHEAD ? headerSets : [];
  toolchain = await openToolchain(join(bench.folder, 'cache'), sets);
  await toolchain.buildAhead();
});
afterAll(async () => {
  await bench?.close();
  await sandbox?.close();
});

/** A compiler with an empty cache that counts how often g++ is run. `tools`: in place of the usual ones. */
async function freshCompiler(tools: Partial<CompilerTools> = {}) {
  const cacheFolder = join(bench.folder, `programs-${Math.random()}`);
  const runs: RunRequest[] = [];
  const compiler = createCompiler({
    languageOf: () => withToolchain(toolchain),
    cache: await openProgramCache(openDiskCache(1 << 30), cacheFolder),
    workFolder: bench.folder,
    run: (request, { signal }) => {
      runs.push(request);
      return sandbox.run(request, signal);
    },
    ...tools,
  });
  return { compiler, runs, cacheFolder };
}

/** What becomes of a source whose program nobody is going to run. */
async function compileOnly(compiler: Compiler, source: Omit<Source, 'language'>) {
  const compiled = await compiler.compile({ ...source, language });
  if (compiled.ok) await compiled.release();
  return compiled;
}

function runProgram(program: string, input = ''): Promise<RunFacts> {
  const limits = { cpuMs: 1000, wallMs: 3000, memoryBytes: 1 << 28, outputBytes: 1 << 20, processes: 4 };
  return sandbox.run({ profile: 'program', program, stdin: Buffer.from(input), limits });
}

const language = 'cpp';
const adder = Buffer.from(
  '#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b; }\n',
);

describe('a source that compiles', () => {
  test('becomes a program that runs', async () => {
    const { compiler } = await freshCompiler();
    const compiled = await compiler.compile({ language, code: adder });
    if (!compiled.ok) throw new Error(sayInEnglish(compiled.said));
    const facts = await runProgram(compiled.program, '2 40');
    expect(Buffer.from(facts.stdout).toString()).toBe('42');
    await compiled.release();
  });

  test('is compiled once, although several ask at the same time and again later', async () => {
    const { compiler, runs } = await freshCompiler();
    const together = await Promise.all([1, 2, 3].map(() => compiler.compile({ language, code: adder })));
    for (const compiled of together) if (compiled.ok) await compiled.release();
    const later = await compileOnly(compiler, { code: adder });
    expect([...together, later].map((compiled) => compiled.ok)).toEqual([true, true, true, true]);
    expect(runs).toHaveLength(1);
  });

  test('sees ONLINE_JUDGE, C++20 and the files beside it', async () => {
    const { compiler } = await freshCompiler();
    const code = Buffer.from(`#include "own.h"
#include <ranges>
#ifndef ONLINE_JUDGE
#error not the judge
#endif
static_assert(__cplusplus >= 202002L);
int main() { return own; }`);
    const files = { 'own.h': Buffer.from('constexpr int own = 0;\n') };
    expect(await compileOnly(compiler, { code, files })).toMatchObject({ ok: true });
  });

  test('compiles although a precompiled header has vanished', async () => {
    const vanished = join(toolchain.aheadFolder, 'vanished.h');
    const cpp = withToolchain({ ...toolchain, chooseHeader: () => vanished });
    const { compiler } = await freshCompiler({ languageOf: () => cpp });
    expect(await compileOnly(compiler, { code: adder })).toMatchObject({ ok: true });
  });

  test('leaves no file behind but the cached program', async () => {
    const { compiler, cacheFolder } = await freshCompiler();
    const before = await readdir(bench.folder);
    await compileOnly(compiler, { code: adder });
    expect((await readdir(bench.folder)).sort()).toEqual(before.sort());
    expect(await readdir(cacheFolder)).toHaveLength(1);
  });
});

describe('a source that does not compile', () => {
  test('is told so from the cache the second time', async () => {
    const { compiler, runs } = await freshCompiler();
    const code = Buffer.from('int main() { return undeclared; }');
    const first = await compiler.compile({ language, code });
    await compiler.settle();
    expect(await compiler.compile({ language, code })).toEqual(first);
    expect(runs).toHaveLength(1);
    expect(first).toMatchObject({
      ok: false,
      said: {
        code: 'verbatim',
        params: { text: expect.stringMatching(/^main\.cpp:.*error: ‘undeclared’/s) },
      },
    });
  });
});

describe('a compiler that the machine has not let finish', () => {
  const facts: RunFacts = {
    ...{ cpuMs: 1, wallMs: 1, memoryBytes: 1, outputBytes: 0, refusedBytes: 0 },
    ...{ exitCode: 1, signal: null, limit: null, collected: false },
    ...{ stdout: new Uint8Array(), stdoutPath: null, stderr: new Uint8Array(), givenBack: {} },
  };
  const killed = Buffer.from('g++: fatal error: Killed signal terminated program cc1plus\n');

  test('is asked again at once when a part of it was killed', async () => {
    let isFirst = true;
    const { compiler } = await freshCompiler({
      run(request, { signal }) {
        const fails = isFirst;
        isFirst = false;
        return fails ? Promise.resolve({ ...facts, stderr: killed }) : sandbox.run(request, signal);
      },
    });
    expect(await compileOnly(compiler, { code: adder })).toMatchObject({ ok: true });
  });

  test('has said nothing about the source that would be kept', async () => {
    let isCalm = false;
    const { compiler } = await freshCompiler({
      run: (request, { signal }) =>
        isCalm ? sandbox.run(request, signal) : Promise.resolve({ ...facts, stderr: killed }),
    });
    expect(await compileOnly(compiler, { code: adder })).toMatchObject({ ok: false });
    await compiler.settle();
    isCalm = true;
    expect(await compileOnly(compiler, { code: adder })).toMatchObject({ ok: true });
  });

  test.each([
    ['the compiler itself', { exitCode: null, signal: 'SIGKILL' }],
    ['what a shell had started', { exitCode: 137 }],
  ])('is the judge’s trouble and no verdict when it was killed: %s', async (_, end) => {
    const { compiler } = await freshCompiler({ run: async () => ({ ...facts, ...end }) });
    await expect(compileOnly(compiler, { code: adder })).rejects.toThrow(JudgeFault);
  });
});

describe('the size of a program', () => {
  test('may be large', async () => {
    const { compiler } = await freshCompiler();
    const code = Buffer.from("int numbers[7'000'000] = {1};\nint main() { return numbers[5]; }\n");
    expect(await compileOnly(compiler, { code })).toMatchObject({ ok: true });
  });

  test('does not count what has no initial value', async () => {
    const { compiler } = await freshCompiler();
    const code = Buffer.from("int numbers[100'000'000];\nint main() { return numbers[5]; }\n");
    expect(await compileOnly(compiler, { code })).toMatchObject({ ok: true });
  });
});

test('an object made to look like one of the link-time optimiser does not reach it', async () => {
  const { compiler } = await freshCompiler();
  const sections = ['.gnu.lto_.symtab.1', '.gnu.lto_main.1'].map(
    (name) => `.section ${name},\\"e\\",%progbits\\n.byte 1\\n`,
  );
  const code = `asm("${sections.join('')}.text\\n.comm __gnu_lto_slim,1,1\\n");\nint main() {}\n`;
  const compiled = await compileOnly(compiler, { code: Buffer.from(code) });
  // One linker refuses such an object, the other takes it for what it is.
  if (!compiled.ok)
    expect(sayInEnglish(compiled.said)).toContain('LTO object file because no -plugin option was given');
});

describe('cancelling', () => {
  const slow = readFileSync(new URL('./suite/template-bomb/main.cpp', import.meta.url));

  test('one who waits leaves; the other still gets the program', async () => {
    const { compiler, runs } = await freshCompiler();
    const controller = new AbortController();
    const leaving = compiler.compile({ language, code: adder }, { signal: controller.signal });
    const staying = compiler.compile({ language, code: adder });
    controller.abort(new Error('changed my mind'));
    await expect(leaving).rejects.toThrow('changed my mind');
    const compiled = await staying;
    expect(compiled.ok).toBe(true);
    if (compiled.ok) await compiled.release();
    expect(runs).toHaveLength(1);
  });

  test('when all have left, the compiler is stopped', async () => {
    const started = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<unknown>();
    const { compiler } = await freshCompiler({
      async run(request, { signal }) {
        started.resolve();
        return sandbox.run(request, signal).catch((error: unknown) => {
          ended.resolve(error);
          throw error;
        });
      },
    });
    const controller = new AbortController();
    const compiling = compiler.compile({ language, code: slow }, { signal: controller.signal });
    await started.promise;
    controller.abort(new Error('enough'));
    await expect(compiling).rejects.toThrow('enough');
    expect(await ended.promise).toBeInstanceOf(Error);
  });
});

describe('attacks on the compiler', () => {
  const suite = new URL('./suite/', import.meta.url);
  for (const name of readdirSync(suite)) {
    const folder = new URL(`${name}/`, suite);
    const code = readFileSync(new URL('main.cpp', folder));
    const {
      about,
      expect: expected,
      limits,
    } = JSON.parse(readFileSync(new URL('case.json', folder), 'utf8'));
    test(`${name}: ${about}`, async () => {
      const { compiler } = await freshCompiler({ limits: { ...compileLimits, ...limits } });
      const compiled = await compileOnly(compiler, { code });
      if (compiled.ok) throw new Error('it compiles');
      const message = sayInEnglish(compiled.said);
      expect(message).toContain(expected);
      expect(message).not.toMatch(/\/usr\/|\/lib\/|\/tmp\/|root:|minos/);
      expect(message).not.toContain(process.cwd());
      expect(message.length).toBeLessThan(10_000);
    });
  }

  test('after all of them an ordinary source still compiles', async () => {
    const { compiler } = await freshCompiler();
    expect(await compileOnly(compiler, { code: adder })).toMatchObject({ ok: true });
  });
});
