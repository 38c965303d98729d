/** Who looks at the world, and what of it is told to whom. */
import type { Asker } from '../../policy.ts';
import type { Client } from '../../testing/test-app.ts';

export interface Person {
  readonly name: string;
  readonly client: Client;
  readonly asker: Asker;
}

/** Those whom staff keep secrets from, and each other. */
export interface People {
  /** Not signed in. */
  readonly visitor: Person;
  /** Takes part in nothing. */
  readonly stranger: Person;
  /** Takes part in every second contest. */
  readonly neighbour: Person;
  /** Takes part in all of them, and has secrets of their own: submissions and questions. */
  readonly owner: Person;
  /** Takes part in all of them. */
  readonly rival: Person;
}

/** Who has something of their own in a contest, or in a virtual run of it. */
export type Owner = Exclude<keyof People, 'visitor'>;

export const everybodyOf = (people: People): Person[] => Object.values(people);
