/** What the scheduler's tests share: tasks that a test ends when it likes, and ways to ask for turns. */
import { compileInTurn, type Scheduler, type Task, type TaskSource } from './scheduler.ts';

/** Tasks that were started, in order, and are under way until they are told to end or are broken off. */
export function makeStage() {
  const log: string[] = [];
  const running: { label: string; end: () => void }[] = [];

  /** A source with `count` tasks of so many milliseconds each. */
  function sourceOf(name: string, count: number, ms: number): TaskSource {
    const waiting = Array.from({ length: count }, (_, index) => index);
    return () => {
      const [index] = waiting;
      if (index === undefined) return null;
      return (place) => {
        waiting.shift();
        return begin(`${name}${index}`, ms, () => waiting.unshift(index))(place);
      };
    };
  }

  function begin(label: string, ms: number, onBrokenOff: () => void): Task {
    return ({ isExpress, brokenOff }) => {
      log.push(isExpress ? `${label} express` : label);
      const { promise, resolve } = Promise.withResolvers<number | null>();
      const entry = { label, end: () => resolve(ms) };
      running.push(entry);
      brokenOff.addEventListener('abort', () => {
        running.splice(running.indexOf(entry), 1);
        log.push(`${label} broken off`);
        queueMicrotask(() => {
          onBrokenOff();
          resolve(null);
        });
      });
      return promise;
    };
  }

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
  return { log, running, sourceOf, finishNext, finish, finishAll, count };
}

/** The scheduler reacts in a later turn of the promise queue. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

export const never = new AbortController().signal;

/** Everybody is somebody else unless told otherwise. */
export function addTests(
  scheduler: Scheduler,
  source: TaskSource,
  { owner = Symbol() as string | symbol, mayUseExpress = false } = {},
): () => void {
  return scheduler.add('tests', source, { owner, mayUseExpress });
}

/** Compiles for so many milliseconds. */
export async function compile(
  scheduler: Scheduler,
  work: () => Promise<unknown>,
  { wallMs = 0, signal = never, owner = Symbol() as string | symbol, mayUseExpress = false } = {},
): Promise<unknown> {
  const done = await compileInTurn(scheduler, async () => ({ value: await work(), wallMs }), {
    signal,
    owner,
    mayUseExpress,
  });
  return done.value;
}
