import { describe, expect, test, vi } from 'vitest';
import { createScheduler, runInTurn, type Scheduler, type Task, type TaskSource } from './scheduler.ts';

/** Tasks that were started, in order, and are under way until they are told to end. */
function makeStage() {
  const log: string[] = [];
  const running: (() => void)[] = [];

  /** A source with `count` tasks of so many milliseconds each. */
  function sourceOf(name: string, count: number, ms: number): TaskSource {
    let next = 0;
    return () => (next < count ? begin(`${name}${next++}`, ms) : null);
  }

  function begin(label: string, ms: number): Task {
    return (isExpress) => {
      log.push(isExpress ? `${label} express` : label);
      const { promise, resolve } = Promise.withResolvers<number>();
      running.push(() => resolve(ms));
      return promise;
    };
  }

  async function finishNext(): Promise<void> {
    running.shift()?.();
    // The scheduler reacts in a later turn of the promise queue.
    await new Promise((resolve) => setImmediate(resolve));
  }

  async function finishAll(): Promise<void> {
    while (running.length > 0) await finishNext();
  }

  const count = (name: string, until = log.length) =>
    log.slice(0, until).filter((label) => label.startsWith(name)).length;
  return { log, running, sourceOf, finishNext, finishAll, count };
}

const never = new AbortController().signal;

/** Compiles for so many milliseconds. */
async function compile(
  scheduler: Scheduler,
  work: () => Promise<unknown>,
  { wallMs = 0, signal = never, mayUseExpress = false } = {},
): Promise<unknown> {
  const done = await runInTurn(scheduler, async () => ({ value: await work(), wallMs }), {
    signal,
    mayUseExpress,
  });
  return done.value;
}

