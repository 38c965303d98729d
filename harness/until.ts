import { setTimeout as delay } from 'node:timers/promises';

/** Waits for something that another process does; the test's own time limit is the deadline. */
export async function until<T>(look: () => Promise<T | false> | T | false, everyMs = 25): Promise<T> {
  for (;;) {
    const seen = await look();
    if (seen !== false) return seen;
    await delay(everyMs);
  }
}
