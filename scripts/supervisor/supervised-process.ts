import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { refusedExitCode } from '#config/environment.ts';
import type { LogFile } from './log-file.ts';

const firstPauseMs = 100;
const longestPauseMs = 5_000;
/** A child that lived this long was well: its next death starts with a short pause again. */
const wellAfterMs = 30_000;
const stopDeadlineMs = 20_000;
/** A small nursery: most of what a server makes is garbage, and a large one keeps 100 MB of it resident. */
const nodeFlags = ['--max-semi-space-size=4'];

interface Options {
  readonly name: string;
  readonly module: URL;
  readonly env: NodeJS.ProcessEnv;
  readonly log: LogFile;
  readonly onMessage?: (message: unknown) => void;
}

export interface SupervisedProcess {
  /** Settles when the child said that it can never start, which it also said on standard error. */
  readonly refused: Promise<void>;
  /** Asks the child to finish what it is doing, and sees it gone. */
  stop(): Promise<void>;
}

/** Runs a module in a process of its own and starts it again whenever it dies, until `stop`. */
export function keepRunning({ name, module, env, log, onMessage }: Options): SupervisedProcess {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;

  async function run(): Promise<'refused' | 'stopped'> {
    let pauseMs = firstPauseMs;
    while (!stopping.signal.aborted) {
      const startedAt = Date.now();
      child = start();
      const [code, signal] = await once(child, 'exit').catch((error) => [error.message, null]);
      if (stopping.signal.aborted) break;
      if (code === refusedExitCode) return 'refused';
      if (Date.now() - startedAt > wellAfterMs) pauseMs = firstPauseMs;
      log.say(`The ${name} process ended (${signal ?? `exit code ${code}`}); it is started again.`);
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
    return 'stopped';
  }

  function start(): ChildProcess {
    // A session of its own: Ctrl-C reaches the supervisor alone, which then stops things in order.
    const started = fork(module, {
      env,
      execArgv: nodeFlags,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    log.take(started.stdout, 'quiet');
    log.take(started.stderr, 'loud');
    if (onMessage) started.on('message', onMessage);
    return started;
  }

  const ended = run();
  return {
    refused: new Promise((resolve) => void ended.then((how) => how === 'refused' && resolve())),
    stop: async () => {
      stopping.abort();
      child?.kill('SIGTERM');
      const hurry = setTimeout(() => child?.kill('SIGKILL'), stopDeadlineMs);
      await ended;
      clearTimeout(hurry);
    },
  };
}
