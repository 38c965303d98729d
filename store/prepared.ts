/**
 * Queries that are asked all the time. Putting one together takes the server longer than asking it, so that is done once
 * for each connection and each of its shapes, with placeholders for whatever differs from one asker to the next. At the
 * database those that read a list stay without a name: a statement with a name is planned without its values after a
 * while, and how much of a list has to be read depends on them.
 */
import type { Queryable } from './database.ts';

/** For `prepare`. */
export const unnamed = '';

/** Of a shape there may be a few dozen; what belongs to one asker alone is no part of it. */
export function preparedFor<Query, Shape = void>(build: (db: Queryable, shape: Shape) => Query) {
  const built = new WeakMap<object, Map<string, Query>>();
  return (db: Queryable, shape: Shape): Query => {
    const connection = connectionOf(db);
    const ofThis = built.get(connection) ?? new Map<string, Query>();
    built.set(connection, ofThis);
    const key = JSON.stringify(shape);
    const query = ofThis.get(key) ?? build(db, shape);
    ofThis.set(key, query);
    return query;
  };
}

/**
 * What a query of this database is sent through for good: the pool, or the connection that a transaction has. Drizzle
 * makes a new object for every transaction, and has no word for what it stands on.
 */
function connectionOf(db: Queryable): object {
  return (db._.session as unknown as { readonly client: object }).client;
}

/** For `runPipelined`. */
export function asked<Rows>(
  query: { execute(values: Record<string, unknown>): Promise<Rows> },
  values: Record<string, unknown>,
): { execute(): Promise<Rows> } {
  return { execute: () => query.execute(values) };
}
