import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { logSerializers } from './log-error.ts';
import { users } from './schema.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const { db } = await makeTestDatabase();
const lines: string[] = [];
const logger = pino({ base: null, serializers: logSerializers }, { write: (line) => void lines.push(line) });

it('tells of a failed query its cause and who asked, but none of its values', async () => {
  const insertTwice = async () => {
    const row = { username: 'somebody', passwordHash: 'a very secret hash', role: 'user' } as const;
    await db.insert(users).values([row, row]);
  };
  logger.error({ err: await insertTwice().catch((error) => error) }, 'failed');
  const { err } = JSON.parse(lines.at(-1) ?? '');
  expect(err.message).toContain('duplicate key value violates unique constraint');
  expect(err.code).toBe('23505');
  expect(err.stack).toContain('insertTwice');
  expect(err.query).toContain('insert into "users"');
  expect(lines.at(-1)).not.toContain('secret');
});

it('leaves every other error as it is', async () => {
  logger.error({ err: new TypeError('no query at all') }, 'failed');
  expect(JSON.parse(lines.at(-1) ?? '').err).toMatchObject({ type: 'TypeError', message: 'no query at all' });
  logger.error({ err: await db.execute(sql`select 1 / 0`).catch((error) => error) }, 'failed');
  expect(JSON.parse(lines.at(-1) ?? '').err.message).toBe('division by zero');
});
