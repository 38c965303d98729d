import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { projectParts } from './cgroup2/disks.ts';

const root = join(import.meta.dirname, '..');
const tree = mkdtempSync(join(tmpdir(), 'minos-import-rules-'));
afterAll(() => rmSync(tree, { recursive: true }));

/** Which of these imports the linter, configured as in this repository, takes in such a file. */
function findAllowed(file: string, specifiers: string[]): string[] {
  copyFileSync(join(root, 'biome.json'), join(tree, 'biome.json'));
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  const lines = specifiers.map((specifier, at) => `import * as thing${at} from '${specifier}';\n`);
  writeFileSync(join(tree, file), lines.join(''));
  const { stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/biome'),
    ['lint', '--only=style/noRestrictedImports', '--vcs-enabled=false', '--max-diagnostics=none', file],
    { cwd: tree, encoding: 'utf8' },
  );
  const said = `${stdout}${stderr}`;
  expect(said).toContain('Checked 1 file');
  const refused = [...said.matchAll(/^\S+\.tsx?:(\d+):\d+ lint/gm)].map(([, line]) => Number(line) - 1);
  return specifiers.filter((_, at) => !refused.includes(at));
}

const folders = ['config', 'contract', 'store', 'server', 'judge', 'harness'];

/** Of the files in these folders, tests aside: which import which, were it for a type only. */
function readImports(places: string): Map<string, Set<string>> {
  const files = globSync(`${places}/**/*.{ts,tsx}`, { cwd: root });
  const imports = files
    .filter((file) => !/\.test\.tsx?$|testing(\.ts$|\/)|\/node_modules\//.test(file))
    .map((file): [string, Set<string>] => [file, new Set(importsOf(file))]);
  return new Map(imports);
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const specifiers = [...text.matchAll(/(?: from |\bimport\(|^import )'([.#][^']+)'/gm)];
  return specifiers.map(([, specifier = '']) => resolveImport(file, specifier));
}

function resolveImport(file: string, specifier: string): string {
  return specifier.startsWith('.') ? join(dirname(file), specifier) : specifier.replace(/^#/, '');
}

/** The same of what stands in a folder: its own files, and each folder in it as one. */
function readRoomImports(house: string): Map<string, Set<string>> {
  const roomOf = (path: string) => path.slice(house.length + 1).replace(/\/.*/, '');
  const found = new Map<string, Set<string>>();
  for (const [file, imported] of readImports(house)) {
    const from = roomOf(file);
    const rooms = found.get(from) ?? new Set();
    found.set(from, rooms);
    for (const path of imported) {
      if (path.startsWith(`${house}/`) && roomOf(path) !== from) rooms.add(roomOf(path));
    }
  }
  return found;
}

/** Those that can be reached from themselves. */
function findCircles(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reach = (from: string, seen: Set<string>): Set<string> => {
    for (const to of imports.get(from) ?? []) if (!seen.has(to)) reach(to, seen.add(to));
    return seen;
  };
  return [...imports.keys()].filter((from) => reach(from, new Set()).has(from));
}

describe('import rules between folders', () => {
  it.each([
    'server',
    'store',
    'judge',
    'judge/import',
    'judge/languages',
    'web/src',
    'web/src/app',
    'web/src/features',
    'harness',
    'scripts/demo',
  ])('leave no circle among the files and folders of %s', (house) => {
    const imports = readRoomImports(house);
    expect([...imports.values()].some((rooms) => rooms.size > 0)).toBe(true);
    expect(findCircles(imports)).toEqual([]);
  });

  it('leave no circle among files, also where only a type is imported', () => {
    const imports = readImports(`{${[...folders, 'bench', 'e2e', 'faults', 'scripts', 'web/src'].join()}}`);
    expect(imports.get('store/database.ts')).toContain('store/schema.ts');
    expect(imports.get('web/src/components/chart.tsx')).toContain('web/src/components/line-chart.tsx');
    expect(findCircles(imports)).toEqual([]);
  });

  it('find a circle of any length', () => {
    const imports = { a: ['b'], b: ['c'], c: ['a', 'd'], d: [] };
    const circles = findCircles(
      new Map(Object.entries(imports).map(([from, to]) => [from, new Set<string>(to)])),
    );
    expect(circles).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['contract/x.ts', []],
    ['config/x.ts', ['config', 'contract']],
    ['store/x.ts', ['config', 'contract', 'store']],
    ['server/users/x.ts', ['config', 'contract', 'store', 'server']],
    ['server/users/x.test.ts', ['config', 'contract', 'store', 'server', 'harness']],
    ['judge/x.ts', ['config', 'contract', 'judge']],
    ['judge/import/x.ts', ['config', 'contract', 'judge']],
    ['judge/run/x.test.ts', ['config', 'contract', 'judge', 'harness']],
    ['judge/compile/cpp-differences/x.ts', ['config', 'contract', 'judge', 'harness']],
    ['judge/worker/main.ts', ['config', 'contract', 'store', 'judge']],
    ['web/src/x.ts', ['contract']],
    ['web/src/features/users/x.ts', ['contract']],
    ['harness/x.ts', ['contract', 'harness']],
    ['scripts/x.ts', folders],
  ])('%s may import from %j and nothing else', (file, allowed) => {
    const named = (names: string[]) => names.map((name) => `#${name}/some-file.ts`);
    expect(findAllowed(file, named(folders))).toEqual(named(allowed));
  });

  const rooms = ['sandbox', 'disk', 'import', 'languages', 'compile', 'checkers', 'run', 'gate', 'worker'];

  it.each([
    ['sandbox', []],
    ['disk', []],
    ['import', []],
    ['languages', ['sandbox', 'disk']],
    ['languages/cpp', ['sandbox', 'disk']],
    ['compile', ['sandbox', 'disk', 'languages']],
    ['checkers', ['sandbox', 'languages']],
    ['run', ['sandbox', 'disk', 'languages', 'compile', 'checkers']],
    ['gate', ['sandbox', 'languages', 'run']],
    ['worker', rooms.filter((room) => room !== 'worker')],
  ])('in the judge let %s import %j and nothing that stands above or beside it', (folder, allowed) => {
    const [room, ...deeper] = folder.split('/');
    const named = (names: string[]) => names.map((name) => `${'../'.repeat(deeper.length + 1)}${name}/x.ts`);
    const others = rooms.filter((other) => other !== room);
    expect(findAllowed(`judge/${folder}/x.ts`, named(others))).toEqual(named(allowed));
  });

  it('keep the tests of the sandbox to what a machine with cgroup v2 is given', () => {
    const reached = new Set(globSync('{judge/sandbox,scripts/cgroup2}/*.ts', { cwd: root }));
    for (const file of reached) for (const path of importsOf(file)) reached.add(path);
    expect(reached).toContain('contract/words.ts');
    const isGiven = (file: string) => projectParts.some((part) => file.startsWith(`${part}/`));
    expect([...reached].filter((file) => !isGiven(file))).toEqual([]);
  });

  it('keep contract/ to zod', () => {
    const specifiers = ['zod', './limits.ts', 'pg', '@fastify/cookie', 'node:fs'];
    expect(findAllowed('contract/x.ts', specifiers)).toEqual(['zod', './limits.ts']);
  });

  it('cannot be passed by with a relative path', () => {
    const specifiers = ['../../judge/worker.ts', '../../store/schema.ts', '../context.ts'];
    expect(findAllowed('server/users/x.ts', specifiers)).toEqual(['../context.ts']);
  });

  it('let what drives an instance share harness/ and nothing else of each other', () => {
    const driving = ['../scripts/x.ts', '../e2e/x.ts', '../bench/x.ts', '../faults/x.ts'];
    expect(findAllowed('harness/x.ts', driving)).toEqual([]);
    expect(findAllowed('scripts/x.ts', ['../e2e/x.ts', '../faults/x.ts', './y.ts'])).toEqual(['./y.ts']);
    expect(findAllowed('scripts/hosts/x.ts', ['../../e2e/x.ts', '../demo/y.ts'])).toEqual(['../demo/y.ts']);
    expect(findAllowed('faults/x.ts', ['../e2e/x.ts', '../bench/x.ts', './y.ts'])).toEqual(['./y.ts']);
  });

  it.each([
    ['lib/x.ts', ['./y.ts']],
    ['components/x.tsx', ['./y.ts', '../lib/x.ts']],
    ['features/contests/x.tsx', ['./y.ts', '../../lib/x.ts', '../../components/x.tsx']],
    ['features/auth/x.tsx', ['./y.ts', '../../lib/x.ts', '../../components/x.tsx']],
    [
      'features/submissions/x.tsx',
      ['./y.ts', '../../lib/x.ts', '../../components/x.tsx', '../contests/x.ts'],
    ],
    [
      'features/problems/x.tsx',
      [
        './y.ts',
        '../../lib/x.ts',
        '../../components/x.tsx',
        '../auth/x.ts',
        '../contests/x.ts',
        '../submissions/x.ts',
      ],
    ],
  ])('in the web let %s import %j and nothing that stands above or beside it', (file, allowed) => {
    const up = '../'.repeat(file.split('/').length - 1);
    const specifiers = [
      './y.ts',
      ...['lib/x.ts', 'components/x.tsx', 'app/x.ts'].map((path) => `${up}${path}`),
      ...(file.startsWith('features/')
        ? ['auth', 'contests', 'submissions', 'users'].map((feature) => `../${feature}/x.ts`)
        : [`${up}features/contests/x.ts`]),
    ];
    const others = specifiers.filter((specifier) => !specifier.startsWith(`../${file.split('/')[1]}/`));
    expect(findAllowed(`web/src/${file}`, others)).toEqual(allowed);
  });
});

it('the tables of the queue are named by who hands out the rights to them, and by the backup', () => {
  const sources = globSync('{contract,judge,server,store,web/src}/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.test\.tsx?$|testing(\.ts$|\/)/.test(path),
  );
  const naming = sources.filter((path) => /\bpgboss\b/.test(readFileSync(join(root, path), 'utf8')));
  expect(naming.toSorted()).toEqual(['store/access.ts', 'store/backup/dump.ts', 'store/backup/load.ts']);
});
