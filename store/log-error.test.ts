import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { describeError, logSerializers } from './log-error.ts';
import { users } from './schema.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const { db } = await makeTestDatabase();
const lines: string[] = [];
const logger = pino({ base: null, serializers: logSerializers }, { write: (line) => void lines.push(line) });

function writeLog(error: unknown): string {
  logger.error({ err: error }, 'failed');
  return lines.at(-1) ?? '';
}

const row = { username: 'somebody', passwordHash: 'a very secret hash', role: 'user' } as const;
const insertTwice = async () => void (await db.insert(users).values([row, row]));
const insertNothing = async () =>
  void (await db.insert(users).values({ ...row, role: null as unknown as 'user' }));
const failureOf = async (work: () => Promise<void>) => work().catch((error: unknown) => error);

describe('the log of a failed query', () => {
  it('tells its cause and who asked, but none of its values', async () => {
    const line = writeLog(await failureOf(insertTwice));
    expect(JSON.parse(line).err).toMatchObject({
      code: '23505',
      message: expect.stringContaining('duplicate key value violates unique constraint'),
      stack: expect.stringContaining('insertTwice'),
      query: expect.stringContaining('insert into "users"'),
    });
    expect(line).not.toMatch(/secret|somebody/);
  });

  it('keeps the row that was refused to itself', async () => {
    const line = writeLog(await failureOf(insertNothing));
    expect(JSON.parse(line).err).toMatchObject({ code: '23502' });
    expect(line).not.toMatch(/secret|somebody/);
  });

  it('is the same for one inside another error', async () => {
    const outer = new Error('judging failed', { cause: await failureOf(insertTwice) });
    expect(JSON.parse(writeLog(outer)).err.message).toMatch(/^judging failed: duplicate key value/);
    expect(writeLog(outer)).not.toMatch(/secret|somebody/);
    expect(describeError(outer)).toMatch(/^judging failed: duplicate key value/);
  });
});

it('every other error is told as it is', async () => {
  expect(JSON.parse(writeLog(new TypeError('no query at all'))).err).toMatchObject({
    type: 'TypeError',
    message: 'no query at all',
  });
  const divided = await db.execute(sql`select 1 / 0`).catch((error: unknown) => error);
  expect(JSON.parse(writeLog(divided)).err.message).toBe('division by zero');
});
