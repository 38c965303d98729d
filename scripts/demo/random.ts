/** The same numbers for the same seed, so that every demonstration is the same (mulberry32). */
export interface Random {
  /** From 0 up to, but not, 1. */
  fraction(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  pick<T>(items: readonly T[]): T;
  /** True in this part of all cases. */
  chance(part: number): boolean;
  shuffle<T>(items: readonly T[]): T[];
}

export function seedRandom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  const pick = <T>(items: readonly T[]) => items[between(0, items.length - 1)] as T;
  return {
    fraction,
    between,
    pick,
    chance: (part) => fraction() < part,
    shuffle: (items) => {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = between(0, last);
        [shuffled[last], shuffled[other]] = [shuffled[other] as never, shuffled[last] as never];
      }
      return shuffled;
    },
  };
}
