/**
 * Whose turn it is. Compilations go first, in the order in which they came. Then every submission is a source of
 * tasks, its tests; the one that has had the cores for the shortest time is asked for the next. A single submission
 * gets all the room there is, and among several each gets its share of the time: one with a hundred tests that run
 * into their limit does not hold up another whose tests take a millisecond each.
 *
 * There are two lanes, each with room for all cores. In the express lane the sandbox starts a task at once: what the
 * ordinary lane has on that core stands still meanwhile. It is open to whoever may use it, for short runs only (see
 * express.ts) and for a second of each submission's tests, so that a short submission is judged as if nobody else were
 * there, however long the tests are that others have begun. Of tests that are not known to be quick it takes one of
 * each submission at a time. It may take half of the time of the cores, and some seconds at once: then it closes for a
 * while.
 *
 * Tasks are asked for one at a time and as late as possible, so that a source can still drop what has become
 * needless, such as the rest of a lost group, and so that somebody new finds a core soon.
 */

/** A task reports its own failures; it says for how many milliseconds it had a core. */
export type Task = (isExpress: boolean) => Promise<number>;

/** The next task, or null when the source has no more for now. */
export type TaskSource = () => Task | null;

/** On whose behalf cores are asked for. */
export interface Turn {
  readonly signal: AbortSignal;
  /** Whether it may use the express lane, as long as it is short. */
  readonly mayUseExpress: boolean;
}

export interface Scheduler {
  /** Adds a source; the function that comes back removes it. */
  add: (source: TaskSource, mayUseExpress?: boolean) => () => void;
  /** Adds a task that goes before all sources. The function that comes back says whether it was in time to remove it. */
  addFirst: (task: Task, mayUseExpress?: boolean) => () => boolean;
}

type Lane = 'express' | 'ordinary';

interface First {
  readonly task: Task;
  readonly mayUseExpress: boolean;
}

interface Turns {
  readonly source: TaskSource;
  readonly mayUseExpress: boolean;
  readonly enteredAtMs: number;
  /** The share of everybody when it came, plus the time it has had. */
  usedMs: number;
  /** How many of its tasks the express lane has. */
  express: number;
  /** What it has under way is taken to need as long as what it has finished. */
  expectedMs: number;
  finished: number;
  meanMs: number;
}

/** Tasks this short wait in the helper while their core is still at work: asking for the next would take as long. */
const quickMs = 50;
/** After this time on the cores a submission is not short. */
const shortMs = 1000;
/** What the express lane may take of a core at once, and of its time in the long run, while the other is in use. */
const expressAtOnceMs = 2000;
const expressShare = 0.5;

