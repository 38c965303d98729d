/**
 * How participants stand to each other, said once for those that ask: queries of a board, a server that keeps one and is
 * told of a few rows at a time (server/contests/board-snapshot.ts), and the history of one.
 */
import { type SQL, sql } from 'drizzle-orm';
import { users } from '../schema.ts';

/** The higher total, the smaller penalty, the earlier moment at which the total was reached: by ICPC the minute. */
export type Criterion = 'total' | 'penalty' | 'reachedAt';

export interface Order {
  /** The first of them that two differ in decides. */
  readonly criteria: readonly Criterion[];
  /** Whether equals share a place; otherwise their names decide. */
  readonly sharesPlaces: boolean;
}

const ascending: Record<Criterion, (value: SQL) => SQL> = {
  total: (total) => sql`${total} desc`,
  penalty: (penalty) => sql`${penalty}`,
  reachedAt: (at) => sql`${at} asc nulls last`,
};

/** The place of a row among those of a query, counted from the first. */
export function placeBy(
  { criteria, sharesPlaces }: Order,
  standing: Readonly<Partial<Record<Criterion, SQL>>>,
): SQL {
  const keys = criteria.map((criterion) => ascending[criterion](standing[criterion] ?? sql`null`));
  if (sharesPlaces) return sql`rank() over (order by ${sql.join(keys, sql`, `)})`;
  keys.push(sql`lower(${users.username}) collate "C"`);
  return sql`row_number() over (order by ${sql.join(keys, sql`, `)})`;
}

/** What a participant stands with. Moments are in milliseconds of contest time; null: nothing was reached yet. */
export interface Standing {
  readonly total: number;
  readonly penalty: number | null;
  readonly reachedAt: number | null;
}

/** The same as numbers, of which the smaller comes first. */
export function orderOf({ criteria }: Order, { total, penalty, reachedAt }: Standing): number[] {
  const values: Record<Criterion, number> = {
    total: -total,
    penalty: penalty ?? 0,
    reachedAt: reachedAt ?? Number.MAX_SAFE_INTEGER,
  };
  return criteria.map((criterion) => values[criterion]);
}
