import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunRequest } from './run-types.ts';
import { openSandbox, type Sandbox, SandboxFault, tiers } from './sandbox.ts';
import { buildRequests, oneCore, openTier, programOf, runLimits, said, twoCores } from './testing.ts';

const scratch = mkdtempSync(join(tmpdir(), 'minos-sandbox-'));
let sandbox: Sandbox;
let sum: RunRequest;

beforeAll(async () => {
  ({ sum } = await buildRequests());
  sandbox = await openSandbox({ cores: twoCores });
}, 120_000);

afterAll(async () => {
  await sandbox.close();
  rmSync(scratch, { recursive: true, force: true });
});

test('many runs at once come back each with its own facts', async () => {
  const all = Array.from({ length: 200 }, (_, i) =>
    sandbox.run({ ...sum, stdin: Buffer.from(`2\n${i} 1\n`) }),
  );
  const ends = (await Promise.all(all)).map((facts) => {
    const { exitCode, signal, limit } = facts;
    return { said: said(facts), exitCode, signal, limit };
  });
  expect(ends).toEqual(all.map((_, i) => ({ said: `${i + 1}\n`, exitCode: 0, signal: null, limit: null })));
});

test('a missing program or input is the judge’s fault, not the contestant’s', async () => {
  await expect(sandbox.run({ ...sum, program: '/nowhere/program' })).rejects.toThrow(SandboxFault);
  await expect(sandbox.run({ ...sum, stdin: '/nowhere/input' })).rejects.toThrow(
    '/nowhere/input: No such file',
  );
  await expect(sandbox.run({ ...sum, files: { '../x': Buffer.from('x') } })).rejects.toThrow(
    'not a plain file name',
  );
  expect(said(await sandbox.run(sum))).toBe('42\n');
});

test('arguments that a cell has no room for are refused, and the cell serves on', async () => {
  const withArgs = (...args: string[]) => sandbox.run({ ...sum, args });
  await expect(withArgs('x'.repeat(128 << 10))).rejects.toThrow('arguments are too long');
  await expect(withArgs(...Array<string>(1024).fill('x'))).rejects.toThrow('too many arguments');
  expect(said(await withArgs('x'.repeat(100_000), ...Array<string>(1022).fill('x')))).toBe('42\n');
});

test('a file the kernel will not execute is a fact: its author chose what is in it', async () => {
  const text = join(scratch, 'text');
  for (const content of ['not a program', '#!/nowhere/interpreter\n', '']) {
    writeFileSync(text, content);
    chmodSync(text, 0o755);
    expect(await sandbox.run({ ...sum, program: text })).toMatchObject({
      exitCode: 127,
      signal: null,
      limit: null,
    });
  }
  chmodSync(text, 0o600);
  await expect(sandbox.run({ ...sum, program: text })).rejects.toThrow('exec: Permission denied');
  expect(said(await sandbox.run(sum))).toBe('42\n');
});

test('a result that cannot be kept is the judge’s fault, not the contestant’s', async () => {
  const program = await programOf('toolchain-collect');
  const compile = (name: string, to: string) =>
    sandbox.run({
      ...sum,
      profile: 'toolchain',
      program,
      args: ['file'],
      readOnly: [program],
      collect: { name, to },
      limits: { ...runLimits, fileSizeBytes: 8 << 20 },
    });
  const nowhere = join(scratch, 'no-such-folder', 'result');
  await expect(compile('result', nowhere)).rejects.toThrow(`cannot write ${nowhere}: No such file`);
  expect((await compile('something else', nowhere)).collected).toBe(false);
  expect((await compile('result', join(scratch, 'result'))).collected).toBe(true);
});

test('a compiler sees a read-only folder whose way is closed to others, as under /root', async () => {
  const closed = join(scratch, 'closed');
  mkdirSync(join(closed, 'open'), { recursive: true });
  writeFileSync(join(closed, 'open', 'header'), 'content');
  chmodSync(closed, 0o700);
  const facts = await sandbox.run({
    ...sum,
    profile: 'toolchain',
    program: '/bin/cat',
    args: [join(closed, 'open', 'header')],
    readOnly: ['/bin', '/usr/bin', '/lib', '/lib64', '/usr/lib', '/usr/lib64', join(closed, 'open')],
    limits: { ...runLimits, fileSizeBytes: 1 << 20 },
  });
  expect({ code: facts.exitCode, said: said(facts) }).toEqual({ code: 0, said: 'content' });
});

test('of standard error the beginning is kept and the end, whatever came between', async () => {
  const [first, last] = [60 << 10, 4 << 10];
  const numbers = Array.from({ length: 20_000 }, (_, i) => `${i + 1}\n`).join('');
  // Around what is kept of either, and where what lies between begins to be thrown away.
  for (const size of [0, first, first + 1, first + last, first + last + 1, first + 2 * last + 1, 100_000]) {
    const { stderr } = await sandbox.run({
      ...sum,
      profile: 'toolchain',
      program: '/bin/sh',
      args: ['-c', `seq 20000 | head -c ${size} >&2`],
      env: ['PATH=/usr/bin:/bin'],
      readOnly: ['/bin', '/usr/bin', '/lib', '/lib64', '/usr/lib', '/usr/lib64'],
      limits: { ...runLimits, fileSizeBytes: 1 << 20 },
    });
    const printed = numbers.slice(0, size);
    const kept = printed.slice(0, first) + printed.slice(Math.max(first, size - last));
    expect(Buffer.from(stderr).toString() === kept, `${stderr.length} bytes kept of ${size}`).toBe(true);
  }
});

