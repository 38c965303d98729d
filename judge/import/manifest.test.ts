import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readManifest } from './manifest.ts';
import { ArchiveRefused } from './refusal.ts';
import { groupByName, matches } from './test-groups.ts';

const read = (yaml: string | Buffer) => readManifest('minos.yaml', Buffer.from(yaml)).value;

test.each(['', '# nothing yet\n', '{}'])('a manifest that says nothing: %j', (yaml) => {
  expect(read(yaml)).toEqual({
    texts: [],
    solutions: [],
    checker: { name: 'tokens' },
    stop_at_first_failure: false,
    score_decimals: 0,
    groups: [],
    tests: [],
  });
});

test.each([
  ['tokens', { name: 'tokens' }],
  ['exact', { name: 'exact' }],
  ['{name: lines}', { name: 'lines' }],
  ['{name: floats, absolute: 0.5}', { name: 'floats', absolute: 0.5, relative: 0 }],
  ['{name: floats, relative: 1E-9}', { name: 'floats', absolute: 0, relative: 1e-9 }],
  ['{name: program, source: c.cpp}', { name: 'program', source: 'c.cpp', headers: [], points: null }],
  [
    '{name: program, source: c.cpp, points: percent}',
    { name: 'program', source: 'c.cpp', headers: [], points: 'percent' },
  ],
])('checker: %s', (written, checker) => {
  expect(read(`checker: ${written}`).checker).toEqual(checker);
});

test('a key that is there twice is refused with its line', () => {
  expect(() => read('checker: exact\nchecker: lines\n')).toThrow('line 2: the same key is there twice');
});

test('a score may have decimals', () => {
  expect(read('score_decimals: 2').score_decimals).toBe(2);
});

test('names that YAML would take for numbers or truth values stay names', () => {
  const { groups } = read('groups: [{name: no, points: 1.5, tests: [01, 1e3, true]}]');
  expect(groups).toMatchObject([{ name: 'no', points: 1.5, depends_on: [], tests: ['01', '1e3', 'true'] }]);
});

test.each([
  ['checkers: tokens', 'line 1, checkers: is not a known key'],
  ['\n\nchecker: fuzzy', 'line 3, checker: must be one of tokens, exact, lines, floats, kattis, program'],
  ['checker: {name: tokens, absolute: 1}', 'line 1, checker.absolute: is not a known key'],
  ['checker: floats', 'needs a tolerance'],
  ['checker:\n  name: floats\n  absolute: -1', 'line 3, checker.absolute: must be a number from zero up'],
  [
    'checker: {name: program, source: c.cpp, points: 100}',
    'checker.points: must be one of share, percent, absolute',
  ],
  ['checker: {name: program, source: c.cpp, points: }', 'checker.points: must be one of share'],
  ['checker: {name: program}', 'checker.source: is missing; it must name the C++ or Python file'],
  ['stop_at_first_failure: yes', 'line 1, stop_at_first_failure: must be true or false'],
  ['score_decimals: 3', 'line 1, score_decimals: must be 0, 1 or 2'],
  ['groups: 5', 'groups: must be a list of groups'],
  ['groups: []', 'groups: must not be empty'],
  ['groups:', 'groups: must be a list of groups'],
  ['groups: [5]', 'groups[1]: must be a map with a name and points'],
  ['groups:\n  - points: 3', 'line 2, groups[1].name: is missing; it must be a text'],
  [
    'groups:\n  - name: a\n    points: 3\n  - name: b\n    points: many',
    'line 5, groups[2].points: must be a number from zero up',
  ],
  ['groups: [{name: a, points: 1e99}]', 'groups[1].points: must be at most 1000000'],
  ['groups: [{name: a, points: 1, tests: []}]', 'groups[1].tests: must not be empty'],
  [
    'groups: [{name: a, points: 1, rule: avg}]',
    'groups[1].rule: must be one of min, max, all, product, sum, ignore',
  ],
  [
    'groups: [{name: a, points: 1, time_limit_ms: 0}]',
    'time_limit_ms: must be a whole number from 1 to 60000',
  ],
  ['groups: [{name: a, points: 1, memory_limit_mb: 1.5}]', 'must be a whole number from 4 to 4096'],
  ['tests: x', 'tests: must be a list of maps, each with tests'],
  ['tests: [{points: 1}]', 'tests[1].tests: is missing'],
  ['tests: [{tests: a, checker_args: x}]', 'tests[1].checker_args: must be a list'],
  ['checker: {name: program, source: c.cpp, protocol: x}', 'checker.protocol: must be one of testlib, cms'],
  ['groups: [{name: a, points: 1, test: x}]', 'groups[1].test: is not a known key'],
  ['- a\n- b', 'line 1: must be a map of settings'],
  ['tokens', 'line 1: must be a map of settings'],
  ['checker: tokens\nchecker: exact', 'line 2: '],
  ['a: [1', 'line 1: '],
  ['a: *', 'line 1: '],
  ['checker: !!js tokens', 'line 1: '],
  ['__proto__: {x: 1}', '__proto__: is not a known key'],
  [Buffer.from([0xff, 0xfe, 0x41]), 'this is not a text in UTF-8'],
])('refuses %j', (yaml, says) => {
  expect(() => read(yaml)).toThrow(ArchiveRefused);
  expect(() => read(yaml)).toThrow(says);
});

test('refuses texts made to exhaust the parser', () => {
  const nested = '['.repeat(20_000);
  const doubling = [...'bcdefghijk'].map(
    (key, at) => `${key}: &${key} [${`*${'abcdefghij'[at]},`.repeat(9)}]`,
  );
  const endless = 'groups: &a [*a]';
  for (const yaml of [nested, endless, ['a: &a [x]', ...doubling].join('\n')]) {
    expect(() => read(yaml)).toThrow(ArchiveRefused);
    expect(() => read(yaml)).toThrow(/^minos\.yaml: /);
  }
});

test('tells all mistakes at once, up to a bound', () => {
  expect(() => read('checker: x\ngroups: 1\nother: 2')).toThrow(
    /line 1, checker: .*\. line 2, groups: .*\. line 3, other: /,
  );
  const many = Array.from({ length: 15 }, (_, index) => `key${index}: 1`).join('\n');
  expect(() => read(many)).toThrow(/key9: is not a known key\. And 5 more\.$/);
});

test('any text is read or refused', () => {
  const word = fc.constantFrom(
    'groups',
    'checker',
    ':',
    ' ',
    '\n',
    '- ',
    '{',
    '}',
    '[',
    ']',
    '"',
    '*',
    '&a',
    'name',
    '1',
    '|',
    '#',
    '!',
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      try {
        read(words.join(''));
      } catch (error) {
        if (!(error instanceof ArchiveRefused)) throw error;
      }
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['1-2', '1'],
  ['10-03', '10'],
  ['small/03', 'small'],
  ['secret/1-2', 'secret/1'],
  ['a/b/c', 'a/b'],
  ['a-2', null],
  ['1-a', null],
  ['5', null],
])('the test %s is in group %s by its name', (name, group) => {
  expect(groupByName(name)).toBe(group);
});

test('patterns match as a regular expression would', () => {
  const text = (units: string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 8 });
  fc.assert(
    fc.property(text(['a', 'b', '*']), text(['a', 'b']), (pattern, name) => {
      expect(matches(pattern, name)).toBe(new RegExp(`^${pattern.replace(/\*+/g, '.*')}$`).test(name));
    }),
    { numRuns: 2000 },
  );
});
