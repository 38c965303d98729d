/** What the scheduler's tests share: a sandbox whose runs a test ends when it likes, and ways to ask for runs. */

import type { CoreShare } from '../sandbox/core-share.ts';
import type { RunFacts, RunRequest } from '../sandbox/run-types.ts';
import { createScheduler, type Task, type Tasks } from './scheduler.ts';

export const never = new AbortController().signal;

/** A scheduler whose runs are under way until they are told to end or are broken off. */
export function makeStage(cores: number) {
  /** Runs that were started, in order. */
  const log: string[] = [];
  const running: { label: string; end: () => void }[] = [];
  const scheduler = createScheduler(cores, ({ program: label, limits }, signal, lane) => {
    log.push(lane === 'express' ? `${label} express` : label);
    const { promise, resolve, reject } = Promise.withResolvers<RunFacts>();
    const entry = { label, end: () => resolve({ wallMs: limits.wallMs } as RunFacts) };
    running.push(entry);
    signal.addEventListener('abort', () => {
      running.splice(running.indexOf(entry), 1);
      log.push(`${label} broken off`);
      queueMicrotask(() => reject(signal.reason));
    });
    return promise;
  });

  /** A run that takes so many milliseconds. */
  const requestFor = (label: string, wallMs: number) =>
    ({ program: label, limits: { wallMs } }) as unknown as RunRequest;

  /** So many tests of so many milliseconds each. */
  function addTests(name: string, count: number, ms: number, coreShare: Partial<CoreShare> = {}) {
    const waiting = Array.from({ length: count }, (_, index): Task => {
      const task: Task = async ({ run }) => {
        if (waiting[0] === task) waiting.shift();
        await run(requestFor(`${name}${index}`, ms));
      };
      return task;
    });
    const tests: Tasks = { next: () => waiting[0] ?? null, failed: () => {} };
    return scheduler.addTests(tests, coreShareOf(coreShare));
  }

  const compile = (label: string, wallMs: number, coreShare: Partial<CoreShare> = {}) =>
    scheduler.compile(requestFor(label, wallMs), coreShareOf(coreShare));

  async function finishNext(): Promise<void> {
    running.shift()?.end();
    await settle();
  }

  async function finish(label: string): Promise<void> {
    const index = running.findIndex((entry) => entry.label === label);
    if (index >= 0) running.splice(index, 1)[0]?.end();
    await settle();
  }

  async function finishAll(): Promise<void> {
    while (running.length > 0) await finishNext();
  }

  const count = (name: string, until = log.length) =>
    log.slice(0, until).filter((label) => label.startsWith(name)).length;
  const labels = () => running.map(({ label }) => label);
  return { scheduler, log, running, labels, addTests, compile, finishNext, finish, finishAll, count };
}

/** Everybody is somebody else, and nobody waits, unless told otherwise. */
function coreShareOf(coreShare: Partial<CoreShare>): CoreShare {
  return { signal: never, owner: Symbol(), isAwaited: false, ...coreShare };
}

/** The scheduler reacts when the promises that are settled now have been dealt with. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));
