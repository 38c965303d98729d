import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { words } from '#contract/words.ts';
import { openDiskCache, type Shelf } from './disk-cache.ts';
import { openProgramCache } from './program-cache.ts';
import { openWorkFolder } from './work-folder.ts';

let folder: string;
let files: string;
let programs: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minos-cache-'));
  files = join(folder, 'files');
  programs = join(folder, 'programs');
});
afterEach(() => rm(folder, { recursive: true }));

const text = (bytes: number) => 'x'.repeat(bytes);

async function makeProgram(name: string, bytes: number): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text(bytes));
  return path;
}

const store = (shelf: Shelf, name: string, bytes: number) =>
  shelf.store(name, (draft) => writeFile(draft, text(bytes)));

/** As if it had been used so many hours ago. */
async function age(path: string, hours: number): Promise<void> {
  const when = new Date(Date.now() - hours * 3_600_000);
  await utimes(path, when, when);
}

test('a folder that does not belong there is removed like anything else that was not used for long', async () => {
  const shelf = await openDiskCache(1000).addShelf(files);
  await mkdir(join(files, 'stray', 'inside'), { recursive: true });
  await age(join(files, 'stray'), 1);
  for (const name of ['a', 'b', 'c']) await store(shelf, name, 400);
  expect(await readdir(files)).not.toContain('stray');
  expect(await shelf.find('c')).not.toBeNull();
});

test('what was stored is there for the next process', async () => {
  await (await openProgramCache(openDiskCache(1000), programs)).storeProgram(
    'key',
    await makeProgram('a', 10),
  );
  const cache = await openProgramCache(openDiskCache(1000), programs);
  expect(await cache.fetchProgram('key', join(folder, 'b'))).toBe(true);
  expect(await readFile(join(folder, 'b'), 'utf8')).toBe(text(10));
  expect(await cache.fetchProgram('other', join(folder, 'c'))).toBe(false);
});

test('messages are kept too', async () => {
  const cache = await openProgramCache(openDiskCache(1000), programs);
  const said = words('compiling_took_too_long', {
    seconds: 1,
    printed: { text: 'main.cpp:1:', isCut: false },
  });
  await cache.storeRefusal('key', said);
  expect(await cache.fetchRefusal('key')).toEqual(said);
  expect(await cache.fetchRefusal('other')).toBeNull();
});

test('files and programs have one bound, and what was used longest ago goes first, whichever it is', async () => {
  const cache = openDiskCache(1000);
  const shelf = await cache.addShelf(files);
  const compiled = await openProgramCache(cache, programs);
  await store(shelf, 'old-file', 300);
  await compiled.storeProgram('old-program', await makeProgram('a', 300));
  await store(shelf, 'used-file', 300);
  await age(join(files, 'old-file'), 3);
  await age(join(programs, 'old-program'), 2);
  await age(join(files, 'used-file'), 1);
  expect(await shelf.find('old-file')).toBe(join(files, 'old-file'));
  await compiled.storeProgram('new-program', await makeProgram('b', 300));
  expect([...(await readdir(files)), ...(await readdir(programs))].sort()).toEqual([
    'new-program',
    'old-file',
  ]);
});

test('an entry that is stored again and again counts once, and nothing else goes for it', async () => {
  const shelf = await openDiskCache(1000).addShelf(files);
  await store(shelf, 'other', 300);
  await age(join(files, 'other'), 1);
  await Promise.all(Array.from({ length: 20 }, () => store(shelf, 'same', 300)));
  for (let again = 0; again < 20; again++) await store(shelf, 'same', 300);
  expect((await readdir(files)).sort()).toEqual(['other', 'same']);
});

test('what somebody else removed counts no more', async () => {
  const shelf = await openDiskCache(1000).addShelf(files);
  for (const name of ['a', 'b', 'c']) await store(shelf, name, 300);
  await rm(join(files, 'a'));
  expect(await shelf.find('a')).toBeNull();
  await store(shelf, 'd', 300);
  expect((await readdir(files)).sort()).toEqual(['b', 'c', 'd']);
});

