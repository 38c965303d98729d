import { execFile } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { differencesOf, readParts } from './assembly.ts';

/** What the compiler makes of a source. */
async function partsOf(source: string, ...flags: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const args = ['-O2', '-std=gnu++20', ...flags, '-x', 'c++', '-S', '-', '-o', '-'];
  const child = execFile('g++', args, { maxBuffer: 64 << 20 }, (error, stdout) =>
    error ? reject(error) : resolve(stdout),
  );
  child.stdin?.end(source);
  return readParts(await promise);
}

const first = 'int first(int n) { return n > 3 ? puts("three") : puts("few"); }\n';
const second =
  'double second(double x) { try { throw x * 2.5; } catch (double y) { puts("few"); return y; } }\n';
const top = '#include <cstdio>\n';

describe('two compilations are the same', () => {
  test('when functions stand in another order, with other numbers of labels and constants', async () => {
    const [one, other] = [await partsOf(top + first + second), await partsOf(top + second + first)];
    expect(one.size).toBeGreaterThan(2);
    expect(differencesOf(one, other)).toEqual([]);
  });

  test('when a function shared with other files comes earlier', async () => {
    const shared = 'template <int N> int shared() { puts("few"); return N; }\n';
    const uses = 'int use() { return shared<1>() + shared<2>(); }\n';
    const early = 'template int shared<2>(); template int shared<1>();\n';
    const late = 'template int shared<1>(); template int shared<2>();\n';
    const [one, other] = [
      await partsOf(top + shared + early + uses),
      await partsOf(top + shared + uses + late),
    ];
    expect(differencesOf(one, other)).toEqual([]);
  });
});

describe('two compilations are not the same', () => {
  const differ = async (one: string, other: string, ...flags: string[]) =>
    differencesOf(await partsOf(top + other, ...flags), await partsOf(top + one)).map(
      ({ part, kind }) => `${part ?? 'order of data'}: ${kind}`,
    );

  test.each([
    ['an instruction', first, first.replace('n > 3', 'n > 4'), '_Z5firsti: another'],
    ['a text', first, first.replace('three', 'four'), '_Z5firsti: another'],
    ['a number', second, second.replace('2.5', '3.5'), '_Z6secondd: another'],
    ['a missing function', first + second, first, '_Z6secondd: missing'],
    ['a function too many', first, first + second, '_Z6secondd: needless'],
    ['initial bytes', 'int data[2] = {1, 2};', 'int data[2] = {1, 3};', 'data: another'],
    ['the size of an array', 'int data[2];', 'int data[3];', 'data: another'],
    ['the order of arrays', 'int a[2], b[2];', 'int b[2], a[2];', 'order of data: another'],
    ['linkage', 'int data = 1;', '__attribute__((weak)) int data = 1;', 'data: another'],
  ])('for %s', async (_, one, other, difference) => {
    expect(await differ(one, other)).toContain(difference);
  });

  test('for what is done before main', async () => {
    const one = 'int a = puts("a"), b = puts("b");';
    expect(await differ(one, 'int a = puts("b"), b = puts("a");')).toContain('_GLOBAL__sub_I: another');
  });

  test('for another optimisation', async () => {
    const loop = 'int sum(int n) { int all = 0; for (int i = 0; i < n; i++) all += i * i; return all; }';
    expect(await differ(loop, loop, '-Os')).toContain('_Z3sumi: another');
  });
});
