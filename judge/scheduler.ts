/**
 * Whose turn it is. Compilations go first, in the order in which they came. Then every submission is a source of
 * tasks, its tests; the one that has had the cores for the shortest time is asked for the next. A single submission
 * gets all the room there is, and among several each gets its share of the time: one with a hundred tests that run
 * into their limit does not hold up another whose tests take a millisecond each.
 *
 * Tasks are asked for one at a time and as late as possible, so that a source can still drop what has become
 * needless, such as the rest of a lost group, and so that somebody new finds a core soon.
 */

/**
 * The next task, or null when the source has no more for now. A task reports its own failures; it says for how many
 * milliseconds it had a core.
 */
export type TaskSource = () => (() => Promise<number>) | null;

export interface Scheduler {
  /** Adds a source; the function that comes back removes it. */
  add: (source: TaskSource) => () => void;
  /** Adds a task that goes before all sources. The function that comes back says whether it was in time to remove it. */
  addFirst: (task: () => Promise<void>) => () => boolean;
}

interface Turns {
  readonly source: TaskSource;
  /** The share of everybody when it came, plus the time it has had. */
  usedMs: number;
  /** What it has under way is taken to need as long as what it has finished. */
  expectedMs: number;
  finished: number;
  meanMs: number;
}

/** Tasks this short wait in the helper while their core is still at work: asking for the next would take as long. */
const quickMs = 50;

export function createScheduler(cores: number): Scheduler {
  let first: (() => Promise<void>)[] = [];
  /** Among equals the first is served next: who was served last is at the end. */
  let sources: Turns[] = [];
  /**
   * What a source that was always there would have had. Newcomers begin here: with nothing, a long submission would
   * wait for the whole of each; level with the one that has had the least, for the first task of each.
   */
  let shareMs = 0;
  let busy = 0;

  function serve(): void {
    while (busy < 2 * cores) {
      const next = findNext();
      if (next === null) return;
      busy++;
      void next().then(() => {
        busy--;
        serve();
      });
    }
  }

  function findNext(): (() => Promise<void>) | null {
    const [task, ...others] = first;
    if (task !== undefined) {
      first = others;
      return task;
    }
    for (const turns of sources.toSorted((a, b) => a.usedMs + a.expectedMs - (b.usedMs + b.expectedMs))) {
      if (busy >= cores && !isQuick(turns)) continue;
      const sourceTask = turns.source();
      if (sourceTask === null) continue;
      sources = [...sources.filter((other) => other !== turns), turns];
      return () => perform(turns, sourceTask);
    }
    return null;
  }

  async function perform(turns: Turns, task: () => Promise<number>): Promise<void> {
    const expectedMs = turns.meanMs;
    turns.expectedMs += expectedMs;
    const usedMs = await task();
    turns.expectedMs -= expectedMs;
    turns.usedMs += usedMs;
    turns.finished++;
    turns.meanMs += (usedMs - turns.meanMs) / turns.finished;
    shareMs += usedMs / Math.max(1, sources.length);
  }

  return {
    add(source) {
      const turns = { source, usedMs: shareMs, expectedMs: 0, finished: 0, meanMs: 0 };
      sources = [turns, ...sources];
      serve();
      return () => {
        sources = sources.filter((other) => other !== turns);
      };
    },
    addFirst(task) {
      first = [...first, task];
      serve();
      return () => {
        const isWaiting = first.includes(task);
        first = first.filter((other) => other !== task);
        return isWaiting;
      };
    },
  };
}

function isQuick({ finished, meanMs }: Turns): boolean {
  return finished > 0 && meanMs < quickMs;
}

/** Waits for its turn, before all tests, or for the abort that makes it needless. */
export function runInTurn<T>(scheduler: Scheduler, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const remove = scheduler.addFirst(() => work().then(resolve, reject));
  const onAbort = () => {
    if (remove()) reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  return promise.finally(() => signal.removeEventListener('abort', onAbort));
}
