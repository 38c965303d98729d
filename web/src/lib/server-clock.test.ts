import { describe, expect, it } from 'vitest';
import { createServerClock } from './server-clock.ts';

const serverStart = Date.parse('2026-11-15T03:00:00Z');

/** A visitor's clock that is wrong by an hour and a half, and a server that is asked now and then. */
function setUp() {
  const time = { passed: 0, wrongBy: -5_400_000 };
  const own = () => serverStart + time.passed + time.wrongBy;
  const clock = createServerClock(own);
  /** The server looks at its clock after `there`, the answer arrives after `back` more. */
  const ask = (there: number, back: number) => {
    const sentAt = own();
    time.passed += there;
    const serverMs = serverStart + time.passed;
    time.passed += back;
    clock.note(sentAt, own(), serverMs);
  };
  const error = () => clock.now() - (serverStart + time.passed);
  return { time, clock, ask, error };
}

describe('the server’s clock as the page knows it', () => {
  it('is the visitor’s own until something was answered', () => {
    expect(setUp().error()).toBe(-5_400_000);
  });

  it('does not follow a wrong clock of the visitor', () => {
    const { ask, error } = setUp();
    ask(20, 20);
    expect(error()).toBe(0);
  });

  it('believes the quickest answer, not the latest', () => {
    const { ask, error } = setUp();
    ask(10, 14);
    ask(900, 100);
    ask(50, 950);
    expect(error()).toBe(-2);
  });

  it('follows at the next answer when the visitor’s clock is set', () => {
    const { time, ask, error } = setUp();
    ask(5, 5);
    time.wrongBy = 0;
    time.passed += 30_000;
    expect(error()).toBe(5_400_000);
    ask(40, 60);
    expect(Math.abs(error())).toBeLessThanOrEqual(50);
  });

  it('forgets an old answer after a while, however quick it was', () => {
    const { time, ask, error } = setUp();
    ask(0, 0);
    time.wrongBy += 80;
    for (let count = 0; count < 8; count += 1) ask(30, 30);
    expect(error()).toBe(0);
  });

  it('learns nothing from an answer without the time or across a clock set back', () => {
    const { clock, ask, error } = setUp();
    ask(5, 5);
    clock.note(0, 10, Number.NaN);
    clock.note(1_000, 0, 77);
    expect(error()).toBe(0);
  });
});
