/**
 * Whose turn it is. Every submission, and every compilation, is a source of tasks; whenever there is room, the source
 * that has had the cores for the shortest time is asked for one. A single submission gets all the room there is, and
 * among several each gets its share of the time: one with a hundred tests that run into their limit does not hold up
 * another whose tests take a millisecond each.
 *
 * Tasks are asked for one at a time and as late as possible, so that a source can still drop what has become
 * needless, such as the rest of a lost group.
 */

/**
 * The next task, or null when the source has no more for now. A task reports its own failures; it says for how many
 * milliseconds it had a core.
 */
export type TaskSource = () => (() => Promise<number>) | null;

export interface Scheduler {
  /** Adds a source; the function that comes back removes it. */
  add: (source: TaskSource) => () => void;
}

interface Turns {
  readonly source: TaskSource;
  /** Where it entered, plus the time it has had. */
  usedMs: number;
  /** What it has under way is taken to need as long as what it has finished. */
  expectedMs: number;
  finished: number;
  meanMs: number;
}

export function createScheduler(room: number): Scheduler {
  /** Among equals the first is served next: who was served last is at the end. */
  let waiting: Turns[] = [];
  let busy = 0;

  function serve(): void {
    while (busy < room) {
      const next = findNext();
      if (next === null) return;
      busy++;
      void perform(next);
    }
  }

  function findNext(): { turns: Turns; task: () => Promise<number> } | null {
    for (const turns of waiting.toSorted((a, b) => a.usedMs + a.expectedMs - (b.usedMs + b.expectedMs))) {
      const task = turns.source();
      if (task === null) continue;
      waiting = [...waiting.filter((other) => other !== turns), turns];
      return { turns, task };
    }
    return null;
  }

  async function perform({ turns, task }: { turns: Turns; task: () => Promise<number> }): Promise<void> {
    const expectedMs = turns.meanMs;
    turns.expectedMs += expectedMs;
    const usedMs = await task();
    turns.expectedMs -= expectedMs;
    turns.usedMs += usedMs;
    turns.finished++;
    turns.meanMs += (usedMs - turns.meanMs) / turns.finished;
    busy--;
    serve();
  }

  return {
    add(source) {
      // Level with the one that has had the least, and before it: the first task tells the contestant that something
      // is happening. Not from nothing, or a long submission would wait for every newcomer's whole.
      const usedMs = waiting.length === 0 ? 0 : Math.min(...waiting.map((turns) => turns.usedMs));
      const turns = { source, usedMs, expectedMs: 0, finished: 0, meanMs: 0 };
      waiting = [turns, ...waiting];
      serve();
      return () => {
        waiting = waiting.filter((other) => other !== turns);
      };
    },
  };
}

/** One task as a source of its own: waits for its turn, or for the abort that makes it needless. */
export function runInTurn<T>(scheduler: Scheduler, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let isTaken = false;
  const removeSource = scheduler.add(() => {
    if (isTaken) return null;
    isTaken = true;
    return async () => {
      await work().then(resolve, reject);
      // It has no second turn.
      return 0;
    };
  });
  const onAbort = () => {
    if (!isTaken) reject(signal.reason);
    isTaken = true;
  };
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  return promise.finally(() => {
    removeSource();
    signal.removeEventListener('abort', onAbort);
  });
}
