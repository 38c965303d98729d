import { sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { Database, Queryable } from '#store/database.ts';
import { users } from '#store/schema.ts';
import { insertUsers } from '../auth/accounts.ts';
import { generatePassword, hashPassword } from '../auth/passwords.ts';

const passwordLength = 10;
const highestNumber = 999_999;

/**
 * Creates `count` accounts named prefix01, prefix02, …, going on behind the highest number that exists, so that
 * a second batch with the same prefix extends the first. All or none.
 */
export async function createBatch(db: Database, prefix: string, count: number) {
  const passwords = Array.from({ length: count }, () => generatePassword(passwordLength));
  const hashes = await Promise.all(passwords.map(hashPassword));
  return db.transaction(async (tx) => {
    // Two batches at once would choose the same numbers; the second waits for the first.
    await tx.execute(sql`lock table ${users} in share row exclusive mode`);
    const highest = await findHighestNumber(tx, prefix);
    if (highest + count > highestNumber) throw new ApiError('prefix_used_up');
    const names = nameBatch(prefix, count, highest);
    const inserted = await insertUsers(
      tx,
      names.map((username, i) => ({ username, passwordHash: hashes[i] as string, role: 'user' as const })),
    );
    if (inserted.length !== count)
      throw new Error('A name behind the highest number of its prefix was taken');
    return names.map((username, i) => ({ username, password: passwords[i] as string }));
  });
}

export function nameBatch(prefix: string, count: number, highest: number): string[] {
  const width = Math.max(2, String(highest + count).length);
  return Array.from({ length: count }, (_, i) => prefix + String(highest + 1 + i).padStart(width, '0'));
}

/** Numbers of up to six digits: with the longest prefix that fills a username. */
async function findHighestNumber(db: Queryable, prefix: string): Promise<number> {
  const rest = sql`substr(${users.username}, ${prefix.length + 1}::int)`;
  const [row] = await db
    .select({ highest: sql<number | null>`max(${rest}::int)` })
    .from(users)
    .where(sql`starts_with(lower(${users.username}), lower(${prefix})) and ${rest} ~ '^[0-9]{1,6}$'`);
  return row?.highest ?? 0;
}
