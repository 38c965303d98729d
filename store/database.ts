import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { PassingStartError, StartError } from '#config/environment.ts';
import { connectionOptions, withoutClient } from './connection.ts';
import { PreparingClient } from './preparing-client.ts';
import * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema>;
/** What a query function takes first: the database, or the transaction it must not slip out of. */
export type Queryable = Database | Parameters<Parameters<Database['transaction']>[0]>[0];

export interface OpenDatabase {
  readonly db: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const oldestVersion = 15;

export function openDatabase(connectionString: string, onIdleError: (error: Error) => void): OpenDatabase {
  const pool = new pg.Pool({
    Client: PreparingClient,
    ...connectionOptions(connectionString),
    max: 20,
    application_name: 'minos',
    // For `runPipelined`.
    pipeline: true,
  });
  // A connection that is lost must not end the process; the pool makes another. The pool listens only while nobody
  // uses it; who does is told by the query that fails.
  pool.on('error', (error) => onIdleError(withoutClient(error)));
  pool.on('connect', (client) => client.on('error', () => {}));
  giveBackLost(pool);
  return { db: drizzle(pool, { schema }), pool, close: () => pool.end() };
}

/**
 * Drizzle gives a connection back after its transaction, but not when the very first word of it, `begin`, fails. Twenty
 * of those and the pool would be empty for good. So one that is lost while it is lent is taken back at once.
 */
function giveBackLost(pool: pg.Pool): void {
  const lend = pool.connect.bind(pool) as (callback?: unknown) => Promise<pg.PoolClient>;
  const lendWatched = async () => {
    const client = await lend();
    const release = client.release.bind(client);
    let isLent = true;
    const takeBack = (error?: Error | boolean) => {
      if (!isLent) return;
      isLent = false;
      client.off('error', takeBack);
      release(error);
    };
    client.on('error', takeBack);
    client.release = takeBack;
    return client;
  };
  // With a callback it is the pool's own query, which gives back by itself.
  pool.connect = ((callback?: unknown) => (callback ? lend(callback) : lendWatched())) as typeof pool.connect;
}

interface Statement {
  execute(): Promise<unknown>;
}

type Answers<Statements extends readonly (Statement | null)[]> = {
  [At in keyof Statements]: Statements[At] extends Statement
    ? Awaited<ReturnType<Statements[At]['execute']>>
    : Statements[At] extends null
      ? null
      : Awaited<ReturnType<NonNullable<Statements[At]>['execute']>> | null;
};

/**
 * Statements of one transaction, sent together: the database does them one after the other, in this order, each seeing
 * what those before it did and waited for. It takes one journey instead of one for each, and under load it is the journeys
 * that take the time. When one fails the rest does nothing, and its error is the one that is thrown. Null: none.
 */
export function runPipelined<const Statements extends readonly (Statement | null)[]>(
  ...statements: Statements
): Promise<Answers<Statements>> {
  // Called one by one, not awaited: whatever is put between them would let another go first.
  return Promise.all(statements.map((each) => each?.execute() ?? null)) as Promise<Answers<Statements>>;
}

/**
 * A transaction that nobody else waits for while it goes to the disk. PostgreSQL lets those that announce something
 * (`pg_notify`) commit one after the other, each when the one before is on the disk, and so it is with those that raise
 * the same revision: with a hundred of them in a second there is a queue whenever the disk takes long. This one is
 * committed in memory, in one journey with what is handed to `sendWithCommit`, and then goes to the disk together with all
 * that have come meanwhile.
 *
 * Done when it is on the disk. What others see of it before that is gone if the database crashes in this moment: whoever
 * keeps what they have read waits for the disk too (`waitForDisk`).
 */
export async function commitTogether<Result>(
  db: Database,
  work: (tx: Queryable, sendWithCommit: (...statements: Statement[]) => void) => Promise<Result>,
): Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  const result = await db.transaction(async (tx) => {
    const sendWithCommit = (...statements: Statement[]) => {
      last = runPipelined(...statements);
      // Told below: when one fails, the commit takes back all of it.
      last.catch(() => {});
    };
    // In one journey with the first statement of the work.
    const [, worked] = await Promise.all([
      tx.execute(sql`set local synchronous_commit to off`),
      work(tx, sendWithCommit),
    ]);
    return worked;
  });
  await last;
  await waitForDisk(db);
  return result;
}

/** Until all that was committed before is on the disk. */
export async function waitForDisk(db: Queryable): Promise<void> {
  // A word in the log that nobody reads, whose own commit waits.
  await db.execute(sql`select pg_logical_emit_message(true, 'minos', '')`);
}

/** Refuses a database that is down or too old, in words for the person who configured it. */
export async function checkDatabase(pool: pg.Pool, oldest = oldestVersion): Promise<void> {
  let version: number;
  try {
    const { rows } = await pool.query<{ version: string }>(
      `select current_setting('server_version_num') as version`,
    );
    version = Math.floor(Number(rows[0]?.version) / 10_000);
  } catch (error) {
    throw new PassingStartError(
      `Minos cannot reach its database (DATABASE_URL): ${describeConnectionError(error)}`,
    );
  }
  if (version < oldest) {
    throw new StartError(
      `Minos needs PostgreSQL ${oldest} or newer; the one at DATABASE_URL is version ${version}.`,
    );
  }
}

function describeConnectionError(error: unknown): string {
  // A host name with several addresses fails with one error for each and an empty message of its own.
  if (error instanceof AggregateError) return error.errors.map(describeConnectionError).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** A row that may be there only once is there already. As drizzle throws it, with what the database said as its cause. */
export function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === '23505';
}
