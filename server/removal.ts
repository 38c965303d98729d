/**
 * What is deleted is gone for everyone with the one transaction that marks it. Its rows follow in steps, each a transaction
 * of a bounded number of them, because a great contest or a problem that many have tried has hundreds of thousands and no
 * statement may take that long. Every server looks once a second for what is marked, so whatever dies in between is
 * carried on.
 *
 * A step takes only rows that nobody else has: it waits for nobody, and nobody for it for longer than a step takes.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Repeated, repeat } from './repeat.ts';

const lookEveryMs = 1000;

export interface RemovalOptions {
  /** Well below what a statement has time for. */
  readonly rowsAtOnce?: number;
  readonly signal?: AbortSignal;
  /** One that cannot be removed does not keep the others from it. Default: it is thrown. */
  readonly onError?: (error: unknown) => void;
}

/** Keeps looking for what is marked until it is stopped. */
export function startRemover(
  remove: (options: RemovalOptions) => Promise<void>,
  onError: (error: unknown) => void,
): Repeated {
  return repeat(lookEveryMs, (signal) => remove({ signal, onError }), onError);
}

/** Of everything that is marked. */
export async function removeEach(
  ids: readonly number[],
  remove: (id: number) => Promise<void>,
  { signal, onError = rethrow }: RemovalOptions,
): Promise<void> {
  for (const id of ids) {
    if (signal?.aborted) return;
    try {
      await remove(id);
    } catch (error) {
      onError(error);
    }
  }
}

function rethrow(error: unknown): never {
  throw error;
}

/** Each of these again and again until it finds no more rows. False when it is to stop before that. */
export async function takeSteps(
  steps: readonly (() => Promise<number>)[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for (const step of steps) {
    do {
      if (signal?.aborted) return false;
    } while ((await step()) > 0);
  }
  return true;
}

/** Some of these rows that nobody has at this moment. As an array, so that they are chosen once. */
export function isFree(table: PgTable, isMeant: SQL | undefined, rowsAtOnce: number): SQL {
  const free = sql`select ctid from ${table} where ${isMeant} limit ${rowsAtOnce}`;
  return sql`ctid = any(array(${free} for update skip locked))`;
}
