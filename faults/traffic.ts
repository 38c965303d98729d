import { setTimeout as delay } from 'node:timers/promises';
import { quickKinds } from './programs.ts';
import type { World } from './world.ts';

interface Taken {
  readonly id: number;
  readonly sentAtMs: number;
  readonly takenAtMs: number;
}

export interface Traffic {
  /** What was acknowledged: when it was sent, and when the word came. */
  readonly taken: readonly Taken[];
  stop(): Promise<void>;
}

/** Between one submission and the next: brisk, but two busy cores keep up with it. */
const pauseMs = 500;

/** Everybody in turn submits what has a known verdict, in the main list and in the contest, whatever happens. */
export function keepSubmitting(world: World, contestId: number): Traffic {
  const taken: Taken[] = [];
  let isStopped = false;
  const run = async () => {
    for (let round = 0; !isStopped; round++) {
      const person = world.people[round % world.people.length];
      const kind = quickKinds[round % quickKinds.length];
      if (!person || !kind) throw new Error('Nobody submits');
      const sentAtMs = Date.now();
      // Refused (the contest is over, too many wait) or cut off: then it was not acknowledged.
      const id = await world.submit(person, kind, round % 3 === 0 ? contestId : undefined).catch(() => null);
      if (id !== null) taken.push({ id, sentAtMs, takenAtMs: Date.now() });
      await delay(pauseMs);
    }
  };
  const running = run();
  return {
    taken,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
