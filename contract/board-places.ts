/** Where participants stand on a board, by what the contest's format says of each: on one that is kept, and on a replay. */

export interface Placed {
  /** The smaller comes first; the first number that two differ in decides. */
  readonly order: readonly number[];
  /** In lower case: by it equals stand in the list. */
  readonly name: string;
  /** Stands behind all who are ranked, and has no place. */
  readonly isUnofficial: boolean;
}

/** For sorting them. */
export function comparePlaced(a: Placed, b: Placed): number {
  return (
    Number(a.isUnofficial) - Number(b.isUnofficial) ||
    compareOrders(a.order, b.order) ||
    compareNames(a.name, b.name)
  );
}

export function compareOrders(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** As the database does in its collation "C". */
function compareNames(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The places of those who are in this order, counted from 1. */
export function assignPlaces(sorted: readonly Placed[], sharesPlaces: boolean): (number | null)[] {
  const places: (number | null)[] = [];
  for (const [index, row] of sorted.entries()) {
    const above = sorted[index - 1];
    const isShared = sharesPlaces && above !== undefined && compareOrders(above.order, row.order) === 0;
    places.push(row.isUnofficial ? null : isShared ? (places[index - 1] ?? null) : index + 1);
  }
  return places;
}
