import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openProgramCache } from './program-cache.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minos-cache-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function program(name: string, bytes: number): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, 'x'.repeat(bytes));
  return path;
}

test('what was stored is there for the next process', async () => {
  const programs = join(folder, 'programs');
  await (await openProgramCache(programs, 1000)).storeProgram('key', await program('a', 10));
  const cache = await openProgramCache(programs, 1000);
  expect(await cache.fetchProgram('key', join(folder, 'b'))).toBe(true);
  expect(await readFile(join(folder, 'b'), 'utf8')).toBe('x'.repeat(10));
  expect(await cache.fetchProgram('other', join(folder, 'c'))).toBe(false);
});

test('messages are kept too', async () => {
  const cache = await openProgramCache(join(folder, 'programs'), 1000);
  await cache.storeMessage('key', 'main.cpp:1: error');
  expect(await cache.fetchMessage('key')).toBe('main.cpp:1: error');
  expect(await cache.fetchMessage('other')).toBeNull();
});

test('the folder stays within its bound and loses what was used longest ago', async () => {
  const programs = join(folder, 'programs');
  const cache = await openProgramCache(programs, 1000);
  for (const [index, key] of ['old', 'used', 'fresh'].entries()) {
    await cache.storeProgram(key, await program(key, 300));
    const when = new Date(Date.now() - 3_600_000 + index * 1000);
    await utimes(join(programs, key), when, when);
  }
  await cache.fetchProgram('old', join(folder, 'in-use'));
  await cache.storeProgram('new', await program('n', 300));
  expect((await readdir(programs)).sort()).toEqual(['new', 'old']);
});

test('a program in use survives its eviction', async () => {
  const cache = await openProgramCache(join(folder, 'programs'), 100);
  await cache.storeProgram('key', await program('a', 90));
  await cache.fetchProgram('key', join(folder, 'in-use'));
  await cache.storeProgram('next', await program('b', 90));
  expect(await cache.fetchProgram('key', join(folder, 'again'))).toBe(false);
  expect(await readFile(join(folder, 'in-use'), 'utf8')).toBe('x'.repeat(90));
});

test('what a killed process had half written is cleared away and never taken for a program', async () => {
  const programs = join(folder, 'programs');
  await openProgramCache(programs, 1000);
  // No process has this number: it is above the kernel's maximum.
  await writeFile(join(programs, '99999999-0'), 'half');
  await openProgramCache(programs, 1000);
  expect(await readdir(programs)).toEqual([]);
});

test('drops everything for a disk that is full, but not what is in use or being stored', async () => {
  const programs = join(folder, 'programs');
  const cache = await openProgramCache(programs, 1000);
  await writeFile(join(folder, 'program'), 'program');
  await cache.storeProgram('key', join(folder, 'program'));
  await cache.fetchProgram('key', join(folder, 'in-use'));
  await writeFile(join(programs, `${process.pid}-9`), 'half');
  await cache.drop();
  expect(await readdir(programs)).toEqual([`${process.pid}-9`]);
  expect(await readFile(join(folder, 'in-use'), 'utf8')).toBe('program');
  expect(await cache.fetchProgram('key', join(folder, 'again'))).toBe(false);
});

test('whenever a process is killed, every entry it leaves is whole', async () => {
  const programs = join(folder, 'programs');
  const bytes = 300_000;
  const script = `
    import { writeFileSync } from 'node:fs';
    import { openProgramCache } from ${JSON.stringify(new URL('./program-cache.ts', import.meta.url).href)};
    const cache = await openProgramCache(${JSON.stringify(programs)}, 1 << 30);
    for (let index = 0; ; index++) {
      const draft = ${JSON.stringify(join(folder, 'draft-'))} + index;
      writeFileSync(draft, 'x'.repeat(${bytes}));
      cache.storeProgram('key-' + index, draft).then(() => console.log(index));
      await new Promise((resolve) => setImmediate(resolve));
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  await openProgramCache(programs, 1 << 30);
  const names = await readdir(programs);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    expect(name).toMatch(/^key-/);
    expect((await stat(join(programs, name))).size).toBe(bytes);
  }
});
