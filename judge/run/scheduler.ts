/**
 * Decides when and in which lane each run of the judge has a core, asks the sandbox for it, and repeats what it had to
 * break off. Callers say what is to run, for whom, and whether somebody waits for it.
 *
 * The cores' time is shared among persons, whatever each has under way: compilations and tests of any number of
 * submissions are its one share. Whoever has had the cores for the shortest time is served next, its compilation before
 * its tests. Of each person one compilation runs at a time, and ordinary ones never have all cores: a compilation may
 * take fifteen seconds, and meanwhile nobody's tests would move. Who has been alone for a while has all cores for
 * compiling too, until somebody comes: then all but the first are broken off and done again later.
 *
 * There are two lanes, each with room for all cores. In the express lane the sandbox starts a run at once: what the
 * ordinary lane has on that core stands still meanwhile. It is for people who have had little of the cores since they
 * came, so that they are judged as if nobody else were there, however long the runs are that others have begun:
 *
 * - Whoever has had less than a second is sure of a place. When there is none, a run of somebody who has had more, or
 *   has several there, is broken off and done again later.
 * - Up to ten seconds one gets a place that is free when no core is and others have ordinary runs.
 * - While an express run is short the sandbox keeps one core more free of ordinary runs, for those who serve it.
 * - The lane may take three quarters of the time of the cores, and some seconds at once: then it closes for a while.
 *   Ordinary runs are not broken off for it, so whatever has begun ends.
 *
 * Tasks are begun one at a time and as late as possible, so that whoever has them can still drop what has become needless,
 * such as the rest of a lost group, and so that somebody new finds a core soon.
 */

import { servedMs, stayStillMs } from '../../sandbox/quiet-times.mjs';
import type { CoreShare, Owner } from '../sandbox/core-share.ts';
import type { Lane, RunFacts, RunRequest } from '../sandbox/run-types.ts';
import { createExpressCredit } from './express-credit.ts';

/** A core, for as long as a task has it. */
export interface LentCore {
  run: (request: RunRequest) => Promise<RunFacts>;
  /** Aborts when the task is no longer wanted, or its core is needed for somebody else. */
  readonly signal: AbortSignal;
}

/** One or several runs, one after the other. When it is broken off, it is done again from its beginning. */
export type Task = (core: LentCore) => Promise<void>;

/** What one submission wants done. */
export interface Tasks {
  /** The next task, the same until it is begun, or null when there is none for now. */
  next: () => Task | null;
  /** A task has failed, and not because it was broken off. */
  failed: (error: unknown) => void;
}

export interface Scheduler {
  /** The person is here until the function that comes back is called, and so is what it has had of the cores. */
  enter: (owner: Owner) => () => void;
  /** A run of a compiler. */
  compile: (request: RunRequest, coreShare: CoreShare) => Promise<RunFacts>;
  /** The function that comes back removes the tests and resolves when none of them is under way any more. */
  addTests: (tests: Tasks, coreShare: CoreShare) => () => Promise<void>;
}

/** The sandbox's. */
type AskSandbox = (request: RunRequest, signal: AbortSignal, lane: Lane) => Promise<RunFacts>;

interface Person {
  /** How many contenders and others count on it. */
  uses: number;
  readonly enteredAtMs: number;
  /** The share of everybody when it came, plus the time it has had. */
  usedMs: number;
}

/** Tasks that compete with others for the cores: a compilation, or the tests of a submission. */
interface Contender extends Tasks {
  readonly kind: 'compilation' | 'tests';
  readonly person: Person;
  readonly coreShare: CoreShare;
  /** Tasks that were broken off. */
  readonly again: Task[];
  finished: number;
  meanMs: number;
}

interface TaskUnderWay {
  readonly contender: Contender;
  readonly lane: Lane;
  readonly startedAtMs: number;
  /** It is taken to need as long as what its contender has finished, until it takes longer. */
  readonly expectedMs: number;
  readonly breaking: AbortController;
  readonly ended: Promise<void>;
}

/** Tasks this short wait in the helper while their core is still at work: asking for the next would take as long. */
const quickMs = 50;
/** With less than this time on the cores a person is sure of a place in the express lane. */
const shortMs = 1000;
/** After this time one is served there no sooner than anybody else. */
const expressMs = 10_000;
/** So long after others were there, a person is alone: where people come and go, the next one finds a core soon. */
const aloneAfterMs = 2000;
/** What the express lane may take of a core at once, and of its time in the long run, while the other is in use. */
const expressAtOnceMs = 5000;
const expressShare = 0.75;

