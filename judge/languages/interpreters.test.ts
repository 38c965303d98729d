import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { LanguageId } from '#contract/programs.ts';
import type { RunFacts, RunLimits } from '../sandbox/run-types.ts';
import { openSandbox, type Sandbox } from '../sandbox/sandbox.ts';
import { said } from '../sandbox/testing.ts';
import { getLanguage, type Languages, openLanguages } from './catalogue.ts';
import { requestOf } from './language.ts';

// A busy machine takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const limits: RunLimits = {
  cpuMs: 10_000,
  wallMs: 60_000,
  memoryBytes: 256 << 20,
  outputBytes: 1 << 20,
  processes: 32,
};

let folder: string;
let sandbox: Sandbox;
let languages: Languages;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minos-interpreters-'));
  await chmod(folder, 0o755);
  sandbox = await openSandbox({ cores: [0] });
  languages = await openLanguages(folder);
});
afterAll(async () => {
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

let files = 0;
async function file(content: string | Uint8Array): Promise<string> {
  const path = join(folder, `file-${files++}`);
  await writeFile(path, content);
  await chmod(path, 0o644);
  return path;
}

/** As the judge does it, but for the compiler. */
async function run(
  id: LanguageId,
  code: string | Uint8Array,
  {
    input = '20 22\n',
    own = {},
    within = sandbox,
  }: { input?: string; own?: Partial<RunLimits>; within?: Sandbox } = {},
): Promise<RunFacts> {
  const runLimits = { ...limits, ...own };
  const launch = getLanguage(languages, id).launch(await file(code), runLimits);
  return within.run(requestOf(launch, { stdin: await file(input), limits: runLimits }));
}

const hostile = (name: string) => readFileSync(new URL(`hostile/${name}`, import.meta.url));
const sources: Partial<Record<LanguageId, Uint8Array>> = {
  python: hostile('python.py'),
  pypy: hostile('python.py'),
  javascript: hostile('javascript.js'),
};

describe.each(Object.entries(sources) as [LanguageId, Uint8Array][])('%s', (id, source) => {
  test('whatever a program tries, no wall gives way', async ({ skip }) => {
    if (!languages.installed[id]) skip(`${id} is not installed`);
    const facts = await run(id, source);
    expect(said(facts), Buffer.from(facts.stderr).toString()).toBe('done\n');
    expect(facts).toMatchObject({ exitCode: 0, signal: null, limit: null });
  });
});
