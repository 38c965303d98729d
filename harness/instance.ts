import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shareBuiltAhead } from './built-ahead.ts';

export const administrator = { username: 'admin', password: 'the admin of the tests' };

export interface Instance {
  readonly url: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  /** Stops it as a person would, and removes its data. */
  stop(): Promise<void>;
}

const supervisor = fileURLToPath(new URL('../scripts/supervisor/main.ts', import.meta.url));

const webPage = fileURLToPath(new URL('../web/dist/index.html', import.meta.url));

interface Options {
  /** For tests that start on data they know. Without it: a new folder, removed at the end. */
  readonly dataDir?: string;
  /** A command that runs the rest of its arguments, for example as somebody else. */
  readonly within?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** The real product as `npm start` runs it after set-up: PostgreSQL, server and worker, on a free port. */
export async function startInstance({ dataDir, within = [], env }: Options = {}): Promise<Instance> {
  // Without it a server would fail at its start, again and again.
  if (!existsSync(webPage)) throw new Error(`${webPage} is missing: npm start and npm test build it.`);
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'minos-e2e-')));
  // Somebody else could not write beside what is ours.
  if (within.length === 0) await shareBuiltAhead(folder);
  const [command = '', ...args] = [...within, process.execPath, supervisor];
  const child = spawn(command, args, {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
      ADMIN_USERNAME: administrator.username,
      ADMIN_PASSWORD: administrator.password,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk;
      const ready = /Minos is ready at (\S+)/.exec(output);
      if (ready?.[1]) resolve(ready[1]);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('exit', (code) => reject(new Error(`The instance ended with ${code}:\n${output}`)));
  });
  return {
    url,
    dataDir: folder,
    process: child,
    output: () => output,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      if (!dataDir) await rm(folder, { recursive: true, force: true });
    },
  };
}
