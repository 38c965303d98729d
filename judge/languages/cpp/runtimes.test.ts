import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { compileLimits } from '../../compile/compile.ts';
import { explainRefusal } from '../../compile/refusal.ts';
import type { RunFacts } from '../../sandbox/run-types.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { openTestSandbox } from '../../sandbox/testing.ts';
import { withToolchain } from '../cpp.ts';
import { allOf } from '../limits.ts';
import { findExecutable } from '../tools.ts';
import { chooseRuntime, runtimes } from './runtimes.ts';
import { openToolchain, type Toolchain } from './toolchain.ts';

// Compilers and a busy machine take their time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let folder: string;
let sandbox: Sandbox;
let toolchain: Toolchain;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minos-runtimes-'));
  sandbox = await openTestSandbox();
  const shared = process.env.MINOS_BUILT_AHEAD;
  toolchain = shared ? await openToolchain(shared) : await openToolchain(folder, []);
  await toolchain.buildAhead();
});
afterAll(async () => {
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Compiles with the runtimes or without: the program's bytes, or the refusal. */
async function compile(code: string, used: Toolchain) {
  const program = join(folder, 'program');
  const cpp = withToolchain(used);
  const compiled = await cpp.compile({
    source: { language: 'cpp', code: Buffer.from(code) },
    program,
    limits: compileLimits,
    run: (request) => sandbox.run(request),
  });
  const refusal = explainRefusal(compiled, compileLimits, cpp.diagnostics);
  if (refusal !== null) return { message: sayInEnglish(refusal) };
  const bytes = await readFile(program);
  const limits = { cpuMs: 1000, wallMs: 3000, memoryBytes: 1 << 28, outputBytes: 1 << 20, processes: 4 };
  const facts: RunFacts = await sandbox.run({ ...cpp.launch(program, allOf(limits)), limits });
  return { bytes, printed: Buffer.from(facts.stdout).toString() };
}

/** With the runtimes as it should be, and what comes of the whole libraries. */
async function both(code: string) {
  const ours = await compile(code, toolchain);
  const plain = await compile(code, { ...toolchain, runtimes: () => [] });
  // Not compared by toEqual, which would print megabytes.
  if (ours.bytes && plain.bytes) expect(ours.bytes.equals(plain.bytes)).toBe(true);
  expect({ ...ours, bytes: null }).toEqual({ ...plain, bytes: null });
  return ours;
}

/** Where the driver cannot link, only the other way is left. */
const compileFastOnly = (code: string) =>
  compile(code, { ...toolchain, flags: [...toolchain.flags, '-Wl,--no-such-option'] });

const programs = {
  'C alone':
    '#include <cstdio>\nint main() { int n = 42; printf("%d %.3f", n, 1.5); putchar(10); puts("x"); }',
  'C, with memory, time and numbers': `#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
int compare(const void* a, const void* b) { return *(int*)a - *(int*)b; }
int main() {
  srand(time(0));
  int n = 5, *a = (int*)malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) a[i] = rand() % 2 + i * 10;
  qsort(a, n, sizeof(int), compare);
  char s[100];
  sprintf(s, "%d", a[4] / 10 + (int)sqrt(2.0 * n) + (clock() < 0));
  printf("%s %zu\\n", s, strlen(s));
  free(a);
}`,
  containers: `#include <map>
#include <cstdio>
int main() { std::map<int, int> m{{1, 2}}; try { m.at(3); } catch (const std::exception&) { printf("%d", m[1]); } }`,
  'containers and algorithms': `#include <algorithm>
#include <cstdio>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>
using namespace std;
int main() {
  vector<pair<int, int>> v{{3, 1}, {2, 2}};
  sort(v.begin(), v.end());
  priority_queue<long long> q;
  q.push(v[0].first);
  unordered_map<string, int> m;
  m["x" + to_string(q.top())]++;
  set<int> s{1, 2};
  printf("%d %zu", *s.lower_bound(2), m.size());
}`,
  streams: `#include <iostream>
#include <sstream>
struct Last { ~Last() { std::cout << "last"; } } last;
int main() { std::istringstream in("7 x"); int n; in >> n; std::cout << n + 0.5 << std::endl; }`,
  'all headers, with a pragma first': `#pragma GCC optimize("O3")
#include <bits/stdc++.h>
#define int long long
using namespace std;
signed main() {
  ios::sync_with_stdio(false);
  cin.tie(nullptr);
  int n = 3;
  vector<int> a(n);
  iota(a.begin(), a.end(), 1);
  mt19937_64 random(5);
  shuffle(a.begin(), a.end(), random);
  string s;
  getline(cin, s);
  cout << fixed << setprecision(3) << accumulate(a.begin(), a.end(), 0LL) / 2.0 << ' ' << s.size() << '\\n';
}`,
};

describe('a program of the usual kind', () => {
  for (const [name, code] of Object.entries(programs)) {
    test(`is linked with what was put together ahead, and is the same to the last byte: ${name}`, async () => {
      const { printed } = await both(code);
      expect(printed).not.toBe('');
      if (toolchain.runtimes().length > 0) expect(await compileFastOnly(code)).toMatchObject({ printed });
    });
  }
});

describe('a program that does not go with what was put together ahead', () => {
  test('because it needs more of the library, links as ever', async () => {
    const code = `#include <iostream>
#include <thread>
int main() { std::thread([] { std::cout << 1; }).join(); }`;
    expect(await both(code)).toMatchObject({ printed: '1' });
    if (toolchain.runtimes().length > 0) expect(await compileFastOnly(code)).toHaveProperty('message');
  });

  test('because it does not link at all, is told so in the same words', async () => {
    const code = '#include <cstdio>\nint missing(int);\nint main() { printf("%d", missing(1)); }';
    expect((await both(code)).message).toContain('missing(int)');
  });

  test('because it has no main, is told so in the same words', async () => {
    for (const code of [
      '',
      '// to do',
      'int f() { return 1; }',
      '#include <cstdio>\nint Main() { return 1; }',
    ])
      expect((await both(code)).message).toMatch(/undefined.*\bmain\b/);
  });

  test('although it asks for more of the library without a use for it', async () => {
    // Whoever takes regcomp takes the member that defines regexec too, which then goes before the program's.
    const asm = (text: string) => `#include <cstdio>
extern "C" __attribute__((weak)) void regexec() { puts("own"); }
asm("${text}");
int main() { puts("main"); ((volatile int*)regexec)[0]; }`;
    for (const text of ['.globl regcomp', '.reloc ., R_X86_64_NONE, regcomp', '.comm regcomp,8,8'])
      await both(asm(process.arch === 'arm64' ? text.replace('X86_64', 'AARCH64') : text));
  });
});

describe('names of the library that a program defines itself', () => {
  test('are its own wherever they are used', async () => {
    const code = `#include <cstdio>
int time = 3, read = 4;
extern "C" int rand() { return 5; }
extern "C" char* strtok(char*, const char*) noexcept { return nullptr; }
int main() { printf("%d", time + read + rand()); }`;
    expect(await both(code)).toMatchObject({ printed: '12' });
  });

  test('are its own when they are inline', async () => {
    const code = `#include <cstdlib>
#include <cstdio>
__attribute__((noinline)) inline int rand() noexcept { return 4; }
int main() { printf("%d", rand()); }`;
    expect(await both(code)).toMatchObject({ printed: '4' });
  });

  test('are its own when they are weak, also for the library', async () => {
    const code = `#include <cstdio>
#include <cstdlib>
extern "C" __attribute__((weak)) int rand() noexcept { return 6; }
__attribute__((weak)) void* operator new(size_t size) { puts("new"); return malloc(size); }
#include <string>
int main() { printf("%d %zu", rand(), std::string(100, 'x').append("y").size()); }`;
    expect((await both(code)).printed).toMatch(/^new\n(new\n)?6 101$/);
  });

  test('are its own when they are an allocator', async () => {
    const code = `#include <cstdio>
#include <cstdlib>
#include <map>
static int news = 0;
void* operator new(size_t size) { news++; return malloc(size); }
void operator delete(void* p) noexcept { free(p); }
void operator delete(void* p, size_t) noexcept { free(p); }
int main() { std::map<int, int> m; m[1] = 2; printf("%d", news); }`;
    expect(await both(code)).toMatchObject({ printed: '1' });
  });
});

test('they are there where mold is, which alone gains by them', async () => {
  expect(toolchain.runtimes()).toEqual((await findExecutable('ld.mold')) ? runtimes : []);
});

test('which of them is taken follows from the headers', () => {
  const chosen = (code: string) => chooseRuntime(Buffer.from(code), runtimes)?.file;
  expect(chosen('#include <cstdio>\n#include <string.h>\n')).toBe('c.a');
  expect(chosen('#include <cstdio>\n#include <vector>\n')).toBe('containers.a');
  expect(chosen('#include <chrono>\n')).toBe('containers.a');
  expect(chosen('#include <vector>\n#include <iostream>\n')).toBe('streams.a');
  expect(chosen('#define int long long\n#include <bits/stdc++.h>\n')).toBe('streams.a');
});

test('a source cannot hold up the worker while its headers are read', () => {
  const before = process.threadCpuUsage();
  chooseRuntime(Buffer.from('#include<'.repeat(7000)), runtimes);
  // A millisecond; half a second when each of them was read to the end of the line.
  expect(process.threadCpuUsage(before).user).toBeLessThan(100_000);
});
