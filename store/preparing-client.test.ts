import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { type Queryable, runPipelined } from './database.ts';
import { raiseRevision, readRevision } from './revisions.ts';
import { revisions } from './schema.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const { db } = await makeTestDatabase();

/** In one transaction, so on one connection. */
async function askOften(ask: (tx: Queryable) => Promise<unknown>): Promise<string[]> {
  return db.transaction(async (tx) => {
    for (let times = 0; times < 20; times += 1) await ask(tx);
    const { rows } = await tx.execute<{ statement: string }>('select statement from pg_prepared_statements');
    return rows.map(({ statement }) => statement);
  });
}

it('what changes or holds rows is planned once', async () => {
  const prepared = await askOften(async (tx) => {
    await raiseRevision(tx, 'often');
    await tx.select().from(revisions).where(eq(revisions.name, 'often')).for('update');
  });
  expect(prepared.sort()).toEqual([
    expect.stringMatching(/^insert into "revisions"/),
    expect.stringMatching(/ for update$/),
  ]);
  expect(await readRevision(db, 'often')).toBe(20);
});

it('what reads a list is planned for its values each time', async () => {
  const prepared = await askOften((tx) =>
    tx.execute(sql`with asked as (select ${1}::int as at) select * from asked`),
  );
  expect(prepared.filter((text) => text.includes('asked'))).toEqual([]);
});

it('pipelined statements see what those before them did', async () => {
  await db.transaction(async (tx) => {
    const [, none, [first], , [second]] = await runPipelined(
      tx.insert(revisions).values({ name: 'pipelined', value: 1 }),
      null,
      tx.select().from(revisions).where(eq(revisions.name, 'pipelined')),
      tx.update(revisions).set({ value: 2 }).where(eq(revisions.name, 'pipelined')),
      tx.select().from(revisions).where(eq(revisions.name, 'pipelined')),
    );
    expect([first?.value, none, second?.value]).toEqual([1, null, 2]);
  });
});

it('of pipelined statements the first that fails is told, and nothing is left of the others', async () => {
  const insert = (tx: Queryable, value: number) => tx.insert(revisions).values({ name: 'failing', value });
  const failing = db.transaction((tx) => runPipelined(insert(tx, 1), insert(tx, 2), insert(tx, 3)));
  const error: Error = await failing.then(
    () => new Error('It went well'),
    (e) => e,
  );
  expect(error.cause).toMatchObject({ code: '23505' });
  expect(await db.select().from(revisions).where(eq(revisions.name, 'failing'))).toEqual([]);
});
