import { describe, expect, test } from 'vitest';
import { createScheduler, runInTurn, type TaskSource } from './scheduler.ts';

/** A source with `count` tasks of so many milliseconds, which note their start and end when they are told to. */
function sourceOf(name: string, count: number, log: string[], running: (() => void)[], ms = 1): TaskSource {
  let next = 0;
  return () => {
    if (next >= count) return null;
    const label = `${name}${next++}`;
    return () => {
      log.push(label);
      const { promise, resolve } = Promise.withResolvers<number>();
      running.push(() => resolve(ms));
      return promise;
    };
  };
}

async function finishAll(running: (() => void)[]): Promise<void> {
  while (running.length > 0) {
    running.shift()?.();
    // The scheduler reacts in a later turn of the promise queue.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('scheduler', () => {
  test('a single source gets all the room', () => {
    const log: string[] = [];
    createScheduler(3).add(sourceOf('a', 5, log, []));
    expect(log).toEqual(['a0', 'a1', 'a2']);
  });

  test('a short submission does not wait for a long one that came first', async () => {
    const log: string[] = [];
    const running: (() => void)[] = [];
    const scheduler = createScheduler(1);
    scheduler.add(sourceOf('a', 100, log, running));
    scheduler.add(sourceOf('b', 3, log, running));
    await finishAll(running);
    expect(log.slice(0, 7)).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2', 'a3']);
    expect(log).toHaveLength(103);
  });

  test('shares the time, not the turns: quick tests go before the next slow one', async () => {
    const log: string[] = [];
    const running: (() => void)[] = [];
    const scheduler = createScheduler(2);
    scheduler.add(sourceOf('slow', 10, log, running, 1000));
    scheduler.add(sourceOf('quick', 20, log, running, 1));
    await finishAll(running);
    const beforeLastQuick = log.slice(0, log.indexOf('quick19'));
    // The two that had begun before it came, and one beside its own.
    expect(beforeLastQuick.filter((label) => label.startsWith('slow')).length).toBeLessThanOrEqual(3);
    expect(log).toHaveLength(30);
  });

  test('a newcomer has no claim on the time before it came', async () => {
    const log: string[] = [];
    const running: (() => void)[] = [];
    const scheduler = createScheduler(1);
    scheduler.add(sourceOf('old', 100, log, running, 10));
    for (let finished = 0; finished < 50; finished++) {
      running.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    scheduler.add(sourceOf('new', 20, log, running, 10));
    await finishAll(running);
    const both = log.slice(log.indexOf('new0'), log.indexOf('new19'));
    expect(both.filter((label) => label.startsWith('old')).length).toBeGreaterThanOrEqual(18);
  });

  test('never more at once than there is room', async () => {
    let busy = 0;
    let most = 0;
    const scheduler = createScheduler(2);
    const work = async () => {
      most = Math.max(most, ++busy);
      await new Promise((resolve) => setImmediate(resolve));
      busy--;
    };
    const signal = new AbortController().signal;
    await Promise.all(Array.from({ length: 20 }, () => runInTurn(scheduler, work, signal)));
    expect(most).toBe(2);
  });

  test('an aborted wait ends at once and its work never starts', async () => {
    const scheduler = createScheduler(1);
    const running: (() => void)[] = [];
    scheduler.add(sourceOf('a', 1, [], running));
    const controller = new AbortController();
    let started = false;
    const waiting = runInTurn(
      scheduler,
      async () => {
        started = true;
      },
      controller.signal,
    );
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await finishAll(running);
    expect(started).toBe(false);
  });

  test('a failure reaches the one who asked, and the room is free again', async () => {
    const scheduler = createScheduler(1);
    const signal = new AbortController().signal;
    await expect(runInTurn(scheduler, () => Promise.reject(new Error('broken')), signal)).rejects.toThrow(
      'broken',
    );
    expect(await runInTurn(scheduler, async () => 7, signal)).toBe(7);
  });
});
