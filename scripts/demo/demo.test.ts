import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { getContestScoreboard, listContests } from '#contract/contests.ts';
import { shareBuiltAhead } from '#harness/built-ahead.ts';
import { openClient } from '#harness/client.ts';

it('shows a contest that is over, with results, and one that is running', { timeout: 180_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'minos-demo-'));
  await shareBuiltAhead(dataDir);
  const demo = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env: { ...process.env, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(demo, 'exit');
  onTestFinished(async () => {
    demo.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true });
  });
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    demo.stdout.on('data', (chunk) => {
      printed += chunk;
      const ready = /The demonstration is ready at (\S+)/.exec(printed)?.[1];
      if (ready) resolve(ready);
    });
    demo.once('exit', () => reject(new Error(printed)));
  });
  const visitor = openClient(url);
  const contests = await visitor.call(listContests);
  expect(contests).toMatchObject([
    { title: 'Labyrinth Round', status: 'running', participant_count: 5, problem_count: 2 },
    { title: 'Warm-up', status: 'finished', participant_count: 5 },
  ]);
  const { scoreboard } = await visitor.call(getContestScoreboard, { params: { id: contests[1]?.id ?? 0 } });
  expect(scoreboard.map((row) => row.total_score)).toEqual([100, 100, 100, 75, 75]);
});
