import { expect, test } from 'vitest';
import { firstErrorLine, readCompilerLines } from './compiler-lines.ts';

const output = [
  'main.cpp: In function ‘int main()’:',
  'main.cpp:2:9: warning: unused variable',
  'main.cpp:3:12: error: expected ‘;’',
  '    3 |     int x = 1',
  'bits/stl_algo.h:1938:50: error: no match',
  'main.cpp:99:1: error: from a #line directive',
  'main.s:4: Error: file not found',
  'In file included from main.cpp:1:',
  'other.cpp:1:1: error: not ours',
].join('\n');

test('only lines that speak of one of the source’s lead there', () => {
  expect(readCompilerLines(output, 10).map(({ sourceLine }) => sourceLine)).toEqual([
    null,
    2,
    3,
    null,
    null,
    null,
    null,
    1,
    null,
  ]);
});

test('the first error is named, or the first message where there is none', () => {
  expect(firstErrorLine(output)).toBe(3);
  expect(firstErrorLine('main.cpp:7:1: note: here')).toBe(7);
  expect(firstErrorLine('ld: undefined reference to `main`')).toBeNull();
});
