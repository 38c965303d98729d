import { expect, test } from 'vitest';
import { findPointsUse } from './points-use.ts';

test.each([
  ['quitp(0.5, "half");', 1],
  ['\n\nquitpi("50", "half");', 3],
  ['quitf (_ok, "");\nquitf(_points, "%d", 5);', 2],
  ['/* exit(7) */ int main() { exit( 7 ); }', 1],
  ['int main() {\n  // fine\n  return 7;\n}', 3],
  ['int main() { _exit(7); }', 1],
  ['quitf(_ok, ""); // quitp(1) would give points', null],
  ['/*\nreturn 7;\n*/ int main() { return 70; }', null],
  ['puts("exit(7); quitp(1)"); return 17;', null],
  ['puts("\\"quitp(1)");', null],
  ['int my_points = 1; exit(77); equitp(1);', null],
  ['', null],
])('in C++ %j', (source, line) => expect(findPointsUse(source, 'cpp')).toBe(line));

test.each([
  ['import sys\nsys.exit(7)', 2],
  ['raise SystemExit(7)', 1],
  ['quit( 7 )', 1],
  ['import os\nos._exit(7)', 2],
  ['half = total // 2; exit(7)', 1],
  ['def check():\n    return 7\n\nsys.exit(check())', 2],
  ['"""It may\nexit(7)."""\nexit(7)', 3],
  ["it = 'it\\'s # not'\nexit(7)", 2],
  ['# exit(7)\nexit(0)', null],
  ["'''\nexit(7)\n'''\nprint('exit(7)', \"quit(7)\")", null],
  ['exit(77); quit(17); return_7 = 7', null],
  ['def count():\n    return 70', null],
])('in Python %j', (source, line) => expect(findPointsUse(source, 'python')).toBe(line));

test('reads a text made to hold it up in no time', () => {
  for (const unit of ['/*', '"\\"', "'", '\\"', '//', 'return ', 'exit(']) {
    expect(findPointsUse(unit.repeat(200_000), 'cpp')).toBeNull();
  }
  for (const unit of ['#', '"""', "'''", '\\"', "'", '"""\\', 'return ', 'exit(', 'x']) {
    expect(findPointsUse(unit.repeat(200_000), 'python')).toBeNull();
    expect(findPointsUse(`"${unit.repeat(200_000)}`, 'python')).toBeNull();
  }
});