export function createScheduler(cores: number): Scheduler {
  let first: First[] = [];
  /** Among equals the first is served next: who was served last is at the end. */
  let sources: Turns[] = [];
  /**
   * What a source that was always there would have had. Newcomers begin here: with nothing, a long submission would
   * wait for the whole of each; level with the one that has had the least, for the first task of each.
   */
  let shareMs = 0;
  const busy = { express: 0, ordinary: 0 };
  const credit = createCredit(cores * expressAtOnceMs, cores * expressShare);
  let reopening: NodeJS.Timeout | null = null;

  function serve(): void {
    while (serveIn('express') || serveIn('ordinary'));
    const closedForMs = credit.closedForMs();
    if (closedForMs === 0 || reopening) return;
    reopening = setTimeout(() => {
      reopening = null;
      serve();
    }, closedForMs).unref();
  }

  function serveIn(lane: Lane): boolean {
    if (busy[lane] >= 2 * cores) return false;
    const task = findFirst(lane) ?? findTest(lane);
    if (task === null) return false;
    busy[lane]++;
    void task(lane === 'express').then((usedMs) => {
      busy[lane]--;
      if (lane === 'express' && busy.ordinary > 0) credit.spend(usedMs);
      serve();
    });
    return true;
  }

  function findFirst(lane: Lane): Task | null {
    const found = first.find(({ mayUseExpress }) => laneIf(mayUseExpress) === lane);
    if (!found) return null;
    first = first.filter((other) => other !== found);
    return found.task;
  }

  function findTest(lane: Lane): Task | null {
    const candidates = sources
      .filter((turns) => laneOf(turns) === lane)
      .sort((a, b) => a.usedMs + a.expectedMs - (b.usedMs + b.expectedMs));
    for (const turns of candidates) {
      if (busy[lane] >= cores && !isQuick(turns)) continue;
      const task = turns.source();
      if (task === null) continue;
      sources = [...sources.filter((other) => other !== turns), turns];
      return (isExpress) => perform(turns, task, isExpress);
    }
    return null;
  }

  function laneOf(turns: Turns): Lane {
    const isShort = turns.usedMs - turns.enteredAtMs < shortMs;
    return laneIf(turns.mayUseExpress && isShort && (isQuick(turns) || turns.express === 0));
  }

  const laneIf = (mayUseExpress: boolean): Lane =>
    mayUseExpress && credit.closedForMs() === 0 ? 'express' : 'ordinary';

  async function perform(turns: Turns, task: Task, isExpress: boolean): Promise<number> {
    const expectedMs = turns.meanMs;
    turns.expectedMs += expectedMs;
    if (isExpress) turns.express++;
    const usedMs = await task(isExpress);
    if (isExpress) turns.express--;
    turns.expectedMs -= expectedMs;
    turns.usedMs += usedMs;
    turns.finished++;
    turns.meanMs += (usedMs - turns.meanMs) / turns.finished;
    shareMs += usedMs / Math.max(1, sources.length);
    return usedMs;
  }

  return {
    add(source, mayUseExpress = false) {
      const enteredAtMs = shareMs;
      const turns = {
        source,
        mayUseExpress,
        enteredAtMs,
        usedMs: enteredAtMs,
        express: 0,
        expectedMs: 0,
        finished: 0,
        meanMs: 0,
      };
      sources = [turns, ...sources];
      serve();
      return () => {
        sources = sources.filter((other) => other !== turns);
      };
    },
    addFirst(task, mayUseExpress = false) {
      const entry = { task, mayUseExpress };
      first = [...first, entry];
      serve();
      return () => {
        const isWaiting = first.includes(entry);
        first = first.filter((other) => other !== entry);
        return isWaiting;
      };
    },
  };
}

/** Time to spend, of which `perMs` comes in every millisecond up to `mostMs`. */
function createCredit(mostMs: number, perMs: number) {
  let leftMs = mostMs;
  let countedAt = performance.now();

  function count(): void {
    const now = performance.now();
    leftMs = Math.min(mostMs, leftMs + (now - countedAt) * perMs);
    countedAt = now;
  }

  return {
    spend(ms: number): void {
      count();
      leftMs -= ms;
    },
    /** 0: there is some left. */
    closedForMs(): number {
      count();
      return leftMs > 0 ? 0 : Math.ceil(1 - leftMs / perMs);
    },
  };
}

function isQuick({ finished, meanMs }: Turns): boolean {
  return finished > 0 && meanMs < quickMs;
}

/** Waits for its turn, before all tests, or for the abort that makes it needless. */
export function runInTurn<T extends { wallMs: number }>(
  scheduler: Scheduler,
  work: (isExpress: boolean) => Promise<T>,
  { signal, mayUseExpress }: Turn,
): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const task = async (isExpress: boolean) => {
    try {
      const done = await work(isExpress);
      resolve(done);
      return done.wallMs;
    } catch (error) {
      reject(error);
      return 0;
    }
  };
  const remove = scheduler.addFirst(task, mayUseExpress);
  const onAbort = () => {
    if (remove()) reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  return promise.finally(() => signal.removeEventListener('abort', onAbort));
}
