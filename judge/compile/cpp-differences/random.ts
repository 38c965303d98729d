import { makeRandom, type Random } from '#harness/random.ts';

/** The same seed and number give the same choices. */
export function randomOf(seed: number, index: number): Random {
  return makeRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
}
