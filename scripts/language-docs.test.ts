/** docs/languages.md tells what is there: what it quotes and what it names is. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languageIds } from '#contract/programs.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const page = read('docs/languages.md');

test('every language stands in each of its tables', () => {
  for (const title of ['# Languages', '## What runs', '## Limits']) {
    const section = page.split(`${title}\n`)[1]?.split('\n## ')[0] ?? '';
    expect(languageIds.filter((id) => !section.includes(`\`${id}\``))).toEqual([]);
  }
});

test('the walk through a language quotes its file word for word', () => {
  const quotes = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  const file = read('judge/languages/c.ts');
  expect(quotes.length).toBeGreaterThan(3);
  expect(quotes.filter((code) => !file.includes(code))).toEqual([]);
});

test('every file that it names is there', () => {
  const named = [...page.matchAll(/`((?:judge|web|contract|scripts)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
