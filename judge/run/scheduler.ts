/**
 * Whose turn it is. The cores' time is shared among persons, whatever each has under way: compilations and tests of any
 * number of submissions are its one share. Whoever has had the cores for the shortest time is served next, its
 * compilation before its tests. Of each person one compilation runs at a time, and ordinary ones never have all cores:
 * a compilation may take fifteen seconds, and meanwhile nobody's tests would move. Who has been alone for a while has
 * all cores for compiling too, until somebody comes: then all but the first are broken off and done again later.
 *
 * There are two lanes, each with room for all cores. In the express lane the sandbox starts a task at once: what the
 * ordinary lane has on that core stands still meanwhile. It is for people who have had little of the cores since they
 * came, so that they are judged as if nobody else were there, however long the runs are that others have begun:
 *
 * - Whoever has had less than a second is sure of a place. When there is none, a run of somebody who has had more, or
 *   has several there, is broken off and done again later.
 * - Up to ten seconds one gets a place that is free when no core is and others have ordinary runs.
 * - The lane may take three quarters of the time of the cores, and some seconds at once: then it closes for a while.
 *   Ordinary runs are not broken off for it, so whatever has begun ends.
 *
 * Tasks are begun one at a time and as late as possible, so that a source can still drop what has become needless,
 * such as the rest of a lost group, and so that somebody new finds a core soon.
 */

/** Persons are told apart by their keys. */
export type Owner = string | symbol;

/** On whose behalf cores are asked for. */
export interface Turn {
  readonly signal: AbortSignal;
  /** Whose share of the cores' time it is. */
  readonly owner: Owner;
  /** Not for what nobody waits for. */
  readonly mayUseExpress: boolean;
}

export interface Place {
  readonly isExpress: boolean;
  /** Somebody else needs the place: the task ends at once, and its source has it again. */
  readonly brokenOff: AbortSignal;
}

/**
 * A task reports its own failures; it says for how many milliseconds it had a core, or null when it was broken off.
 */
export type Task = (place: Place) => Promise<number | null>;

/** The next task, the same until it is begun, or null when the source has no more for now. */
export type TaskSource = () => Task | null;

export interface Scheduler {
  /** The person is here until the function that comes back is called, and so is what it has had of the cores. */
  enter: (owner: Owner) => () => void;
  /** Adds a source; the function that comes back removes it. */
  add: (kind: Kind, source: TaskSource, turn: Omit<Turn, 'signal'>) => () => void;
}

export type Kind = 'compilation' | 'tests';

type Lane = 'express' | 'ordinary';

interface Person {
  /** How many sources and others count on it. */
  uses: number;
  readonly enteredAtMs: number;
  /** The share of everybody when it came, plus the time it has had. */
  usedMs: number;
}

interface Source {
  readonly kind: Kind;
  readonly next: TaskSource;
  readonly person: Person;
  readonly mayUseExpress: boolean;
  finished: number;
  meanMs: number;
}

interface Run {
  readonly source: Source;
  readonly lane: Lane;
  readonly startedAtMs: number;
  /** It is taken to need as long as what its source has finished, until it takes longer. */
  readonly expectedMs: number;
  readonly breaking: AbortController;
}

/** Tasks this short wait in the helper while their core is still at work: asking for the next would take as long. */
const quickMs = 50;
/** With less than this time on the cores a person is sure of a place in the express lane. */
const shortMs = 1000;
/** After this time one has no more claim to it than anybody else. */
const expressMs = 10_000;
/** So long after others were there, a person is alone: where people come and go, the next one finds a core soon. */
const aloneAfterMs = 2000;
/** What the express lane may take of a core at once, and of its time in the long run, while the other is in use. */
const expressAtOnceMs = 5000;
const expressShare = 0.75;

