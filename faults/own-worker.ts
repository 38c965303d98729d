import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statfsSync } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface OwnWorker {
  /** In the list of judge machines. */
  readonly name: string;
  /** What the database knows its connections by. */
  readonly application: string;
  /** When the process that is there now was started. */
  readonly startedAt: Date;
  readonly pid: number;
  /** Throws when it has ended by itself, with its log. */
  expectRunning(): void;
  /** Its log so far. */
  output(): string;
  kill(signal: NodeJS.Signals): void;
  /** Starts another in the place of one that was killed, on the same folder. */
  startAgain(): void;
  stop(): Promise<void>;
}

const module = fileURLToPath(new URL('../judge/worker/main.ts', import.meta.url));

/** `npm run worker`, as another machine would run it, with its data in this folder. */
export function startOwnWorker(databaseUrl: string, dataDir: string): OwnWorker {
  const name = 'spare';
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', name);
  let child: ChildProcess;
  let startedAt: Date;
  let output = '';

  function start(): void {
    output = '';
    startedAt = new Date();
    child = spawn(process.execPath, [module], {
      env: { ...process.env, DATABASE_URL: url.href, DATA_DIR: dataDir, WORKER_NAME: name },
      // The channel: should this process be killed, the worker notices and ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const take = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
  }

  start();
  return {
    name,
    application: name,
    get startedAt() {
      return startedAt;
    },
    get pid() {
      return child.pid ?? 0;
    },
    expectRunning() {
      if (child.exitCode !== null) throw new Error(`The worker ended with ${child.exitCode}:\n${output}`);
    },
    output: () => output,
    kill: (signal) => void child.kill(signal),
    startAgain: start,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

export interface SmallDisk {
  readonly folder: string;
  /** Not a byte is left, for the moment: who frees some loses it to the next call. */
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): void;
}

/** A file system of its own in memory, which can be filled without harm to the machine. Only root can mount it. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'minos-faults-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'minos-faults', folder]);
  const ballast = join(folder, 'ballast');
  await mkdir(join(folder, 'data'));
  return {
    folder: join(folder, 'data'),
    async fill() {
      const file = await open(ballast, 'a');
      try {
        for (;;)
          await file.write(Buffer.alloc(Math.max(4096, Math.min(statfsSync(folder).bavail * 4096, 1 << 20))));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    remove() {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
