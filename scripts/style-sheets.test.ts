/** Each class that a style sheet of a page or its parts has is worn by something, and each that is worn is there. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

function listClasses(sheet: string): string[] {
  const text = read(sheet).replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, '');
  return [...text.matchAll(/\.([a-z][\w-]*)(?=[^{};]*\{)/gi)].map(([, name = '']) => name);
}

/** As `sheet class`. */
function listWorn(source: string): string[] {
  const code = read(source);
  const text = code.replaceAll(/from '[^']*'/g, '');
  return [...code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, styles, path = '']) => {
    const sheet = join(dirname(source), path);
    return [...text.matchAll(new RegExp(`\\b${styles}\\.(\\w+)`, 'g'))].map(([, name]) => `${sheet} ${name}`);
  });
}

const sheets = globSync('web/src/**/*.module.css', { cwd: root });
const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: root });
const there = new Set(sheets.flatMap((sheet) => listClasses(sheet).map((name) => `${sheet} ${name}`)));
const worn = new Set(sources.flatMap(listWorn));

test('every class of a style sheet is worn', () => {
  expect(there.size).toBeGreaterThan(500);
  expect([...there].filter((name) => !worn.has(name))).toEqual([]);
});

test('every class that is worn is in its style sheet', () => {
  expect([...worn].filter((name) => !there.has(name))).toEqual([]);
});
