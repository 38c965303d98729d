import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const tree = mkdtempSync(join(tmpdir(), 'minos-import-rules-'));
afterAll(() => rmSync(tree, { recursive: true }));

/** Which of these imports the linter, configured as in this repository, takes in such a file. */
function findAllowed(file: string, specifiers: string[]): string[] {
  copyFileSync(join(root, 'biome.json'), join(tree, 'biome.json'));
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  return specifiers.filter((specifier) => {
    writeFileSync(join(tree, file), `import * as thing from '${specifier}';\nconsole.log(thing);\n`);
    const { status, stdout, stderr } = spawnSync(
      join(root, 'node_modules/.bin/biome'),
      ['lint', '--only=style/noRestrictedImports', '--vcs-enabled=false', file],
      { cwd: tree, encoding: 'utf8' },
    );
    expect(`${stdout}${stderr}`).toContain('Checked 1 file');
    return status === 0;
  });
}

const folders = ['config', 'contract', 'store', 'server', 'judge'];

describe('import rules between folders', () => {
  it.each([
    ['contract/x.ts', []],
    ['config/x.ts', ['config', 'contract']],
    ['store/x.ts', ['config', 'contract', 'store']],
    ['server/users/x.ts', ['config', 'contract', 'store', 'server']],
    ['judge/x.ts', ['config', 'contract', 'judge']],
    ['judge/worker/main.ts', ['config', 'contract', 'store', 'judge']],
    ['web/src/x.ts', ['contract']],
  ])('%s may import from %j and nothing else', (file, allowed) => {
    const named = (names: string[]) => names.map((name) => `#${name}/some-file.ts`);
    expect(findAllowed(file, named(folders))).toEqual(named(allowed));
  });

  it('keep contract/ to zod', () => {
    const specifiers = ['zod', './limits.ts', 'pg', '@fastify/cookie', 'node:fs'];
    expect(findAllowed('contract/x.ts', specifiers)).toEqual(['zod', './limits.ts']);
  });

  it('cannot be passed by with a relative path', () => {
    const specifiers = ['../../judge/worker.ts', '../../store/schema.ts', '../context.ts'];
    expect(findAllowed('server/users/x.ts', specifiers)).toEqual(['../context.ts']);
  });
});
