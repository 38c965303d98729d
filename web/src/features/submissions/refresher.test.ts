import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRefresher } from './refresher.ts';

const restMs = 150;
const rest = { shortestMs: restMs, longestMs: 4 * restMs };
let answers: (() => void)[] = [];
let isAsking = false;
const refresh = () =>
  new Promise<void>((resolve) => {
    expect(isAsking).toBe(false);
    isAsking = true;
    answers.push(() => {
      isAsking = false;
      resolve();
    });
  });

async function answer(): Promise<void> {
  answers.at(-1)?.();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  isAsking = false;
});
afterEach(() => {
  vi.useRealTimers();
});

describe('news about submissions', () => {
  it('that come alone are asked for at once', async () => {
    const tell = createRefresher(refresh, rest);
    tell();
    expect(answers).toHaveLength(1);
    await answer();
    await vi.advanceTimersByTimeAsync(restMs);
    expect(answers).toHaveLength(1);
    tell();
    expect(answers).toHaveLength(2);
  });

  it('that come together are asked for once more, after the first answer and a rest', async () => {
    const tell = createRefresher(refresh, rest);
    for (let i = 0; i < 10; i += 1) tell();
    expect(answers).toHaveLength(1);
    await answer();
    tell();
    await vi.advanceTimersByTimeAsync(restMs - 1);
    tell();
    expect(answers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(answers).toHaveLength(2);
    await answer();
    await vi.advanceTimersByTimeAsync(10 * restMs);
    expect(answers).toHaveLength(2);
  });

  it('that keep coming are asked for ever less often, up to a bound, until they pause', async () => {
    const tell = createRefresher(refresh, rest);
    tell();
    for (const expected of [1, 2, 4, 4]) {
      await answer();
      tell();
      const asked = answers.length;
      await vi.advanceTimersByTimeAsync(expected * restMs - 1);
      expect(answers).toHaveLength(asked);
      await vi.advanceTimersByTimeAsync(1);
      expect(answers).toHaveLength(asked + 1);
    }
    await answer();
    await vi.advanceTimersByTimeAsync(4 * restMs);
    tell();
    await answer();
    tell();
    await vi.advanceTimersByTimeAsync(restMs);
    expect(answers).toHaveLength(7);
  });

  it('that come while an answer is slow wait for it', async () => {
    const tell = createRefresher(refresh, rest);
    tell();
    tell();
    await vi.advanceTimersByTimeAsync(100 * restMs);
    expect(answers).toHaveLength(1);
    await answer();
    await vi.advanceTimersByTimeAsync(restMs);
    expect(answers).toHaveLength(2);
  });
});
