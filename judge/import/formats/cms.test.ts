import { describe, expect, test } from 'vitest';
import { ArchiveRefused } from '../refusal.ts';
import { describeTests, type PackageSpec, planPackage } from '../testing/plan-package.ts';

const files = (count: number): PackageSpec =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      [`input/input${n}.txt`, '1'],
      [`output/output${n}.txt`, '1'],
    ]).flat(),
  );

const standard = 'name: sum\ntitle: Sum\ninfile: ""\noutfile: ""\n';

const plan = (task: string, more: PackageSpec = {}, count = 3) =>
  planPackage({ 'task.yaml': `${standard}${task}`, ...files(count), ...more });

test('without subtasks the tests are added up', async () => {
  const found = await plan('timeout: 0.25\nmemlimit: 64\nn_input: 3\npublic_testcases: all');
  expect(found).toMatchObject({
    format: 'CMS',
    title: 'Sum',
    name: 'sum',
    timeLimit: { ms: 250 },
    memoryLimitMb: 64,
    groups: [],
    checker: { name: 'lines', ignore_spaces: true },
  });
  expect(describeTests(found).map(({ name }) => name)).toEqual(['0', '1', '2']);
  expect((await plan('')).tests).toHaveLength(3);
  expect((await plan('score_type: Sum\nscore_type_parameters: 30\nn_input: 2')).tests).toHaveLength(2);
});

test('gen/GEN opens subtasks; what contestants are given with its answer is a sample', async () => {
  const gen = '#ST: 0\n#COPY: a\n\n# words\n#ST: 30\n1 2 # a test\n#ST: 70\n3 4\n';
  const given = { 'att/sum.input0.txt': '1', 'att/sum.output0.txt': '1' };
  const found = await plan('', { 'gen/GEN': gen, ...given, 'att/sum.input1.txt': '1' });
  expect(found.groups).toEqual([
    { name: '1', points: 0, dependsOn: [] },
    { name: '2', points: 30, dependsOn: [] },
    { name: '3', points: 70, dependsOn: [] },
  ]);
  expect(describeTests(found)).toEqual([
    { name: '0 (sample)', groups: '1' },
    { name: '1', groups: '2' },
    { name: '2', groups: '3' },
  ]);
  expect((await plan('', { 'gen/GEN': '1\n2\n3\n' })).groups).toEqual([]);
});

test('task.yaml may say the subtasks instead, by numbers of tests or one by one', async () => {
  const found = await plan(
    'n_input: 3\nscore_type: GroupMul\nscore_type_parameters: [[40, 2], [60, ["001", "002"]]]',
    { 'gen/GEN': '#ST: 100\n1\n2\n3\n' },
  );
  expect(found.groups).toEqual([
    { name: '1', points: 40, dependsOn: [], rule: 'product' },
    { name: '2', points: 60, dependsOn: [], rule: 'product' },
  ]);
  expect(describeTests(found).map(({ groups }) => groups)).toEqual(['1', '1 2', '2']);
  const matched = await plan('score_type: GroupMin\nscore_type_parameters: [[40, "00[02]"], [60, ".*"]]');
  expect(describeTests(matched).map(({ groups }) => groups)).toEqual(['1 2', '1 2', '2']);
  const least = await plan('score_type: GroupMin\nscore_type_parameters: [[1, 1], [2, 2]]');
  expect(least).toMatchObject({ scoreDecimals: 2, groups: [{ points: 1 }, { points: 2 }] });
});

test('a checker is called as CMS calls it', async () => {
  const found = await plan('', { 'cor/correttore': 'ELF', 'cor/correttore.cpp': 'int main() {}' });
  expect(found.checker).toEqual({
    name: 'program',
    source: 'correttore.cpp',
    headers: [],
    points: null,
    protocol: 'cms',
  });
});

describe('is refused with the place', () => {
  test.each<[string, string, PackageSpec, string]>([
    [
      'files by default',
      '',
      { 'task.yaml': 'name: a\ntitle: b' },
      'task.yaml, line 1: the package needs programs that read and write files by name',
    ],
    ['files by name', '', { 'task.yaml': 'infile: ""\noutfile: a.txt' }, 'read and write files by name'],
    ['answers', 'output_only: True', {}, 'line 5: the package needs outputs instead of programs'],
    ['a manager', '', { 'check/manager.cpp': '' }, 'several processes that talk to a manager'],
    ['a grader', '', { 'sol/grader.cpp': '' }, 'compiled together with the submission'],
    ['a stub', '', { 'sol/stub.c': '' }, 'compiled together with the submission'],
    ['a checker without its source', '', { 'check/checker': 'ELF' }, '“check/checker.cpp” is named'],
    [
      'a checker in another language',
      '',
      { 'check/checker.java': '' },
      'a language other than C++ and Python',
    ],
    [
      'another number of tests',
      'n_input: 4',
      { 'gen/GEN': '1\n2\n3\n' },
      'line 5: 4 tests are named, but there are 3',
    ],
    ['a lost input', 'n_input: 4', {}, '“input/input3.txt” is named'],
    ['a lost answer', '', { 'output/output1.txt': null }, '“input/input1.txt” has no answer'],
    ['no tests', 'n_input: 0', {}, 'there are no tests'],
    [
      'tests before the first subtask',
      '',
      { 'gen/GEN': '1\n#ST: 100\n2\n' },
      'gen/GEN, line 2: #ST is “100”',
    ],
    ['a subtask on a test’s line', '', { 'gen/GEN': '1 #ST: 100\n' }, 'gen/GEN, line 1'],
    ['strange points', '', { 'gen/GEN': '#ST: many\n1\n' }, '#ST is “many”'],
    ['a subtask without tests', '', { 'gen/GEN': '#ST: 50\n1\n2\n3\n#ST: 50\n' }, 'there are no tests'],
    ['subtasks worth nothing', '', { 'gen/GEN': '#ST: 0\n1\n2\n3\n' }, 'at least one group must have points'],
    [
      'ten thousand subtasks',
      '',
      { 'gen/GEN': '#ST: 1\n1\n'.repeat(10_000) },
      'there are more than 1000 groups',
    ],
    [
      'ten thousand parameters',
      `score_type: GroupMin\nscore_type_parameters: [${'[1, 1],'.repeat(10_000)}]`,
      {},
      'there are more than 1000 groups',
    ],
    ['megabytes', '', { 'gen/GEN': '#'.repeat(1024 * 1024 + 1) }, 'gen/GEN: this is larger than 1024 KB'],
    [
      'another score type',
      'score_type: GroupThreshold\nscore_type_parameters: []',
      {},
      'score_type is “GroupThreshold”',
    ],
    [
      'what is no pattern',
      'score_type: GroupMin\nscore_type_parameters: [[100, "0(0"]]',
      {},
      'score_type_parameters is “0(0”',
    ],
    [
      'strange parameters',
      'score_type: GroupMin\nscore_type_parameters: 7',
      {},
      'score_type_parameters is “7”',
    ],
    [
      'a test that is not there',
      'score_type: GroupMin\nscore_type_parameters: [[100, ["009"]]]',
      {},
      'is named, but it is not in the package',
    ],
    ['too long a limit', 'time_limit: 61', {}, 'time_limit is “61000 ms”'],
    ['a strange limit', 'time_limit: long', {}, 'line 5, time_limit: must be a number'],
  ])('%s', async (_, task, more, says) => {
    const planned = plan(task, more);
    await expect(planned).rejects.toBeInstanceOf(ArchiveRefused);
    await expect(planned).rejects.toThrow(says);
  });
});
