/** Chance that can be had again, unlike that of Math.random: the same seed gives the same numbers. */
export interface Random {
  /** From 0 up to, but not, 1. */
  next(): number;
  /** A whole number from 0 up to, but not, this one. */
  below(bound: number): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  /** True in this part of all cases. */
  chance(part: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Undefined when there is nothing to pick from. */
  pickIfAny<Item>(items: readonly Item[]): Item | undefined;
  shuffle<Item>(items: readonly Item[]): Item[];
}

export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (bound: number) => Math.floor(next() * bound);
  const pickIfAny = <Item>(items: readonly Item[]) => items[below(items.length)];
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (part) => next() < part,
    pick(items) {
      if (items.length === 0) throw new Error('There is nothing to pick from');
      return pickIfAny(items) as (typeof items)[number];
    },
    pickIfAny,
    shuffle: (items) =>
      items
        .map((item) => ({ item, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
  };
}
