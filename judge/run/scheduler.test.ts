import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createScheduler } from './scheduler.ts';
import { addTests, compile, makeStage, settle } from './scheduler-testing.ts';

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