export function createScheduler(cores: number): Scheduler {
  const persons = new Map<Owner, Person>();
  /** Among equals the first is served next: who was served last is at the end. */
  let sources: Source[] = [];
  const runs = new Set<Run>();
  /**
   * What somebody who was always there would have had. Newcomers begin here: with nothing, a long submission would
   * wait for the whole of each; level with the one that has had the least, for the first task of each.
   */
  let shareMs = 0;
  const credit = createCredit(cores * expressAtOnceMs, cores * expressShare);
  const mostCompilations = Math.max(1, cores - 1);
  /** When there were last several persons. */
  let companyUntilMs = Number.NEGATIVE_INFINITY;
  let lookingAgain: NodeJS.Timeout | undefined;

  function serve(): void {
    while (serveIn('express') || serveIn('ordinary'));
    clearTimeout(lookingAgain);
    const waitMs = credit.closedForMs() || makeRoom() || aloneInMs();
    if (waitMs > 0) lookingAgain = setTimeout(serve, waitMs).unref();
  }

  function serveIn(lane: Lane): boolean {
    const [source] = candidates(lane);
    const task = source?.next();
    if (!source || !task || !isRoomFor(source, lane)) return false;
    sources = [...sources.filter((other) => other !== source), source];
    void perform(source, task, lane);
    return true;
  }

  /**
   * Those who have a task for the lane, in the order of their turns. In the express lane those come first for whom
   * others are broken off, so that they get the place.
   */
  function candidates(lane: Lane): Source[] {
    const isWaiting = (source: Source) =>
      laneOf(source) === lane && mayCompile(source, lane) && source.next() !== null;
    const claims = new Map([...persons.values()].map((person) => [person, claimsOf(person, lane)]));
    const claimsOn = ({ kind, person }: Source) => [...(claims.get(person) ?? []), kind === 'tests' ? 1 : 0];
    return sources.filter(isWaiting).sort((a, b) => compareClaims(claimsOn(a), claimsOn(b)));
  }

  /** The smaller, the sooner; each number decides among those for whom the ones before it are equal. */
  const claimsOf = (person: Person, lane: Lane): number[] =>
    lane === 'ordinary'
      ? [standingMs(person)]
      : [isShort(person) ? 0 : 1, placesOf(person), standingMs(person)];

  function laneOf({ mayUseExpress, person }: Source): Lane {
    if (!mayUseExpress || credit.closedForMs() > 0) return 'ordinary';
    if (isShort(person)) return 'express';
    if (runs.size < cores || hadMs(person) >= expressMs) return 'ordinary';
    return runsIn('ordinary').some((run) => run.source.person !== person) ? 'express' : 'ordinary';
  }

  function mayCompile({ kind, person }: Source, lane: Lane): boolean {
    if (kind !== 'compilation' || isAlone()) return true;
    const compilations = compilationsUnderWay();
    if (compilations.some(({ source }) => source.person === person)) return false;
    return lane === 'express' || compilations.filter((run) => run.lane === lane).length < mostCompilations;
  }

  function isRoomFor(source: Source, lane: Lane): boolean {
    return runsIn(lane).length < (isQuick(source) ? 2 * cores : cores);
  }

  async function perform(source: Source, task: Task, lane: Lane): Promise<void> {
    const { person, meanMs: expectedMs } = source;
    const breaking = new AbortController();
    const run = { source, lane, startedAtMs: performance.now(), expectedMs, breaking };
    runs.add(run);
    const finishedMs = await task({ isExpress: lane === 'express', brokenOff: breaking.signal });
    runs.delete(run);
    const usedMs = finishedMs ?? elapsedMs(run);
    person.usedMs += usedMs;
    shareMs += usedMs / Math.max(1, persons.size);
    if (lane === 'express' && runsIn('ordinary').length > 0) credit.spend(usedMs);
    if (finishedMs !== null) {
      source.finished++;
      source.meanMs += (finishedMs - source.meanMs) / source.finished;
    }
    serve();
  }

  /** For who is sure of a place in the express lane and waits for one. In how many milliseconds to look again, or 0. */
  function makeRoom(): number {
    const waiting = candidates('express').find(({ person }) => isShort(person))?.person;
    if (!waiting) return 0;
    const mayBreakOff = (run: Run) => {
      const { person } = run.source;
      // What is quick ends as soon by itself.
      if (isQuick(run.source) && elapsedMs(run) < quickMs) return false;
      return !isShort(person) || placesOf(person) > placesOf(waiting) + 1;
    };
    const express = runsIn('express');
    const isBreaking = express.some(({ breaking }) => breaking.signal.aborted);
    // The last one has the least to lose.
    const last = isBreaking ? undefined : express.findLast(mayBreakOff);
    if (last) breakOff(last);
    return quickMs;
  }

  const isAlone = () => persons.size === 1 && aloneInMs() === 0;

  /** In how many milliseconds the one who is left is alone; 0 when that is so, or there are others. */
  function aloneInMs(): number {
    if (persons.size !== 1) return 0;
    return Math.max(0, Math.ceil(companyUntilMs + aloneAfterMs - performance.now()));
  }

  /** Nobody is alone any more: of each one's compilations the first goes on. */
  function endCompilingAlone(): void {
    const first = new Set<Person>();
    for (const run of compilationsUnderWay()) {
      if (first.has(run.source.person)) breakOff(run);
      first.add(run.source.person);
    }
  }

  const breakOff = ({ breaking }: Run) => breaking.abort(new Error('Somebody else needs the core'));

  const compilationsUnderWay = () => [...runs].filter(({ source }) => source.kind === 'compilation');

  const runsIn = (lane: Lane) => [...runs].filter((run) => run.lane === lane);

  const runsOf = (person: Person) => [...runs].filter(({ source }) => source.person === person);

  const placesOf = (person: Person) => runsOf(person).filter(({ lane }) => lane === 'express').length;

  const isShort = (person: Person) => hadMs(person) < shortMs;

  /** Since it came. Of ordinary runs under way it is not known for how long they stood still. */
  function hadMs(person: Person): number {
    const express = runsOf(person).filter(({ lane }) => lane === 'express');
    return person.usedMs - person.enteredAtMs + sum(express.map(elapsedMs));
  }

  const standingMs = (person: Person) =>
    person.usedMs + sum(runsOf(person).map((run) => Math.max(run.expectedMs, elapsedMs(run))));

  function use(owner: Owner): Person {
    const person = persons.get(owner) ?? { uses: 0, enteredAtMs: shareMs, usedMs: shareMs };
    persons.set(owner, person);
    if (person.uses++ === 0 && persons.size === 2) endCompilingAlone();
    return person;
  }

  function leave(owner: Owner, person: Person): void {
    if (--person.uses > 0) return;
    persons.delete(owner);
    if (persons.size !== 1) return;
    companyUntilMs = performance.now();
    serve();
  }

  return {
    enter(owner) {
      const person = use(owner);
      return () => leave(owner, person);
    },
    add(kind, next, { owner, mayUseExpress }) {
      const person = use(owner);
      const source = { kind, next, person, mayUseExpress, finished: 0, meanMs: 0 };
      sources = [source, ...sources];
      serve();
      return () => {
        sources = sources.filter((other) => other !== source);
        leave(owner, person);
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

function isQuick({ finished, meanMs }: Source): boolean {
  return finished > 0 && meanMs < quickMs;
}

function compareClaims(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((claim, at) => claim !== b[at]);
  return (a[index] ?? 0) - (b[index] ?? 0);
}

const elapsedMs = ({ startedAtMs }: Run) => performance.now() - startedAtMs;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Compiles when it is its turn, again when it was broken off, or waits for the abort that makes it needless. */
export function compileInTurn<T extends { wallMs: number }>(
  scheduler: Scheduler,
  compile: (place: Place) => Promise<T>,
  turn: Turn,
): Promise<T> {
  const { signal } = turn;
  if (signal.aborted) return Promise.reject(signal.reason);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let isWaiting = true;
  const task = async (place: Place) => {
    isWaiting = false;
    try {
      const done = await compile(place);
      resolve(done);
      return done.wallMs;
    } catch (error) {
      isWaiting = place.brokenOff.aborted && !signal.aborted;
      if (isWaiting) return null;
      reject(error);
      return 0;
    }
  };
  const remove = scheduler.add('compilation', () => (isWaiting ? task : null), turn);
  const onAbort = () => {
    if (!isWaiting) return;
    isWaiting = false;
    reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  return promise.finally(() => {
    remove();
    signal.removeEventListener('abort', onAbort);
  });
}
