import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { usualAllowances } from '#contract/language-limits.ts';
import type { LanguageId } from '#contract/programs.ts';
import { buildSandbox } from '../../sandbox/build.mjs';
import type { RunFacts, RunLimits } from '../sandbox/run-types.ts';
import { openSandbox, type Sandbox, tiers } from '../sandbox/sandbox.ts';
import { buildRequests, childrenOf, oneCore, openOwn, openTier, said } from '../sandbox/testing.ts';
import { getLanguage, type Languages, openLanguages } from './catalogue.ts';
import { requestOf } from './language.ts';
import { roomWithin } from './limits.ts';
import { needLanguage } from './testing.ts';

// A busy machine takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const limits: RunLimits = {
  cpuMs: 10_000,
  wallMs: 60_000,
  memoryBytes: 256 << 20,
  outputBytes: 1 << 20,
  processes: 32,
};

let folder: string;
let sandbox: Sandbox;
let languages: Languages;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minos-interpreters-'));
  await chmod(folder, 0o755);
  sandbox = await openSandbox({ cores: oneCore });
  languages = await openLanguages(folder);
});
afterAll(async () => {
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

let files = 0;
async function file(content: string | Uint8Array): Promise<string> {
  const path = join(folder, `file-${files++}`);
  await writeFile(path, content);
  await chmod(path, 0o644);
  return path;
}

/** As the judge does it, but for the compiler. */
async function run(
  id: LanguageId,
  code: string | Uint8Array,
  {
    input = '20 22\n',
    own = {},
    within = sandbox,
  }: { input?: string; own?: Partial<RunLimits>; within?: Sandbox } = {},
): Promise<RunFacts> {
  const runLimits = { ...limits, ...own };
  const room = roomWithin(usualAllowances[id], runLimits.memoryBytes);
  const launch = getLanguage(languages, id).launch(await file(code), room);
  return within.run(requestOf(launch, { stdin: await file(input), limits: runLimits }));
}

const hostile = (name: string) => readFileSync(new URL(`hostile/${name}`, import.meta.url));
const sources: Partial<Record<LanguageId, Uint8Array>> = {
  python: hostile('python.py'),
  pypy: hostile('python.py'),
  javascript: hostile('javascript.js'),
};

describe.each(Object.entries(sources) as [LanguageId, Uint8Array][])('%s', (id, source) => {
  test('whatever a program tries, no wall gives way', async ({ skip }) => {
    needLanguage(languages, id, skip);
    const facts = await run(id, source);
    expect(said(facts), Buffer.from(facts.stderr).toString()).toBe('done\n');
    expect(facts).toMatchObject({ exitCode: 0, signal: null, limit: null });
  });
});

const sums: Partial<Record<LanguageId, string>> = {
  python: 'print(sum(map(int, input().split())))\n',
  javascript: "console.log(eval(require('fs').readFileSync('/dev/stdin', 'utf8').replace(' ', '+')))\n",
};

test.for(tiers)('interpreters run in tier %s', async (tier, { skip }) => {
  const within = await openTier(tier, skip);
  for (const [id, code] of Object.entries(sums) as [LanguageId, string][])
    expect(said(await run(id, code, { within })), id).toBe('42\n');
  await within.close();
});

test('runs of several languages keep their cells beside each other', async () => {
  const { own, helper } = await openOwn();
  const { sum: native } = await buildRequests();
  const all = async () => {
    await own.run(native);
    for (const [id, code] of Object.entries(sums) as [LanguageId, string][])
      await run(id, code, { within: own });
    return childrenOf(helper);
  };
  await all();
  // A cold cache of the disk may have been charged to the first ones.
  const cells = await all();
  expect(cells).toHaveLength(3);
  expect(await all()).toEqual(cells);
  await own.close();
});

test.for(['python', 'pypy'] as const)(
  '%s: a program judged again does the same again',
  async (id, { skip }) => {
    needLanguage(languages, id, skip);
    const code = 'print({str(i) for i in range(100)}, hash("minos"), id(object()) > 0)\n';
    const first = said(await run(id, code));
    expect(first).toMatch(/^\{'\d+'/);
    expect(said(await run(id, code))).toBe(first);
  },
);

test.for(['python', 'pypy'] as const)(
  '%s: the command that people are told does what the judge does',
  async (id, { skip }) => {
    needLanguage(languages, id, skip);
    const code = 'import sys\nprint(sys.flags.utf8_mode, hash("minos"))\nexit(3)\n';
    const home = await mkdtemp(join(folder, 'home-'));
    await writeFile(join(home, 'main.py'), code);
    const { run: command } = getLanguage(languages, id).commands;
    const { status, stdout } = spawnSync(command, { cwd: home, shell: true, encoding: 'utf8' });
    const facts = await run(id, code);
    expect([status, stdout]).toEqual([3, said(facts)]);
    expect(facts.exitCode).toBe(3);
  },
);

/** As in a container whose own filter has a listener: the helper can have none beside it. */
const takeListener = (helper: string) => `#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int argc, char** argv) {
  struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog code = {1, &allow};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  long fd = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &code);
  if (fd >= 0 ? fcntl(fd, F_SETFD, 0) < 0 : errno != EBUSY) return 9;
  execv(${JSON.stringify(helper)}, argv);
  return 10;
}
`;

test('where nobody can count its pairs of sockets, a program has few descriptors', async () => {
  const helper = join(folder, 'without-listener');
  const source = `${helper}.cpp`;
  await writeFile(source, takeListener(await buildSandbox()));
  execFileSync('g++', [source, '-o', helper]);
  const within = await openSandbox({ helper, cores: oneCore });
  const code = `import os
count = 0
try:
    while True:
        os.dup(0)
        count += 1
except OSError:
    print(count)
`;
  expect(Number(said(await run('python', code)))).toBeGreaterThan(200);
  expect(Number(said(await run('python', code, { within })))).toBeLessThan(64);
  for (const [id, sum] of Object.entries(sums) as [LanguageId, string][])
    expect(said(await run(id, sum, { within })), id).toBe('42\n');
  await within.close();
});

/** Number of the call `execveat`, which no library has a name for. */
const execveat = process.arch === 'arm64' ? 281 : 322;

test('to execute the interpreter again, by the one way there is, brings neither time nor memory', async () => {
  const code = `import ctypes, os, sys, time
libc = ctypes.CDLL(None, use_errno=True)
room = bytearray(64 << 20)
while time.process_time() < 0.4:
    pass
program = sys.executable.encode()
script = b'import time\\nprint("again", flush=True)\\nwhile time.process_time() < 20: pass'
argv = (ctypes.c_char_p * 6)(program, b'-S', b'-B', b'-c', script, None)
libc.syscall(${execveat}, 256, program, argv, (ctypes.c_char_p * 1)(None), 0x1000)
`;
  const facts = await run('python', code, { own: { cpuMs: 800 } });
  expect(said(facts)).toBe('again\n');
  expect(facts.limit).toBe('cpu');
  expect(facts.memoryBytes).toBeGreaterThan(64 << 20);
});

test.each<[string, string, Partial<RunFacts>]>([
  ['a call that only an attack makes', 'libc.ptrace(0, 0, 0, 0)', { signal: 'SIGSYS' }],
  ['another user', 'os.setuid(0)', { signal: 'SIGSYS' }],
  ['memory without end, by threads', 'grow_in_threads()', { limit: 'memory' }],
  ['signals ignored and a loop', 'ignore_and_loop()', { limit: 'cpu' }],
  ['threads that sleep', 'threading.Thread(target=time.sleep, args=(1000,)).start()', { limit: 'wall' }],
  ['a flood by the system call', "while True: os.write(1, b'x' * 65536)", { limit: 'output' }],
  ['a stop', 'os.kill(os.getpid(), signal.SIGSTOP)', { limit: 'wall' }],
])('in Python: %s', async (_, attack, expected) => {
  const code = `import ctypes, os, signal, threading, time
libc = ctypes.CDLL(None, use_errno=True)
def grow_in_threads():
    def grow():
        rooms = []
        while True: rooms.append(bytearray(1 << 20))
    for i in range(4): threading.Thread(target=grow).start()
def ignore_and_loop():
    for number in range(1, 65):
        try: signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError): pass
    while True: pass
${attack}
`;
  const own = { cpuMs: 1000, wallMs: expected.limit === 'wall' ? 300 : 60_000 };
  expect(await run('python', code, { own })).toMatchObject(expected);
  expect(said(await run('python', 'print(sum(map(int, input().split())))\n'))).toBe('42\n');
});
