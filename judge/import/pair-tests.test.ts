import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ArchiveEntry } from './entry-content.ts';
import { applyRule, namingRules } from './naming-rules.ts';
import { pairTests, readOrphan } from './pair-tests.ts';
import { ArchiveRefused } from './refusal.ts';

const entries = (names: readonly string[]): ArchiveEntry[] =>
  names.map((name) => ({ name, bytes: 1, isFolder: false }));

function pair(names: readonly string[]) {
  const { tests, unpaired } = pairTests(entries(names));
  return {
    tests: tests.map(({ name, input, answer }) => [name, input.name, answer.name]),
    samples: tests.filter(({ isSample }) => isSample).map(({ name }) => name),
    unpaired: unpaired.map(({ name }) => name),
  };
}

describe('naming rules', () => {
  test.each(namingRules.map((rule) => ({ ...rule.example, rule })))(
    '$input + $answer',
    ({ input, answer, test, rule }) => {
      expect(applyRule(rule, input)).toEqual({ role: 'input', test });
      expect(applyRule(rule, answer)).toEqual({ role: 'answer', test });
      const { tests } = pairTests(entries([answer, input]));
      expect(tests).toMatchObject([{ path: test, input: { name: input }, answer: { name: answer } }]);
    },
  );

  test.each([
    ['1', '1.in', '1.out'],
    ['1', '1.in', '1.ans'],
    ['1', '1.in', '1.sol'],
    ['1', '1.in', '1.a'],
    ['1', '1.IN', '1.OUT'],
    ['a.b', 'a.b.in', 'a.b.out'],
    ['1', 'deep/down/1.in', 'deep/down/1.out'],
    ['1', 'input1.txt', 'output1.txt'],
    ['01', 'input_01.txt', 'output_01.txt'],
    ['1', 'tests/Input1.txt', 'tests/Output1.txt'],
    ['1', 'input.txt', 'output.txt'],
    ['case7', 'case7/input.txt', 'case7/output.txt'],
    ['1', 'input.1', 'output.1'],
    ['001', 'x/input.001', 'x/output.001'],
    ['1', 'input/1.txt', 'output/1.txt'],
    ['1', 'input/1.in', 'output/1.out'],
    ['1', 'input/1', 'output/1'],
    ['1', 'inputs/1.in', 'outputs/1.ans'],
    ['1', 'input/input1.txt', 'output/output1.txt'],
    ['test.1', 'tests/input/test.1', 'tests/output/test.1'],
    ['1', 'input/easy/1.txt', 'output/easy/1.txt'],
    ['sum.1', 'sum.in1', 'sum.out1'],
    ['1', 'data/secret/1.in', 'data/secret/1.ans'],
    ['1', 'problem/data/sample/1.in', 'problem/data/sample/1.ans'],
    ['01', 'tests/01', 'tests/01.a'],
    ['ข้อ1', 'ข้อ1.in', 'ข้อ1.out'],
  ])('test %s is %s + %s', (name, input, answer) => {
    expect(pair([answer, input])).toMatchObject({ tests: [[name, input, answer]], unpaired: [] });
  });
});

test('tests are named without the folders that all of them share', () => {
  const names = pair([
    'p/data/sample/1.in',
    'p/data/sample/1.ans',
    'p/data/secret/a/2.in',
    'p/data/secret/a/2.ans',
  ]);
  expect(names.tests.map(([name]) => name)).toEqual(['sample/1', 'secret/a/2']);
  expect(names.samples).toEqual(['sample/1']);
});

test.each([
  ['sample1', true],
  ['1.sample', true],
  ['samples/1', true],
  ['example-2', true],
  ['01_Sample', true],
  ['resample', false],
  ['sampler', false],
  ['1', false],
])('is %s a sample: %s', (name, isSample) => {
  const { samples } = pair([`${name}.in`, `${name}.out`, 'x.in', 'x.out']);
  expect(samples).toEqual(isSample ? [name] : []);
});

test('the name of a folder around everything makes no samples', () => {
  expect(pair(['sample-problem/1.in', 'sample-problem/1.out']).samples).toEqual([]);
});

test.each([
  { names: ['1.in', '1.out', '1.ans'], says: '“1.in” has more than one answer: 1.out, 1.ans' },
  { names: ['1.in', '1.IN', '1.out'], says: '“1.out” answers more than one input: 1.in, 1.IN' },
  { names: ['01', '01.in', '01.a'], says: '“01.a” answers more than one input: 01.in, 01' },
  { names: ['input/1.in', 'input/1.out', 'output/1.out'], says: '“input/1.in” has more than one answer' },
  {
    names: ['1.in', '1.out', 'input1.txt', 'output1.txt'],
    says: 'The test “1” is there twice: as “1.in” and as “input1.txt”',
  },
  { names: ['input1.txt', 'input_1.txt', 'output1.txt'], says: '“output1.txt” answers more than one input' },
])('refuses $names', ({ names, says }) => {
  expect(() => pair(names)).toThrow(ArchiveRefused);
  expect(() => pair(names)).toThrow(says);
});

test.each([
  ['7.in', 'input'],
  ['a/7.ans', 'answer'],
  ['input3.txt', 'input'],
  ['notes.txt', null],
])('says what is missing to %s', (name, role) => {
  expect(readOrphan(name)).toEqual({ file: name, role });
  expect(pair([name, 'x.in', 'x.out']).unpaired).toEqual([name]);
});

test('any set of pairs named by one rule, in any order, gives as many tests in natural order', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(
      fc.constantFrom(...namingRules),
      numbers,
      fc.infiniteStream(fc.nat()),
      (rule, chosen, random) => {
        // Every example counts from 1, so another number in its place is another test of the same rule.
        const named = (name: string, number: number) => name.replace(/0?1(?=\D*$)/, String(number));
        const files = chosen.flatMap((number) => [
          named(rule.example.input, number),
          named(rule.example.answer, number),
        ]);
        const shuffled = files
          .map((name) => ({ name, key: random.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ name }) => name);
        const { tests, unpaired } = pair(shuffled);
        expect(unpaired).toEqual([]);
        const wanted = chosen.toSorted((a, b) => a - b).map((number) => named(rule.example.input, number));
        expect(tests.map(([, input]) => input)).toEqual(wanted);
      },
    ),
  );
});

test('however strange the names, every file is in one test or unpaired, or the archive is refused', () => {
  const part = fc.constantFrom('input', 'output', 'data', 'sample', '1', '2', '01', 'a', 'x');
  const ending = fc.constantFrom('', '.in', '.out', '.ans', '.a', '.txt', '.1', '.in1', '.out1');
  const name = fc
    .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), ending)
    .map(([parts, end]) => parts.join('/') + end);
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 12 }), (names) => {
      try {
        const { tests, unpaired } = pair(names);
        expect([...tests.flatMap(([, ...files]) => files), ...unpaired].toSorted()).toEqual(names.toSorted());
        expect(new Set(tests.map(([test]) => test)).size).toBe(tests.length);
      } catch (error) {
        if (!(error instanceof ArchiveRefused)) throw error;
      }
    }),
    { numRuns: 500 },
  );
});

test('names made to be slow for the patterns are not', () => {
  const names = [
    'input/'.repeat(170),
    'data/sample/'.repeat(80),
    '1'.repeat(1000),
    '.in'.repeat(300),
    'a/'.repeat(500),
  ];
  const started = performance.now();
  pairTests(entries(Array.from({ length: 2000 }, (_, index) => `${names[index % names.length]}${index}!`)));
  expect(performance.now() - started).toBeLessThan(5000);
});
