import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import type { Words } from '#contract/words.ts';
import { openQueue } from '#store/queue.ts';
import { makeTestDatabase } from '#store/testing/test-database.ts';
import { findWorkers } from '#store/workers.ts';
import { withoutPluginHeaders, wrapCompiler } from '../languages/cpp/precompile-testing.ts';

vi.setConfig({ testTimeout: 240_000 });

test('a worker that compiles more slowly than it could takes work and tells why', async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'minos-slow-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const database = await makeTestDatabase();
  const { connectionString } = database.openAs('worker');
  const queue = await openQueue(connectionString, () => {});
  onTestFinished(() => queue.stop({ graceful: false }));
  const compiler = await wrapCompiler(join(folder, 'compiler'), ...withoutPluginHeaders);
  const worker = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url))], {
    env: {
      ...process.env,
      PATH: `${dirname(compiler)}${delimiter}${process.env.PATH}`,
      DATABASE_URL: connectionString,
      DATA_DIR: join(folder, 'data'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    worker.kill('SIGTERM');
    if (worker.exitCode === null) await once(worker, 'exit');
  });
  // It says so once it takes work.
  let log = '';
  for await (const chunk of worker.stdout) {
    log += chunk;
    if (log.includes('"msg":"ready"')) break;
  }
  const [machine] = await findWorkers(database.db);
  expect(machine?.state).toBe('ready');
  expect(sayInEnglish(machine?.reason as Words)).toMatch(
    /^Compiling is slower than it could be: gcc-\d+-plugin-dev is not installed\.$/,
  );
});
