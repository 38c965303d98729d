/**
 * Queries that are asked all the time. Putting one together takes the server longer than asking it, so that is done once
 * for each of its shapes, with placeholders for whatever differs from one asker to the next. At the database they stay
 * without a name: a statement with a name is planned without its values after a while, and how much of a list has to be
 * read depends on them.
 */
import type { Queryable } from './database.ts';

/** For `prepare`. */
export const unnamed = '';

/** Of a shape there may be a few dozen; what belongs to one asker alone is no part of it. */
export function preparedFor<Shape, Query>(build: (db: Queryable, shape: Shape) => Query) {
  const built = new WeakMap<Queryable, Map<string, Query>>();
  return (db: Queryable, shape: Shape): Query => {
    const ofThis = built.get(db) ?? new Map<string, Query>();
    built.set(db, ofThis);
    const key = JSON.stringify(shape);
    const query = ofThis.get(key) ?? build(db, shape);
    ofThis.set(key, query);
    return query;
  };
}