describe('scheduler', () => {
  test('a single source gets every core', () => {
    const { log, sourceOf } = makeStage();
    createScheduler(3).add(sourceOf('a', 5, 1));
    expect(log).toEqual(['a0', 'a1', 'a2']);
  });

  test('quick tasks wait behind those at work, slow ones do not', async () => {
    for (const { ms, atOnce } of [
      { ms: 1, atOnce: 4 },
      { ms: 1000, atOnce: 2 },
    ]) {
      const { running, sourceOf, finishNext } = makeStage();
      createScheduler(2).add(sourceOf('a', 20, ms));
      await finishNext();
      expect(running).toHaveLength(atOnce);
    }
  });

  test('a short submission does not wait for a long one that came first', async () => {
    const { log, sourceOf, finishAll } = makeStage();
    const scheduler = createScheduler(1);
    scheduler.add(sourceOf('a', 100, 100));
    scheduler.add(sourceOf('b', 3, 100));
    await finishAll();
    expect(log.slice(0, 7)).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2', 'a3']);
    expect(log).toHaveLength(103);
  });

  test('shares the time, not the turns: quick tests go before the next slow one', async () => {
    const { log, sourceOf, finishAll, count } = makeStage();
    const scheduler = createScheduler(2);
    scheduler.add(sourceOf('slow', 10, 1000));
    scheduler.add(sourceOf('quick', 20, 1));
    await finishAll();
    // The two that had begun before it came, and one beside its own.
    expect(count('slow', log.indexOf('quick19'))).toBeLessThanOrEqual(3);
    expect(log).toHaveLength(30);
  });

  test('a compilation goes before every test', async () => {
    const { log, sourceOf, finishAll } = makeStage();
    const scheduler = createScheduler(1);
    scheduler.add(sourceOf('test', 3, 100));
    void compile(scheduler, async () => log.push('compiled'));
    await finishAll();
    expect(log).toEqual(['test0', 'compiled', 'test1', 'test2']);
  });

  test('a newcomer has no claim on the time before it came', async () => {
    const { log, sourceOf, finishNext, finishAll, count } = makeStage();
    const scheduler = createScheduler(1);
    scheduler.add(sourceOf('old', 100, 100));
    for (let finished = 0; finished < 50; finished++) await finishNext();
    const before = count('old');
    scheduler.add(sourceOf('new', 20, 100));
    await finishAll();
    expect(count('old', log.indexOf('new19')) - before).toBeGreaterThanOrEqual(18);
  });

  test('a long submission goes on however many short ones keep coming', async () => {
    const { sourceOf, finishNext, count } = makeStage();
    const scheduler = createScheduler(1);
    scheduler.add(sourceOf('long', 100, 100));
    for (let finished = 0; finished < 20; finished++) await finishNext();
    const before = count('long');
    // Each comes while the one before it is at work for the first time.
    let removeEarlier = () => {};
    for (let arrived = 0; arrived < 40; arrived++) {
      const remove = scheduler.add(sourceOf(`short${arrived}-`, 1, 100));
      await finishNext();
      removeEarlier();
      removeEarlier = remove;
    }
    expect(count('long') - before).toBeGreaterThan(8);
    expect(count('short')).toBeGreaterThan(8);
  });

  test('never more compilations at once than there is room', async () => {
    let busy = 0;
    let most = 0;
    const scheduler = createScheduler(1);
    const work = async () => {
      most = Math.max(most, ++busy);
      await new Promise((resolve) => setImmediate(resolve));
      busy--;
    };
    await Promise.all(Array.from({ length: 20 }, () => compile(scheduler, work)));
    expect(most).toBe(2);
  });

  test('an aborted wait ends at once and its work never starts', async () => {
    const { sourceOf, finishAll } = makeStage();
    const scheduler = createScheduler(1);
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    void compile(scheduler, () => first.promise);
    void compile(scheduler, () => second.promise);
    scheduler.add(sourceOf('a', 1, 1));
    const controller = new AbortController();
    let started = false;
    const work = async () => {
      started = true;
    };
    const waiting = compile(scheduler, work, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    first.resolve();
    second.resolve();
    await finishAll();
    expect(started).toBe(false);
    await expect(compile(scheduler, work, { signal: controller.signal })).rejects.toThrow('enough');
  });

  test('a failure reaches the one who asked, and the room is free again', async () => {
    const scheduler = createScheduler(1);
    await expect(compile(scheduler, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await compile(scheduler, async () => 7)).toBe(7);
  });
});

describe('the express lane', () => {
  test('begins at once, beside whatever ordinary tasks are under way', async () => {
    const { log, sourceOf, finishNext } = makeStage();
    const scheduler = createScheduler(2);
    scheduler.add(sourceOf('slow', 5, 1000));
    scheduler.add(sourceOf('short', 1, 100), true);
    scheduler.add(sourceOf('other', 1, 100), true);
    expect(log).toEqual(['slow0', 'slow1', 'short0 express', 'other0 express']);
    await finishNext();
    expect(log.at(-1)).toBe('slow2');
  });

  test('is for compilations too', async () => {
    const { log } = makeStage();
    const scheduler = createScheduler(1);
    void compile(scheduler, () => new Promise(() => {}));
    void compile(scheduler, () => new Promise(() => {}));
    void compile(scheduler, async () => log.push('waits'));
    await compile(scheduler, async () => log.push('does not'), { mayUseExpress: true });
    expect(log).toEqual(['does not']);
  });

  test('takes one of a submission’s tests at a time until they are known to be quick', async () => {
    const { log, sourceOf, finishNext } = makeStage();
    const scheduler = createScheduler(2);
    scheduler.add(sourceOf('slow', 2, 1000));
    scheduler.add(sourceOf('short', 10, 1), true);
    expect(log.slice(2)).toEqual(['short0 express']);
    await finishNext();
    await finishNext();
    await finishNext();
    expect(log.slice(-4).every((label) => label.endsWith('express'))).toBe(true);
  });

  test('is for those who have not had a second: then they share with the others', async () => {
    const { log, sourceOf, finishAll } = makeStage();
    createScheduler(1).add(sourceOf('a', 60, 40), true);
    await finishAll();
    const express = log.map((label) => label.endsWith('express'));
    // One goes the other way before anything is known of them; some are under way when the second is over.
    expect(express.filter((is) => is).length).toBeGreaterThanOrEqual(24);
    expect(express.lastIndexOf(true)).toBeLessThan(30);
    expect(log).toHaveLength(60);
  });

  test('counts for each only what it has had itself', async () => {
    const { log, sourceOf, finishAll } = makeStage();
    const scheduler = createScheduler(1);
    scheduler.add(sourceOf('old', 50, 100));
    await finishAll();
    scheduler.add(sourceOf('new', 1, 1), true);
    expect(log.at(-1)).toBe('new0 express');
  });

  test('closes for a while when it has kept others waiting, and opens by itself', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    try {
      const { log, sourceOf, running, finishNext } = makeStage();
      const scheduler = createScheduler(1);
      scheduler.add(sourceOf('long', 1, 60_000));
      const long = running.shift();
      for (const name of ['a', 'b', 'c', 'd']) {
        scheduler.add(sourceOf(name, 1, 900), true);
        await finishNext();
      }
      // Two seconds at once are its due: the third ended 700 ms later. Half of the time that passes is its own.
      expect(log).toEqual(['long0', 'a0 express', 'b0 express', 'c0 express']);
      vi.advanceTimersByTime(1390);
      expect(log).toHaveLength(4);
      vi.advanceTimersByTime(20);
      expect(log.at(-1)).toBe('d0 express');
      long?.();
    } finally {
      vi.useRealTimers();
    }
  });

  test('stays open as long as nobody else is there', async () => {
    const { log, sourceOf, finishAll } = makeStage();
    const scheduler = createScheduler(1);
    for (let arrived = 0; arrived < 100; arrived++) scheduler.add(sourceOf(`short${arrived}-`, 1, 500), true);
    await finishAll();
    expect(log.every((label) => label.endsWith('express'))).toBe(true);
    expect(log).toHaveLength(100);
  });
});
