import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shareBuiltAhead } from '#harness/built-ahead.ts';

export interface RunningDemo {
  readonly dataDir: string;
  /** Its address, once everything is in it. */
  readonly ready: Promise<string>;
  /** Ends it without a word. */
  kill(): void;
  /** Its data go with it. */
  stop(): Promise<void>;
}

/** The demonstration on a free port and in a folder of its own. */
export async function startDemo(): Promise<RunningDemo> {
  const dataDir = await mkdtemp(join(tmpdir(), 'minos-demo-'));
  await shareBuiltAhead(dataDir);
  const demo = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env: { ...process.env, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(demo, 'exit');
  const stop = async () => {
    demo.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true });
  };
  const ready = new Promise<string>((resolve, reject) => {
    let printed = '';
    demo.stdout.on('data', (chunk) => {
      printed += chunk;
      const url = /The demonstration is ready at (\S+)/.exec(printed)?.[1];
      if (url) resolve(url);
    });
    demo.once('exit', () => reject(new Error(printed)));
  });
  return { dataDir, ready, kill: () => void demo.kill('SIGKILL'), stop };
}
