import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { cpp } from '../cpp.ts';

vi.mock('../language-key.ts', () => ({ languageKey: (_: unknown, ownFiles: string[]) => ownFiles.join() }));

/** The file, and what it takes from others of this folder. */
function withImports(name: string): string[] {
  const text = readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8');
  return [
    name,
    ...[...text.matchAll(/ from '\.\/([\w-]+)\.ts'/g)].flatMap(([, other = '']) => withImports(other)),
  ];
}

test('a program that was compiled by other rules of what a source may use is another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minos-key-'));
  const { key } = await cpp.open(folder, []);
  const deciding = ['headers', 'far-library'].flatMap(withImports);
  expect(deciding).toContain('source-text');
  expect(key.split(',')).toEqual(expect.arrayContaining(deciding.map((name) => `cpp/${name}.ts`)));
  await rm(folder, { recursive: true });
});
