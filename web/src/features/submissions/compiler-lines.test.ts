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

test.each([
  ['Main.java:4: error: cannot find symbol', 4],
  ['error[E0425]: cannot find value\n --> main.rs:2:5', 2],
  ['# command-line-arguments\n./main.go:7:2: x declared but not used', 7],
  ['  File "main.py", line 3\n    print(\nSyntaxError: \'(\' was never closed', 3],
  ['main.pas(2,1) Hint: unused\nmain.pas(5,3) Error: Identifier not found "x"', 5],
  ['Main.kt:6:9: error: unresolved reference: x', 6],
  ['main.js:8\nlet let = 1;\nSyntaxError: let is disallowed', 8],
])('the line is found in what every compiler says: %j', (said, line) => {
  expect(firstErrorLine(said)).toBe(line);
});
