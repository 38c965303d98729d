/** A secret of a contest, and from whom it is kept. */
import type { Owner, Person } from './people.ts';
import type { Phase } from './phases.ts';
import { isIn, isShutOut, type World, type WorldContest } from './world.ts';

export interface Secret {
  readonly name: string;
  readonly keptFrom: readonly Person[];
  /** Where the first form would be news by itself: what there is before it, so that neither is. */
  prepare?(): Promise<void>;
  /** Puts one form or the other in place. The first may be what there is. */
  put(form: 0 | 1): Promise<void>;
  /** Where staff see which form it has. Null: they do not, either. */
  readonly seenAt: (() => string) | null;
}

/** From whom: `outsiders` do not take part, and whoever is `shut out` may not see the problems. */
export type Circle = 'all' | { readonly allBut: Owner } | 'outsiders' | 'shut out';

/** One contest in one of its hours. */
export interface Keeper {
  readonly world: World;
  readonly contest: WorldContest;
  readonly phase: Phase;
  /** No two are called the same. */
  readonly name: string;
  makeSecret(circle: Circle, name: string, seenAt: Secret['seenAt'], put: Secret['put']): Secret;
}

export function makeKeeper(world: World, contest: WorldContest, phase: Phase, name: string): Keeper {
  const { everybody, people } = world;
  const isKeptFrom = (person: Person, circle: Circle) => {
    if (circle === 'outsiders') return !isIn(people, person, contest);
    if (circle === 'shut out') return isShutOut(people, person, contest, phase);
    return circle === 'all' || person !== people[circle.allBut];
  };
  return {
    world,
    contest,
    phase,
    name,
    makeSecret: (circle, what, seenAt, put) => ({
      name: `${what} (${name})`,
      keptFrom: everybody.filter((person) => isKeptFrom(person, circle)),
      seenAt,
      put,
    }),
  };
}
