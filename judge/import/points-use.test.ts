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
])('%j', (source, line) => expect(findPointsUse(source)).toBe(line));

test('reads a text made to hold it up in no time', () => {
  for (const unit of ['/*', '"\\"', "'", '\\"', '//', 'return ', 'exit(']) {
    expect(findPointsUse(unit.repeat(200_000))).toBeNull();
  }
});
