/**
 * Whose turn it is. Every submission, and every compilation, is a source of tasks; whenever there is room, the next
 * source in the circle is asked for one. A single submission gets all the room there is, and among several each
 * gets its share, however many tests one of them has.
 *
 * Tasks are asked for one at a time and as late as possible, so that a source can still drop what has become
 * needless, such as the rest of a lost group.
 */

/** The next task, or null when the source has none at the moment. A task reports its own failures. */
export type TaskSource = () => (() => Promise<void>) | null;

export interface Scheduler {
  /** Adds a source; the function that comes back removes it. */
  add: (source: TaskSource) => () => void;
  /** To be called when a source that had nothing has something again. */
  wake: () => void;
}

export function createScheduler(room: number): Scheduler {
  /** In the order of their turns: who was served last is at the end. */
  const circle: TaskSource[] = [];
  let busy = 0;

  function serve(): void {
    while (busy < room) {
      const task = nextTask();
      if (task === null) return;
      busy++;
      task().finally(() => {
        busy--;
        serve();
      });
    }
  }

  function nextTask(): (() => Promise<void>) | null {
    for (const source of [...circle]) {
      const task = source();
      if (task === null) continue;
      remove(source);
      circle.push(source);
      return task;
    }
    return null;
  }

  function remove(source: TaskSource): void {
    const index = circle.indexOf(source);
    if (index >= 0) circle.splice(index, 1);
  }

  return {
    add(source) {
      // A newcomer is served next: its first task tells the contestant that something is happening.
      circle.unshift(source);
      serve();
      return () => remove(source);
    },
    wake: serve,
  };
}

/** One task as a source of its own: waits for its turn, or for the abort that makes it needless. */
export function runInTurn<T>(scheduler: Scheduler, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let isTaken = false;
  const removeSource = scheduler.add(() => {
    if (isTaken) return null;
    isTaken = true;
    return () => work().then(resolve, reject);
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
