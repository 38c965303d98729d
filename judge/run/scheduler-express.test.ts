import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeStage, settle } from './scheduler-testing.ts';

// Time stands still unless a test moves it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the express lane', () => {
  const express = { isAwaited: true };

  test('begins at once, beside whatever ordinary tasks are under way', async () => {
    const { log, addTests, finishNext } = makeStage(2);
    addTests('slow', 5, 1000);
    addTests('short', 1, 100, express);
    addTests('other', 1, 100, express);
    expect(log).toEqual(['slow0', 'slow1', 'short0 express', 'other0 express']);
    await finishNext();
    expect(log.at(-1)).toBe('slow2');
  });

  test('is for compilations too', () => {
    const { log, compile } = makeStage(1);
    void compile('first', 15_000);
    void compile('waits', 15_000);
    void compile('does not', 100, express);
    expect(log).toEqual(['first', 'does not express']);
  });

  test('gives one person all places until another needs one', async () => {
    const { log, addTests, finish } = makeStage(2);
    addTests('a', 2, 1400, express);
    addTests('b', 2, 100, express);
    await settle();
    expect(log).toEqual(['a0 express', 'a1 express', 'a1 broken off', 'b0 express']);
    await finish('b0');
    await finish('b1');
    expect(log.slice(4)).toEqual(['b1 express', 'a1 express']);
  });

  test('lets quick tests end by themselves', async () => {
    const { log, addTests, finishNext } = makeStage(1);
    addTests('a', 100, 1, express);
    for (let finished = 0; finished < 3; finished++) await finishNext();
    addTests('b', 1, 100, express);
    await settle();
    expect(log.at(-1)).toMatch(/^a\d+ express$/);
    await finishNext();
    await finishNext();
    expect(log.slice(-2)).toEqual(['b0 express', 'a5 express']);
    expect(log.filter((line) => line.includes('broken off'))).toEqual([]);
  });

  test('is sure to whoever has had less than a second: another’s run that has had more is broken off', async () => {
    const { log, addTests, finish } = makeStage(1);
    addTests('a', 1, 10_000, express);
    addTests('b', 1, 100, express);
    vi.advanceTimersByTime(990);
    await settle();
    expect(log).toEqual(['a0 express']);
    vi.advanceTimersByTime(60);
    await settle();
    expect(log.slice(1)).toEqual(['a0 broken off', 'b0 express', 'a0']);
    // The second time it is an ordinary run: whoever comes, it goes on to its end.
    await finish('b0');
    addTests('c', 1, 100, express);
    vi.advanceTimersByTime(5000);
    await settle();
    expect(log.slice(4)).toEqual(['c0 express']);
  });

  test('breaks off nobody for the sake of one who has had more', async () => {
    const { log, addTests, finish } = makeStage(1);
    addTests('long', 1, 60_000);
    addTests('a', 2, 3000, express);
    await finish('a0');
    addTests('b', 2, 3000, express);
    await settle();
    expect(log.slice(1)).toEqual(['a0 express', 'a1 express', 'a1 broken off', 'b0 express']);
    vi.advanceTimersByTime(3000);
    await settle();
    expect(log).toHaveLength(5);
    await finish('b0');
    expect(log.slice(5)).toEqual(['a1 express']);
  });

  test('does a compilation again that was broken off, and nobody hears of it', async () => {
    const { log, addTests, compile, finish } = makeStage(1);
    const compiled = compile('compilation', 100, { owner: 'a', ...express });
    vi.advanceTimersByTime(3000);
    addTests('b', 1, 100, express);
    await settle();
    expect(log).toEqual(['compilation express', 'compilation broken off', 'b0 express', 'compilation']);
    await finish('compilation');
    expect(await compiled).toEqual({ wallMs: 100 });
  });

  test('lets go of a compilation that is no longer wanted while it waits to be done again', async () => {
    const { log, addTests, compile, finishAll } = makeStage(1);
    addTests('long', 1, 60_000);
    const leaving = new AbortController();
    const compiled = compile('compilation', 100, { ...express, signal: leaving.signal });
    vi.advanceTimersByTime(3000);
    addTests('b', 1, 100, express);
    await settle();
    leaving.abort(new Error('enough'));
    await expect(compiled).rejects.toThrow('enough');
    await finishAll();
    expect(log).toEqual(['long0', 'compilation express', 'compilation broken off', 'b0 express']);
  });

  test('goes beside others’ ordinary runs for ten seconds, and then shares with them', async () => {
    const { log, addTests, finish, labels } = makeStage(1);
    addTests('long', 1, 60_000);
    addTests('a', 9, 1400, express);
    for (let test = 0; test < 8; test++) {
      vi.advanceTimersByTime(1400);
      await finish(`a${test}`);
    }
    expect(log.slice(1)).toEqual(Array.from({ length: 8 }, (_, test) => `a${test} express`));
    expect(labels()).toEqual(['long0']);
    await finish('long0');
    expect(log.at(-1)).toBe('a8');
  });

  test('is not for people who are alone: after a second their runs are ordinary ones', async () => {
    const { log, addTests, finishAll } = makeStage(1);
    addTests('a', 60, 40, express);
    await finishAll();
    const isExpress = log.map((label) => label.endsWith('express'));
    // Some are under way when the second is over.
    expect(isExpress.indexOf(false)).toBeGreaterThanOrEqual(25);
    expect(isExpress.lastIndexOf(true)).toBeLessThan(28);
    expect(log).toHaveLength(60);
  });

  test('counts for each only what it has had itself', async () => {
    const { log, addTests, finishAll } = makeStage(1);
    addTests('old', 50, 100);
    await finishAll();
    addTests('new', 1, 1, express);
    expect(log.at(-1)).toBe('new0 express');
  });

  test('counts all that a person has under way together', async () => {
    const { scheduler, log, addTests, compile, finish, finishNext } = makeStage(1);
    addTests('long', 1, 60_000);
    const leave = scheduler.enter('a');
    void compile('compilation', 12_000, { owner: 'a', ...express });
    await finish('compilation');
    const remove = addTests('second', 1, 100, { owner: 'a', ...express });
    vi.advanceTimersByTime(60_000);
    expect(log).toEqual(['long0', 'compilation express']);
    await remove();
    leave();
    // Gone and back: a newcomer.
    addTests('third', 1, 100, { owner: 'a', ...express });
    expect(log.at(-1)).toBe('third0 express');
    await finishNext();
  });

  /** Somebody new each time, whose run takes so long. */
  async function playNewcomers(
    { addTests, finish }: ReturnType<typeof makeStage>,
    count: number,
    ms: number,
  ) {
    for (let arrived = 0; arrived < count; arrived++) {
      addTests(`short${arrived}-`, 1, ms, express);
      vi.advanceTimersByTime(ms);
      await finish(`short${arrived}-0`);
    }
  }

  test('closes for a while when it has kept others waiting, and opens by itself', async () => {
    const stage = makeStage(1);
    const { log, addTests } = stage;
    addTests('long', 1, 60_000);
    await playNewcomers(stage, 8, 1900);
    // Five seconds at once are its due, and three quarters of the time that passes: the eighth ended 225 ms too late.
    expect(log).toHaveLength(9);
    addTests('next', 1, 1900, express);
    vi.advanceTimersByTime(290);
    expect(log).toHaveLength(9);
    vi.advanceTimersByTime(15);
    expect(log.at(-1)).toBe('next0 express');
  });

  test('has two cores for a short run: its own, and one for those who serve it', async () => {
    const stage = makeStage(2);
    const { log, addTests } = stage;
    addTests('long', 2, 60_000);
    await playNewcomers(stage, 20, 900);
    // Ten seconds at once are its due; the first left 8.2, and each of the others takes 0.45 more than comes back.
    expect(log.slice(2).every((label) => label.endsWith('express'))).toBe(true);
    addTests('next', 1, 900, express);
    expect(log).toHaveLength(22);
    vi.advanceTimersByTime(300);
    expect(log.at(-1)).toBe('next0 express');
  });

  test('leaves one ordinary run its share, too', async () => {
    const stage = makeStage(2);
    stage.addTests('compilation', 1, 15_000);
    await playNewcomers(stage, 40, 900);
    expect(stage.log.slice(1).filter((label) => !label.endsWith('express'))).not.toEqual([]);
  });

  test('is not held open by runs that begin before the last has ended', async () => {
    const { log, addTests, finish } = makeStage(2);
    addTests('long', 2, 60_000);
    const waiting: number[] = [];
    for (let arrived = 0; arrived < 40; arrived++) {
      addTests(`short${arrived}-`, 1, 950, express);
      if (log.at(-1) !== `short${arrived}-0 express`) waiting.push(arrived);
      vi.advanceTimersByTime(50);
      if (arrived > 0) await finish(`short${arrived - 1}-0`);
      vi.advanceTimersByTime(850);
    }
    // The first eighteen or so have what is due at once.
    expect(waiting[0]).toBeGreaterThan(15);
  });

  test('is not held open by many short runs, between which nothing else goes on', async () => {
    const { log, addTests, finish } = makeStage(1);
    addTests('long', 1, 60_000);
    for (let arrived = 0; arrived < 1000; arrived++) {
      addTests(`short${arrived}-`, 1, 1, express);
      await finish(`short${arrived}-0`);
      vi.advanceTimersByTime(29);
    }
    const isExpress = log.slice(1).map((label) => label.endsWith('express'));
    expect(isExpress.slice(0, 500)).not.toContain(false);
    expect(isExpress.length).toBeLessThan(1000);
  });

  test('stays open as long as nobody else is there', async () => {
    const { log, addTests, finishAll } = makeStage(1);
    for (let arrived = 0; arrived < 100; arrived++) addTests(`short${arrived}-`, 1, 500, express);
    await finishAll();
    expect(log.every((label) => label.endsWith('express'))).toBe(true);
    expect(log).toHaveLength(100);
  });
});
