import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { compileInTurn, createScheduler, type Scheduler, type Task, type TaskSource } from './scheduler.ts';

/** Tasks that were started, in order, and are under way until they are told to end or are broken off. */
function makeStage() {
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
const settle = () => new Promise((resolve) => setImmediate(resolve));

const never = new AbortController().signal;

/** Everybody is somebody else unless told otherwise. */
function addTests(
  scheduler: Scheduler,
  source: TaskSource,
  { owner = Symbol() as string | symbol, mayUseExpress = false } = {},
): () => void {
  return scheduler.add('tests', source, { owner, mayUseExpress });
}

/** Compiles for so many milliseconds. */
async function compile(
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

// Time stands still unless a test moves it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('scheduler', () => {
  test('a single source gets every core', () => {
    const { log, sourceOf } = makeStage();
    addTests(createScheduler(3), sourceOf('a', 5, 1));
    expect(log).toEqual(['a0', 'a1', 'a2']);
  });

  test('quick tasks wait behind those at work, slow ones do not', async () => {
    for (const { ms, atOnce } of [
      { ms: 1, atOnce: 4 },
      { ms: 1000, atOnce: 2 },
    ]) {
      const { running, sourceOf, finishNext } = makeStage();
      addTests(createScheduler(2), sourceOf('a', 20, ms));
      await finishNext();
      expect(running).toHaveLength(atOnce);
    }
  });

  test('a short submission does not wait for a long one that came first', async () => {
    const { log, sourceOf, finishAll } = makeStage();
    const scheduler = createScheduler(1);
    addTests(scheduler, sourceOf('a', 100, 100));
    addTests(scheduler, sourceOf('b', 3, 100));
    await finishAll();
    expect(log.slice(0, 7)).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2', 'a3']);
    expect(log).toHaveLength(103);
  });

  test('shares the time, not the turns: quick tests go before the next slow one', async () => {
    const { log, sourceOf, finishAll, count } = makeStage();
    const scheduler = createScheduler(2);
    addTests(scheduler, sourceOf('slow', 10, 1000));
    addTests(scheduler, sourceOf('quick', 20, 1));
    await finishAll();
    // The two that had begun before it came, and one beside its own.
    expect(count('slow', log.indexOf('quick19'))).toBeLessThanOrEqual(3);
    expect(log).toHaveLength(30);
  });

  test('a person’s compilation goes before its tests', async () => {
    const { log, sourceOf, finishAll } = makeStage();
    const scheduler = createScheduler(1);
    addTests(scheduler, sourceOf('test', 3, 100), { owner: 'a' });
    void compile(scheduler, async () => log.push('compiled'), { owner: 'a' });
    await finishAll();
    expect(log).toEqual(['test0', 'compiled', 'test1', 'test2']);
  });

  test('compiling is part of its owner’s share', async () => {
    const { log, sourceOf, finishAll } = makeStage();
    const scheduler = createScheduler(1);
    for (const owner of ['a', 'b']) scheduler.enter(owner);
    const compiling = Promise.withResolvers<void>();
    const compiled = compile(scheduler, () => compiling.promise, { owner: 'a', wallMs: 15_000 });
    addTests(scheduler, sourceOf('b', 20, 100), { owner: 'b' });
    compiling.resolve();
    await compiled;
    addTests(scheduler, sourceOf('a', 1, 100), { owner: 'a' });
    await finishAll();
    expect(log.indexOf('a0')).toBe(20);
  });

  test('a person with two submissions has one share', async () => {
    const { log, sourceOf, finishAll, count } = makeStage();
    const scheduler = createScheduler(1);
    for (const name of ['a', 'A']) addTests(scheduler, sourceOf(name, 50, 100), { owner: 'a' });
    addTests(scheduler, sourceOf('b', 20, 100), { owner: 'b' });
    await finishAll();
    const until = log.indexOf('b19');
    expect(count('a', until) + count('A', until)).toBeLessThanOrEqual(21);
    expect(Math.abs(count('a', until) - count('A', until))).toBeLessThanOrEqual(1);
  });

  test('a person compiles one thing at a time, others beside it', () => {
    const begun: string[] = [];
    const scheduler = createScheduler(4);
    scheduler.enter('b');
    for (const owner of ['a', 'a', 'b', 'a']) {
      void compile(
        scheduler,
        () => {
          begun.push(owner);
          return new Promise(() => {});
        },
        { owner },
      );
    }
    expect(begun).toEqual(['a', 'b']);
  });

  test('who is alone compiles on all cores, and one thing at a time as long as somebody else is there', async () => {
    const { log, running, sourceOf, finish } = makeStage();
    const scheduler = createScheduler(2);
    for (const name of ['first', 'second', 'third'])
      scheduler.add('compilation', sourceOf(name, 1, 15_000), { owner: 'a', mayUseExpress: false });
    expect(log).toEqual(['first0', 'second0']);
    const leave = scheduler.enter('b');
    await settle();
    expect(running.map(({ label }) => label)).toEqual(['first0']);
    const remove = addTests(scheduler, sourceOf('b', 1, 100), { owner: 'b' });
    await finish('b0');
    expect(log.slice(2)).toEqual(['second0 broken off', 'b0']);
    remove();
    leave();
    // The next one may come at any moment.
    vi.advanceTimersByTime(1900);
    expect(running.map(({ label }) => label)).toEqual(['first0']);
    vi.advanceTimersByTime(100);
    expect(log.slice(4)).toEqual(['third0']);
    await finish('first0');
    expect(log.slice(5)).toEqual(['second0']);
  });

  test('ordinary compilations never have all cores, unless there is but one', () => {
    for (const { cores, most } of [
      { cores: 1, most: 1 },
      { cores: 2, most: 1 },
      { cores: 4, most: 3 },
    ]) {
      const { log, sourceOf } = makeStage();
      let compiling = 0;
      const scheduler = createScheduler(cores);
      for (let asked = 0; asked < 10; asked++) {
        void compile(scheduler, () => {
          compiling++;
          return new Promise(() => {});
        });
      }
      expect(compiling).toBe(most);
      addTests(scheduler, sourceOf('test', 1, 100));
      expect(log).toHaveLength(cores - most);
    }
  });

  test('quick tests that do not end do not keep a slow one from beginning', async () => {
    const { log, sourceOf, finishNext } = makeStage();
    const scheduler = createScheduler(1);
    addTests(scheduler, sourceOf('quick', 1000, 10));
    for (let finished = 0; finished < 10; finished++) await finishNext();
    addTests(scheduler, sourceOf('slow', 1, 1000));
    for (let finished = 0; finished < 5; finished++) await finishNext();
    expect(log).toContain('slow0');
  });

  test('a newcomer has no claim on the time before it came', async () => {
    const { log, sourceOf, finishNext, finishAll, count } = makeStage();
    const scheduler = createScheduler(1);
    addTests(scheduler, sourceOf('old', 100, 100));
    for (let finished = 0; finished < 50; finished++) await finishNext();
    const before = count('old');
    addTests(scheduler, sourceOf('new', 20, 100));
    await finishAll();
    expect(count('old', log.indexOf('new19')) - before).toBeGreaterThanOrEqual(18);
  });

  test('a long submission goes on however many short ones keep coming', async () => {
    const { sourceOf, finishNext, count } = makeStage();
    const scheduler = createScheduler(1);
    addTests(scheduler, sourceOf('long', 100, 100));
    for (let finished = 0; finished < 20; finished++) await finishNext();
    const before = count('long');
    // Each comes while the one before it is at work for the first time.
    let removeEarlier = () => {};
    for (let arrived = 0; arrived < 40; arrived++) {
      const remove = addTests(scheduler, sourceOf(`short${arrived}-`, 1, 100));
      await finishNext();
      removeEarlier();
      removeEarlier = remove;
    }
    expect(count('long') - before).toBeGreaterThan(8);
    expect(count('short')).toBeGreaterThan(8);
  });

  test('an aborted wait ends at once and its work never starts', async () => {
    const { sourceOf, finishAll } = makeStage();
    const scheduler = createScheduler(1);
    const first = Promise.withResolvers<void>();
    void compile(scheduler, () => first.promise);
    addTests(scheduler, sourceOf('a', 1, 1));
    const controller = new AbortController();
    let started = false;
    const work = async () => {
      started = true;
    };
    const waiting = compile(scheduler, work, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    first.resolve();
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
  const express = { mayUseExpress: true };

  test('begins at once, beside whatever ordinary tasks are under way', async () => {
    const { log, sourceOf, finishNext } = makeStage();
    const scheduler = createScheduler(2);
    addTests(scheduler, sourceOf('slow', 5, 1000));
    addTests(scheduler, sourceOf('short', 1, 100), express);
    addTests(scheduler, sourceOf('other', 1, 100), express);
    expect(log).toEqual(['slow0', 'slow1', 'short0 express', 'other0 express']);
    await finishNext();
    expect(log.at(-1)).toBe('slow2');
  });

  test('is for compilations too', async () => {
    const { log } = makeStage();
    const scheduler = createScheduler(1);
    void compile(scheduler, () => new Promise(() => {}));
    void compile(scheduler, async () => log.push('waits'));
    await compile(scheduler, async () => log.push('does not'), express);
    expect(log).toEqual(['does not']);
  });

  test('gives one person all places until another needs one', async () => {
    const { log, sourceOf, finish } = makeStage();
    const scheduler = createScheduler(2);
    addTests(scheduler, sourceOf('a', 2, 1400), express);
    addTests(scheduler, sourceOf('b', 2, 100), express);
    await settle();
    expect(log).toEqual(['a0 express', 'a1 express', 'a1 broken off', 'b0 express']);
    await finish('b0');
    await finish('b1');
    expect(log.slice(4)).toEqual(['b1 express', 'a1 express']);
  });

  test('lets quick tests end by themselves', async () => {
    const { log, sourceOf, finishNext } = makeStage();
    const scheduler = createScheduler(1);
    addTests(scheduler, sourceOf('a', 100, 1), express);
    for (let finished = 0; finished < 3; finished++) await finishNext();
    addTests(scheduler, sourceOf('b', 1, 100), express);
    await settle();
    expect(log.at(-1)).toMatch(/^a\d+ express$/);
    await finishNext();
    await finishNext();
    expect(log.slice(-2)).toEqual(['b0 express', 'a5 express']);
    expect(log.filter((line) => line.includes('broken off'))).toEqual([]);
  });

  test('is sure to whoever has had less than a second: another’s run that has had more is broken off', async () => {
    const { log, sourceOf, finish } = makeStage();
    const scheduler = createScheduler(1);
    addTests(scheduler, sourceOf('a', 1, 10_000), express);
    addTests(scheduler, sourceOf('b', 1, 100), express);
    vi.advanceTimersByTime(990);
    await settle();
    expect(log).toEqual(['a0 express']);
    vi.advanceTimersByTime(60);
    await settle();
    expect(log.slice(1)).toEqual(['a0 broken off', 'b0 express', 'a0']);
    // The second time it is an ordinary run: whoever comes, it goes on to its end.
    await finish('b0');
    addTests(scheduler, sourceOf('c', 1, 100), express);
    vi.advanceTimersByTime(5000);
    await settle();
    expect(log.slice(4)).toEqual(['c0 express']);
  });

  test('breaks off nobody for the sake of one who has had more', async () => {
    const { log, sourceOf, finish } = makeStage();
    const scheduler = createScheduler(1);
    addTests(scheduler, sourceOf('long', 1, 60_000));
    addTests(scheduler, sourceOf('a', 2, 3000), express);
    await finish('a0');
    addTests(scheduler, sourceOf('b', 2, 3000), express);
    await settle();
    expect(log.slice(1)).toEqual(['a0 express', 'a1 express', 'a1 broken off', 'b0 express']);
    vi.advanceTimersByTime(3000);
    await settle();
    expect(log).toHaveLength(5);
    await finish('b0');
    expect(log.slice(5)).toEqual(['a1 express']);
  });

  test('does a compilation again that was broken off, and nobody hears of it', async () => {
    const { log, sourceOf } = makeStage();
    const scheduler = createScheduler(1);
    const work = ({ brokenOff }: { brokenOff: AbortSignal }) =>
      new Promise<{ wallMs: number }>((resolve, reject) => {
        log.push('compiling');
        brokenOff.addEventListener('abort', () => reject(brokenOff.reason));
        if (log.length > 1) resolve({ wallMs: 100 });
      });
    const compiled = compileInTurn(scheduler, work, { signal: never, owner: 'a', mayUseExpress: true });
    vi.advanceTimersByTime(3000);
    addTests(scheduler, sourceOf('b', 1, 100), express);
    expect(await compiled).toEqual({ wallMs: 100 });
    expect(log).toContain('b0 express');
  });

  test('goes beside others’ ordinary runs for ten seconds, and then shares with them', async () => {
    const { log, sourceOf, finish, running } = makeStage();
    const scheduler = createScheduler(1);
    addTests(scheduler, sourceOf('long', 1, 60_000));
    addTests(scheduler, sourceOf('a', 9, 1400), express);
    for (let test = 0; test < 8; test++) {
      vi.advanceTimersByTime(1400);
      await finish(`a${test}`);
    }
    expect(log.slice(1)).toEqual(Array.from({ length: 8 }, (_, test) => `a${test} express`));
    expect(running.map(({ label }) => label)).toEqual(['long0']);
    await finish('long0');
    expect(log.at(-1)).toBe('a8');
  });

  test('is not for people who are alone: after a second their runs are ordinary ones', async () => {
    const { log, sourceOf, finishAll } = makeStage();
    addTests(createScheduler(1), sourceOf('a', 60, 40), express);
    await finishAll();
    const isExpress = log.map((label) => label.endsWith('express'));
    // Some are under way when the second is over.
    expect(isExpress.indexOf(false)).toBeGreaterThanOrEqual(25);
    expect(isExpress.lastIndexOf(true)).toBeLessThan(28);
    expect(log).toHaveLength(60);
  });

  test('counts for each only what it has had itself', async () => {
    const { log, sourceOf, finishAll } = makeStage();
    const scheduler = createScheduler(1);
    addTests(scheduler, sourceOf('old', 50, 100));
    await finishAll();
    addTests(scheduler, sourceOf('new', 1, 1), express);
    expect(log.at(-1)).toBe('new0 express');
  });

  test('counts all that a person has under way together', async () => {
    const { log, sourceOf, finishNext } = makeStage();
    const scheduler = createScheduler(1);
    addTests(scheduler, sourceOf('long', 1, 60_000));
    const leave = scheduler.enter('a');
    await compile(scheduler, async () => {}, { owner: 'a', wallMs: 12_000, mayUseExpress: true });
    const remove = addTests(scheduler, sourceOf('second', 1, 100), { owner: 'a', mayUseExpress: true });
    vi.advanceTimersByTime(60_000);
    expect(log).toEqual(['long0']);
    remove();
    leave();
    // Gone and back: a newcomer.
    addTests(scheduler, sourceOf('third', 1, 100), { owner: 'a', mayUseExpress: true });
    expect(log.at(-1)).toBe('third0 express');
    await finishNext();
  });

  test('closes for a while when it has kept others waiting, and opens by itself', async () => {
    const { log, sourceOf, finish } = makeStage();
    const scheduler = createScheduler(1);
    addTests(scheduler, sourceOf('long', 1, 60_000));
    for (const name of ['a', 'b', 'c', 'd']) {
      addTests(scheduler, sourceOf(name, 1, 1900), express);
      await finish(`${name}0`);
    }
    // Five seconds at once are its due: the third ended 700 ms later. Three quarters of the time that passes are its own.
    expect(log).toEqual(['long0', 'a0 express', 'b0 express', 'c0 express']);
    vi.advanceTimersByTime(930);
    expect(log).toHaveLength(4);
    vi.advanceTimersByTime(10);
    expect(log.at(-1)).toBe('d0 express');
  });

  test('stays open as long as nobody else is there', async () => {
    const { log, sourceOf, finishAll } = makeStage();
    const scheduler = createScheduler(1);
    for (let arrived = 0; arrived < 100; arrived++)
      addTests(scheduler, sourceOf(`short${arrived}-`, 1, 500), express);
    await finishAll();
    expect(log.every((label) => label.endsWith('express'))).toBe(true);
    expect(log).toHaveLength(100);
  });
});
