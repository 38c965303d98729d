import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createScheduler } from './scheduler.ts';
import { makeStage, never, settle } from './scheduler-testing.ts';

// Time stands still unless a test moves it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('scheduler', () => {
  test('a single submission gets every core', () => {
    const { log, addTests } = makeStage(3);
    addTests('a', 5, 1);
    expect(log).toEqual(['a0', 'a1', 'a2']);
  });

  test('quick tests wait behind those at work, slow ones do not', async () => {
    for (const { ms, atOnce } of [
      { ms: 1, atOnce: 4 },
      { ms: 1000, atOnce: 2 },
    ]) {
      const { running, addTests, finishNext } = makeStage(2);
      addTests('a', 20, ms);
      await finishNext();
      expect(running).toHaveLength(atOnce);
    }
  });

  test('a short submission does not wait for a long one that came first', async () => {
    const { log, addTests, finishAll } = makeStage(1);
    addTests('a', 100, 100);
    addTests('b', 3, 100);
    await finishAll();
    expect(log.slice(0, 7)).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2', 'a3']);
    expect(log).toHaveLength(103);
  });

  test('shares the time, not the runs: quick tests go before the next slow one', async () => {
    const { log, addTests, finishAll, count } = makeStage(2);
    addTests('slow', 10, 1000);
    addTests('quick', 20, 1);
    await finishAll();
    // The two that had begun before it came, and one beside its own.
    expect(count('slow', log.indexOf('quick19'))).toBeLessThanOrEqual(3);
    expect(log).toHaveLength(30);
  });

  test('a person’s compilation goes before its tests', async () => {
    const { log, addTests, compile, finishAll } = makeStage(1);
    addTests('test', 3, 100, { owner: 'a' });
    void compile('compilation', 0, { owner: 'a' });
    await finishAll();
    expect(log).toEqual(['test0', 'compilation', 'test1', 'test2']);
  });

  test('compiling is part of its owner’s share', async () => {
    const { scheduler, log, addTests, compile, finish, finishAll } = makeStage(1);
    for (const owner of ['a', 'b']) scheduler.enter(owner);
    const compiled = compile('compilation', 15_000, { owner: 'a' });
    addTests('b', 20, 100, { owner: 'b' });
    await finish('compilation');
    await compiled;
    addTests('a', 1, 100, { owner: 'a' });
    await finishAll();
    expect(log.indexOf('a0')).toBe(21);
  });

  test('a person with two submissions has one share', async () => {
    const { log, addTests, finishAll, count } = makeStage(1);
    for (const name of ['a', 'A']) addTests(name, 50, 100, { owner: 'a' });
    addTests('b', 20, 100, { owner: 'b' });
    await finishAll();
    const until = log.indexOf('b19');
    expect(count('a', until) + count('A', until)).toBeLessThanOrEqual(21);
    expect(Math.abs(count('a', until) - count('A', until))).toBeLessThanOrEqual(1);
  });

  test('a person compiles one thing at a time, others beside it', () => {
    const { scheduler, log, compile } = makeStage(4);
    scheduler.enter('b');
    for (const owner of ['a', 'a', 'b', 'a']) void compile(owner, 15_000, { owner });
    expect(log).toEqual(['a', 'b']);
  });

  test('who is alone compiles on all cores, and one thing at a time as long as somebody else is there', async () => {
    const { scheduler, log, labels, addTests, compile, finish } = makeStage(2);
    for (const name of ['first', 'second', 'third']) void compile(name, 15_000, { owner: 'a' });
    expect(log).toEqual(['first', 'second']);
    const leave = scheduler.enter('b');
    await settle();
    expect(labels()).toEqual(['first']);
    const remove = addTests('b', 1, 100, { owner: 'b' });
    await finish('b0');
    expect(log.slice(2)).toEqual(['second broken off', 'b0']);
    await remove();
    leave();
    // The next one may come at any moment.
    vi.advanceTimersByTime(1900);
    expect(labels()).toEqual(['first']);
    vi.advanceTimersByTime(100);
    expect(log.slice(4)).toEqual(['third']);
    await finish('first');
    expect(log.slice(5)).toEqual(['second']);
  });

  test('ordinary compilations never have all cores, unless there is but one', () => {
    for (const { cores, most } of [
      { cores: 1, most: 1 },
      { cores: 2, most: 1 },
      { cores: 4, most: 3 },
    ]) {
      const { addTests, compile, count } = makeStage(cores);
      for (let asked = 0; asked < 10; asked++) void compile('compilation', 15_000);
      expect(count('compilation')).toBe(most);
      addTests('test', 1, 100);
      expect(count('test')).toBe(cores - most);
    }
  });

  test('quick tests that do not end do not keep a slow one from beginning', async () => {
    const { log, addTests, finishNext } = makeStage(1);
    addTests('quick', 1000, 10);
    for (let finished = 0; finished < 10; finished++) await finishNext();
    addTests('slow', 1, 1000);
    for (let finished = 0; finished < 5; finished++) await finishNext();
    expect(log).toContain('slow0');
  });

  test('a newcomer has no claim on the time before it came', async () => {
    const { log, addTests, finishNext, finishAll, count } = makeStage(1);
    addTests('old', 100, 100);
    for (let finished = 0; finished < 50; finished++) await finishNext();
    const before = count('old');
    addTests('new', 20, 100);
    await finishAll();
    expect(count('old', log.indexOf('new19')) - before).toBeGreaterThanOrEqual(18);
  });

  test('a long submission goes on however many short ones keep coming', async () => {
    const { addTests, finishNext, count } = makeStage(1);
    addTests('long', 100, 100);
    for (let finished = 0; finished < 20; finished++) await finishNext();
    const before = count('long');
    // Each comes while the one before it is at work for the first time.
    let removeEarlier = () => {};
    for (let arrived = 0; arrived < 40; arrived++) {
      const remove = addTests(`short${arrived}-`, 1, 100);
      await finishNext();
      removeEarlier();
      removeEarlier = () => void remove();
    }
    expect(count('long') - before).toBeGreaterThan(8);
    expect(count('short')).toBeGreaterThan(8);
  });

  test('an aborted wait ends at once and its run never starts', async () => {
    const { log, addTests, compile, finishAll } = makeStage(1);
    void compile('first', 100);
    addTests('a', 1, 1);
    const controller = new AbortController();
    const waiting = compile('aborted', 100, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await finishAll();
    expect(log).toEqual(['first', 'a0']);
    await expect(compile('later', 100, { signal: controller.signal })).rejects.toThrow('enough');
  });

  test('a failure reaches the one who asked, and the room is free again', async () => {
    const coreShare = { signal: never, owner: 'a', isAwaited: false };
    const answers = [Promise.reject(new Error('broken')), Promise.resolve({ wallMs: 7 })];
    const scheduler = createScheduler(1, () => answers.shift() as Promise<never>);
    await expect(scheduler.compile({} as never, coreShare)).rejects.toThrow('broken');
    expect(await scheduler.compile({} as never, coreShare)).toEqual({ wallMs: 7 });
  });

  test('who removes tests under way waits until they have ended', async () => {
    const { addTests, finish } = makeStage(1);
    const remove = addTests('a', 2, 100);
    let isRemoved = false;
    const removed = remove().then(() => {
      isRemoved = true;
    });
    await settle();
    expect(isRemoved).toBe(false);
    await finish('a0');
    await removed;
  });
});
