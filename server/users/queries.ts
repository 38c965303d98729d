import { and, eq, inArray, not, sql } from 'drizzle-orm';
import type { ListedUser, Role } from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import { isUniqueViolation, type Queryable } from '#store/database.ts';
import { questions, users } from '#store/schema.ts';
import { listedAccount } from '../auth/accounts.ts';
import { rolesThatCan } from '../policy.ts';

export function listUsers(db: Queryable): Promise<ListedUser[]> {
  return db.select(listedAccount).from(users).orderBy(sql`lower(${users.username})`);
}

export function listAuthors(db: Queryable) {
  return db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(inArray(users.role, [...rolesThatCan('problem.author')]))
    .orderBy(sql`lower(${users.username})`);
}

/** Locks the row, so that what was checked about it still holds when it is changed. */
export async function getUserForUpdate(db: Queryable, id: number): Promise<ListedUser> {
  const [user] = await db.select(listedAccount).from(users).where(eq(users.id, id)).for('update');
  if (!user) throw new ApiError('user_not_found');
  return user;
}

export async function renameUser(
  db: Queryable,
  id: number,
  change: { username: string; role: Role },
): Promise<ListedUser> {
  try {
    const [user] = await db.update(users).set(change).where(eq(users.id, id)).returning(listedAccount);
    if (!user) throw new ApiError('user_not_found');
    return user;
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('username_taken');
    throw error;
  }
}

/** Their questions go with them, but for those that were answered to all: they are the contest's, and name nobody. */
export async function deleteUser(db: Queryable, id: number): Promise<void> {
  await db.delete(questions).where(and(eq(questions.userId, id), not(questions.isPublic)));
  await db.delete(users).where(eq(users.id, id));
}
