import { eq, inArray, sql } from 'drizzle-orm';
import type { ListedUser, Role } from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import type { Queryable } from '#store/database.ts';
import { users } from '#store/schema.ts';
import { rolesThatCan } from '../policy.ts';

const listed = {
  id: users.id,
  username: users.username,
  role: users.role,
  is_protected: users.isProtected,
};

/**
 * Names are ASCII. Others are not even looked for: the database's idea of lower case is wider than ours, and a
 * second spelling of a name would be a second set of guesses for who tries passwords.
 */
export async function findUserByName(db: Queryable, username: string) {
  if (!/^[\x21-\x7e]+$/.test(username)) return null;
  const [user] = await db.select().from(users).where(sql`lower(${users.username}) = lower(${username})`);
  return user ?? null;
}

export function listUsers(db: Queryable): Promise<ListedUser[]> {
  return db.select(listed).from(users).orderBy(sql`lower(${users.username})`);
}

export function listAuthors(db: Queryable) {
  return db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(inArray(users.role, [...rolesThatCan('problem.author')]))
    .orderBy(sql`lower(${users.username})`);
}

interface NewUser {
  readonly username: string;
  readonly passwordHash: string;
  readonly role: Role;
}

export async function insertUser(db: Queryable, user: NewUser): Promise<ListedUser> {
  const [inserted] = await insertUsers(db, [user]);
  if (!inserted) throw new ApiError('username_taken');
  return inserted;
}

/** Leaves out those whose name is taken: the caller compares. */
export function insertUsers(db: Queryable, newUsers: NewUser[]): Promise<ListedUser[]> {
  return db.insert(users).values(newUsers).onConflictDoNothing().returning(listed);
}

/** Locks the row, so that what was checked about it still holds when it is changed. */
export async function getUserForUpdate(db: Queryable, id: number): Promise<ListedUser> {
  const [user] = await db.select(listed).from(users).where(eq(users.id, id)).for('update');
  if (!user) throw new ApiError('user_not_found');
  return user;
}

export async function renameUser(
  db: Queryable,
  id: number,
  change: { username: string; role: Role },
): Promise<ListedUser> {
  try {
    const [user] = await db.update(users).set(change).where(eq(users.id, id)).returning(listed);
    if (!user) throw new ApiError('user_not_found');
    return user;
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('username_taken');
    throw error;
  }
}

export async function setPassword(db: Queryable, id: number, passwordHash: string): Promise<void> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, id));
}

export async function deleteUser(db: Queryable, id: number): Promise<void> {
  await db.delete(users).where(eq(users.id, id));
}

function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === '23505';
}
