/** docs/languages.md tells what is there: what it quotes and what it names is. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { usualAllowances } from '#contract/language-limits.ts';
import { type LanguageId, languageIds } from '#contract/programs.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const page = read('docs/languages.md');

const sectionOf = (title: string) => page.split(`${title}\n`)[1]?.split('\n## ')[0] ?? '';

test('every language stands in each of its tables', () => {
  for (const title of ['# Languages', '## What runs', '## Limits']) {
    const section = sectionOf(title);
    expect(languageIds.filter((id) => !section.includes(`\`${id}\``))).toEqual([]);
  }
});

test('the limits that it tells are those that come with Minos', () => {
  const told = sectionOf('## Limits')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, ids = '', time, memory]) =>
      [...ids.matchAll(/`(\w+)`/g)].map(([, id = '']) => [id, time, memory]),
    );
  const inForce = languageIds.map((id) => [id, ...describeAllowance(id)]);
  expect(told.toSorted()).toEqual(inForce.toSorted());
});

function describeAllowance(id: LanguageId): [time: string, memory: string] {
  const { time_factor, time_allowance_ms, memory_allowance_mb } = usualAllowances[id];
  const asItIs = 'as the problem has it';
  return [
    time_factor === 1 && time_allowance_ms === 0 ? asItIs : `× ${time_factor} + ${time_allowance_ms} ms`,
    memory_allowance_mb === 0 ? asItIs : `+ ${memory_allowance_mb} MB`,
  ];
}

test('the walk through a language quotes its file word for word', () => {
  const quotes = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  const file = read('judge/languages/c.ts');
  expect(quotes.length).toBeGreaterThan(3);
  expect(quotes.filter((code) => !file.includes(code))).toEqual([]);
});

test('every file that it names is there', () => {
  const named = [
    ...page.matchAll(/`((?:judge|web|contract|scripts|bench|store|server|e2e)\/[\w./-]+)`/g),
  ].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