test('what is held stays, also when it alone is too much, and goes when it is let go', async () => {
  const shelf = await openDiskCache(1000).addShelf(files);
  const release = shelf.hold(['held', 'held-too']);
  const releaseAgain = shelf.hold(['held']);
  await store(shelf, 'held', 900);
  await store(shelf, 'held-too', 900);
  await age(join(files, 'held'), 1);
  await store(shelf, 'passing', 300);
  release();
  expect((await readdir(files)).sort()).toEqual(['held', 'held-too']);
  await store(shelf, 'passing', 300);
  expect(await readdir(files)).toEqual(['held']);
  releaseAgain();
});

test('a program in use survives its eviction', async () => {
  const cache = await openProgramCache(openDiskCache(100), programs);
  await cache.storeProgram('key', await makeProgram('a', 90));
  await cache.fetchProgram('key', join(folder, 'in-use'));
  await cache.storeProgram('next', await makeProgram('b', 90));
  expect(await cache.fetchProgram('key', join(folder, 'again'))).toBe(false);
  expect(await readFile(join(folder, 'in-use'), 'utf8')).toBe(text(90));
});

test('a start clears away what killed processes left, whatever their number, and keeps to the bound', async () => {
  await mkdir(files);
  // In a container the process that was killed had our number.
  await writeFile(join(files, `draft-${process.pid}-00000000-0`), 'half');
  await writeFile(join(files, 'draft-1-00000000-0'), 'half');
  await writeFile(join(files, 'old'), text(900));
  await age(join(files, 'old'), 1);
  await writeFile(join(files, 'entry'), text(700));
  const shelf = await openDiskCache(1000).addShelf(files);
  expect(await readdir(files)).toEqual(['entry']);
  expect(await shelf.find('entry')).not.toBeNull();
  const work = join(folder, 'work');
  await mkdir(join(work, `${process.pid}-0000`, 'import-x'), { recursive: true });
  const first = await openWorkFolder(work);
  const second = await openWorkFolder(work);
  expect((await readdir(work)).map((name) => join(work, name)).sort()).toEqual([first, second].sort());
});

test('drops everything for a disk that is full, but not what is in use or being stored', async () => {
  const cache = openDiskCache(1000);
  const shelf = await cache.addShelf(files);
  const compiled = await openProgramCache(cache, programs);
  await compiled.storeProgram('key', await makeProgram('program', 7));
  await compiled.fetchProgram('key', join(folder, 'in-use'));
  const release = shelf.hold(['held']);
  await store(shelf, 'held', 7);
  await store(shelf, 'passing', 7);
  await shelf.store('new', async (draft) => {
    await writeFile(draft, text(7));
    await cache.dropUnused();
  });
  expect((await readdir(files)).sort()).toEqual(['held', 'new']);
  expect(await readdir(programs)).toEqual([]);
  expect(await readFile(join(folder, 'in-use'), 'utf8')).toBe(text(7));
  release();
});

test('an entry is readable for the users of cells, whatever the umask', async () => {
  const shelf = await openDiskCache(1000).addShelf(files);
  const path = await shelf.store('entry', async (draft) => {
    await writeFile(draft, 'content');
    await chmod(draft, 0o600);
  });
  expect((await stat(path)).mode & 0o777).toBe(0o644);
});

test('whenever a process is killed, every entry it leaves is whole', async () => {
  const bytes = 300_000;
  const moduleNamed = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `
    import { writeFileSync } from 'node:fs';
    import { openDiskCache } from ${moduleNamed('./disk-cache.ts')};
    import { openProgramCache } from ${moduleNamed('./program-cache.ts')};
    const cache = await openProgramCache(openDiskCache(1 << 30), ${JSON.stringify(programs)});
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
  await openProgramCache(openDiskCache(1 << 30), programs);
  const names = await readdir(programs);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    expect(name).toMatch(/^key-/);
    expect((await stat(join(programs, name))).size).toBe(bytes);
  }
});