describe('files for a checker', () => {
  const names = ['input', 'output', 'answer'];
  const show = (own: Sandbox, files: RunRequest['files'], args: string[] = []) =>
    programOf('files-for-a-checker').then((program) =>
      own.run({ ...sum, program, files: files ?? {}, args }),
    );

  test.for(tiers)('are shown and not copied: %s', async (tier, { skip }) => {
    const own = await openTier(tier, skip);
    const big = join(scratch, 'big-answer');
    writeFileSync(big, '');
    truncateSync(big, 256 << 20); // takes no room, but as a copy it would
    const files = { input: big, output: big, answer: big };
    expect(said(await show(own, files, ['hollow']))).toBe(names.map((name) => `${name}=hollow\n`).join(''));
    expect(said(await show(own, {}))).toBe(names.map((name) => `no ${name}\n`).join(''));
    await own.close();
  });

  test.for(tiers)('cannot be executed, be they programs: %s', async (tier, { skip }) => {
    const own = await openTier(tier, skip);
    const program = await programOf('ways-to-execute');
    expect(said(await own.run({ ...sum, program, files: { file: sum.program } }))).toBe('done\n');
    await own.close();
  });

  test('may lie where the way is closed to others, as under /root, but must be readable', async () => {
    const closed = join(scratch, 'closed-files');
    mkdirSync(closed);
    const input = join(closed, 'input');
    writeFileSync(input, 'content');
    chmodSync(closed, 0o700);
    expect(said(await show(sandbox, { input }))).toContain('input=content\n');
    chmodSync(input, 0o200);
    await expect(show(sandbox, { input })).rejects.toThrow(`${input}: Permission denied`);
    await expect(show(sandbox, { input: '/nowhere' })).rejects.toThrow('/nowhere: No such file');
    await expect(show(sandbox, { input: closed })).rejects.toThrow('Invalid argument');
    expect(said(await show(sandbox, {}))).toBe(names.map((name) => `no ${name}\n`).join(''));
  });

  test('sent along are small: too much is refused, and the cell serves on', async () => {
    await expect(show(sandbox, { input: Buffer.alloc(2 << 20) })).rejects.toThrow('No space left');
    expect(said(await show(sandbox, { input: Buffer.from('content') }))).toContain('input=content\n');
  });
});

describe('what others have written to the disk', () => {
  const size = 1 << 20;

  /** How much of what was written to it still waits in memory after `meanwhile`. */
  async function waitsAfter(meanwhile: (path: string) => Promise<unknown> | unknown): Promise<number> {
    const path = join(scratch, 'written');
    writeFileSync(path, Buffer.alloc(size, 'x'));
    await meanwhile(path);
    const before = droppedBytes();
    truncateSync(path, 0);
    rmSync(path);
    return droppedBytes() - before;
  }

  /** What this process has spared the disk by taking it back in time. */
  function droppedBytes(): number {
    return Number(/^cancelled_write_bytes: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
  }

  test.for(['program', 'toolchain'] as const)('waits whatever a %s asks for', async (profile, { skip }) => {
    if ((await waitsAfter(() => {})) !== size) skip('the temporary folder is not on a disk');
    const program = await programOf('disk-calls');
    const ask = (stdin: string) =>
      sandbox.run({
        ...sum,
        profile,
        program,
        stdin,
        ...(profile === 'toolchain' && {
          readOnly: [program],
          limits: { ...runLimits, fileSizeBytes: 1 << 20 },
        }),
      });
    // The kernel may write it out of its own accord, but not each time.
    let waits = 0;
    for (let tries = 0; tries < 10 && waits < size; tries++)
      waits = await waitsAfter(async (path) => expect(said(await ask(path))).toBe('done\n'));
    expect(waits).toBe(size);
  });

  test('does not when the disk is asked', async () => {
    const flush = (path: string) => {
      const file = openSync(path, 'r');
      fsyncSync(file);
      closeSync(file);
    };
    expect(await waitsAfter(flush)).toBe(0);
  });
});

test('an allocation that fails has its cause in the facts, whatever its size', async () => {
  // How much is granted depends on the machine; that a refusal is seen must not.
  const own = await openSandbox({ cores: oneCore, tier: 'rlimits' });
  const program = await programOf('malloc-null');
  for (const megabytes of [900, 1200, 3000, 6000, 12_000, 24_000, 48_000]) {
    const facts = await own.run({ ...sum, program, args: [String(megabytes * 1_000_000)] });
    // Refused one way (mmap), malloc may still succeed another way (brk).
    const explained = facts.exitCode === 0 || facts.refusedBytes > 0;
    expect({ megabytes, explained }).toEqual({ megabytes, explained: true });
  }
  await own.close();
});

test('output of 32 MB goes to the file it should, byte for byte', async () => {
  const spillTo = join(scratch, 'big');
  const big = { ...runLimits, outputBytes: 64 << 20 };
  const request = {
    ...sum,
    program: await programOf('one-long-line'),
    args: [String(32 << 20), '1'],
    spillTo,
    limits: big,
  };
  const facts = await sandbox.run(request);
  expect(facts).toMatchObject({ exitCode: 0, outputBytes: 32 << 20, stdoutPath: spillTo });
  expect(statSync(spillTo).size).toBe(32 << 20);
});