export function createScheduler(cores: number, askSandbox: AskSandbox): Scheduler {
  const persons = new Map<Owner, Person>();
  /** Among equals the first is served next: who was served last is at the end. */
  let contenders: Contender[] = [];
  const underWay = new Set<TaskUnderWay>();
  /**
   * What somebody who was always there would have had. Newcomers begin here: with nothing, a long submission would
   * wait for the whole of each; level with the one that has had the least, for the first task of each.
   */
  let shareMs = 0;
  const credit = createExpressCredit(cores * expressAtOnceMs, cores * expressShare);
  const mostCompilations = Math.max(1, cores - 1);
  /** When there were last several persons. */
  let severalUntilMs = Number.NEGATIVE_INFINITY;
  let lookingAgain: NodeJS.Timeout | undefined;
  /** Until when it is counted what the express lane has held, and what stands still for it after the last run. */
  let countedUntilMs = performance.now();
  let still = { cores: 0, untilMs: countedUntilMs };

  function serve(): void {
    while (serveIn('express') || serveIn('ordinary'));
    clearTimeout(lookingAgain);
    const waitMs = credit.closedForMs() || makeRoom() || aloneInMs();
    if (waitMs > 0) lookingAgain = setTimeout(serve, waitMs).unref();
  }

  function serveIn(lane: Lane): boolean {
    const [contender] = candidates(lane);
    const task = contender && nextOf(contender);
    if (!contender || !task || !isRoomFor(contender, lane)) return false;
    contenders = [...contenders.filter((other) => other !== contender), contender];
    begin(contender, task, lane);
    return true;
  }

  /**
   * Those who have a task for the lane, in the order in which they are served. In the express lane those come first for
   * whom others are broken off, so that they get the place.
   */
  function candidates(lane: Lane): Contender[] {
    const isWaiting = (contender: Contender) =>
      laneOf(contender) === lane && mayCompile(contender, lane) && nextOf(contender) !== null;
    const ranks = new Map([...persons.values()].map((person) => [person, rankOf(person, lane)]));
    const rankIn = ({ kind, person }: Contender) => [...(ranks.get(person) ?? []), kind === 'tests' ? 1 : 0];
    return contenders.filter(isWaiting).sort((a, b) => compareRanks(rankIn(a), rankIn(b)));
  }

  /** The smaller, the sooner; each number decides among those for whom the ones before it are equal. */
  const rankOf = (person: Person, lane: Lane): number[] =>
    lane === 'ordinary'
      ? [standingMs(person)]
      : [isShort(person) ? 0 : 1, countExpress(person), standingMs(person)];

  function laneOf({ coreShare, person }: Contender): Lane {
    if (!coreShare.isAwaited || credit.closedForMs() > 0) return 'ordinary';
    if (isShort(person)) return 'express';
    if (underWay.size < cores || hadMs(person) >= expressMs) return 'ordinary';
    return tasksIn('ordinary').some((task) => task.contender.person !== person) ? 'express' : 'ordinary';
  }

  function mayCompile({ kind, person }: Contender, lane: Lane): boolean {
    if (kind !== 'compilation' || isAlone()) return true;
    const compilations = compilationsUnderWay();
    if (compilations.some(({ contender }) => contender.person === person)) return false;
    return lane === 'express' || compilations.filter((task) => task.lane === lane).length < mostCompilations;
  }

  function isRoomFor(contender: Contender, lane: Lane): boolean {
    return tasksIn(lane).length < (isQuick(contender) ? 2 * cores : cores);
  }

  function begin(contender: Contender, task: Task, lane: Lane): void {
    if (contender.again[0] === task) contender.again.shift();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const breaking = new AbortController();
    const startedAtMs = performance.now();
    countHeld();
    const begun = { contender, lane, startedAtMs, expectedMs: contender.meanMs, breaking, ended };
    underWay.add(begun);
    void perform(begun, task).then((usedMs) => {
      countHeld();
      underWay.delete(begun);
      count(begun, usedMs);
      resolve();
      serve();
    });
  }

  /** For how many milliseconds its runs had a core, or null when it was broken off and will be done again. */
  async function perform({ contender, lane, breaking }: TaskUnderWay, task: Task): Promise<number | null> {
    const wanted = contender.coreShare.signal;
    const signal = AbortSignal.any([wanted, breaking.signal]);
    let usedMs = 0;
    const run = async (request: RunRequest) => {
      const facts = await askSandbox(request, signal, lane);
      usedMs += facts.wallMs;
      return facts;
    };
    try {
      await task({ run, signal });
    } catch (error) {
      if (breaking.signal.aborted && !wanted.aborted) {
        contender.again.unshift(task);
        return null;
      }
      contender.failed(wanted.aborted ? wanted.reason : error);
    }
    return usedMs;
  }

  function count(task: TaskUnderWay, finishedMs: number | null): void {
    const { contender } = task;
    const usedMs = finishedMs ?? elapsedMs(task);
    contender.person.usedMs += usedMs;
    shareMs += usedMs / Math.max(1, persons.size);
    // What ran nothing was needless, and says nothing about the others.
    if (!finishedMs) return;
    contender.finished++;
    contender.meanMs += (finishedMs - contender.meanMs) / contender.finished;
  }

  /**
   * What the express lane has held of the cores since the last change of what is under way, if there is anybody who could have
   * had it: its own, the one that is kept for those who serve it, and for a moment after the last run the same.
   */
  function countHeld(): void {
    const [fromMs, nowMs] = [countedUntilMs, performance.now()];
    const passedUntil = (untilMs: number) => Math.max(0, Math.min(nowMs, untilMs) - fromMs);
    const express = tasksIn('express');
    let heldMs = still.cores * passedUntil(still.untilMs);
    if (express.length > 0) {
      const servedUntilMs = Math.max(...express.map(({ startedAtMs }) => startedAtMs)) + servedMs;
      const own = Math.min(cores, express.length);
      heldMs = own * passedUntil(nowMs) + (Math.min(cores, own + 1) - own) * passedUntil(servedUntilMs);
      still = { cores: Math.min(cores, own + 1), untilMs: Math.min(nowMs, servedUntilMs) + stayStillMs };
    }
    countedUntilMs = nowMs;
    if (tasksIn('ordinary').length > 0) credit.spend(heldMs);
  }

  /** For whoever is sure of a place in the express lane and waits for one. In how many milliseconds to look again, or 0. */
  function makeRoom(): number {
    const waiting = candidates('express').find(({ person }) => isShort(person))?.person;
    if (!waiting) return 0;
    const mayBreakOff = (task: TaskUnderWay) => {
      const { person } = task.contender;
      // What is quick ends as soon by itself.
      if (isQuick(task.contender) && elapsedMs(task) < quickMs) return false;
      return !isShort(person) || countExpress(person) > countExpress(waiting) + 1;
    };
    const express = tasksIn('express');
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
    return Math.max(0, Math.ceil(severalUntilMs + aloneAfterMs - performance.now()));
  }

  /** Nobody is alone any more: of each one's compilations the first goes on. */
  function endCompilingAlone(): void {
    const compiling = new Set<Person>();
    for (const task of compilationsUnderWay()) {
      if (compiling.has(task.contender.person)) breakOff(task);
      compiling.add(task.contender.person);
    }
  }

  const breakOff = ({ breaking }: TaskUnderWay) => breaking.abort(new Error('Somebody else needs the core'));

  const compilationsUnderWay = () =>
    [...underWay].filter(({ contender }) => contender.kind === 'compilation');

  const tasksIn = (lane: Lane) => [...underWay].filter((task) => task.lane === lane);

  const tasksFrom = (contender: Contender) => [...underWay].filter((task) => task.contender === contender);

  const tasksOf = (person: Person) => [...underWay].filter(({ contender }) => contender.person === person);

  const countExpress = (person: Person) => tasksOf(person).filter(({ lane }) => lane === 'express').length;

  const isShort = (person: Person) => hadMs(person) < shortMs;

  /** Since it came. Of ordinary tasks under way it is not known for how long they stood still. */
  function hadMs(person: Person): number {
    const express = tasksOf(person).filter(({ lane }) => lane === 'express');
    return person.usedMs - person.enteredAtMs + sum(express.map(elapsedMs));
  }

  const standingMs = (person: Person) =>
    person.usedMs + sum(tasksOf(person).map((task) => Math.max(task.expectedMs, elapsedMs(task))));

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
    severalUntilMs = performance.now();
    serve();
  }

  function add(kind: Contender['kind'], tasks: Tasks, coreShare: CoreShare): Contender {
    const contender = {
      ...tasks,
      kind,
      coreShare,
      person: use(coreShare.owner),
      again: [],
      finished: 0,
      meanMs: 0,
    };
    contenders = [contender, ...contenders];
    serve();
    return contender;
  }

  function remove(contender: Contender): void {
    contenders = contenders.filter((other) => other !== contender);
    leave(contender.coreShare.owner, contender.person);
  }

  return {
    enter(owner) {
      const person = use(owner);
      return () => leave(owner, person);
    },
    compile(request, coreShare) {
      const { signal } = coreShare;
      if (signal.aborted) return Promise.reject(signal.reason);
      const { promise, resolve, reject } = Promise.withResolvers<RunFacts>();
      let isBegun = false;
      const task: Task = async ({ run }) => {
        isBegun = true;
        resolve(await run(request));
      };
      const contender = add(
        'compilation',
        { next: () => (isBegun ? null : task), failed: reject },
        coreShare,
      );
      // A run under way ends by the signal itself, and then nothing of it is left.
      const onAbort = () => {
        if (tasksFrom(contender).length === 0) reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      return promise.finally(() => {
        remove(contender);
        signal.removeEventListener('abort', onAbort);
      });
    },
    addTests(tests, coreShare) {
      const contender = add('tests', tests, coreShare);
      return async () => {
        remove(contender);
        await Promise.all(tasksFrom(contender).map(({ ended }) => ended));
      };
    },
  };
}

function nextOf({ coreShare, again, next }: Contender): Task | null {
  return coreShare.signal.aborted ? null : (again[0] ?? next());
}

function isQuick({ finished, meanMs }: Contender): boolean {
  return finished > 0 && meanMs < quickMs;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, at) => value !== b[at]);
  return (a[index] ?? 0) - (b[index] ?? 0);
}

const elapsedMs = ({ startedAtMs }: TaskUnderWay) => performance.now() - startedAtMs;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
