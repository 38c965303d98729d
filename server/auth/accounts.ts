/** Accounts as signing in and registering need them; what administrators do with them is in users/. */
import { eq, sql } from 'drizzle-orm';
import type { ListedUser, Role } from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import type { Queryable } from '#store/database.ts';
import { users } from '#store/schema.ts';

export const listedAccount = {
  id: users.id,
  username: users.username,
  role: users.role,
  is_protected: users.isProtected,
};

/**
 * Names are ASCII. Others are not even looked for: the database's idea of lower case is wider than ours, and a
 * second spelling of a name would be a second set of guesses for whoever tries passwords.
 */
export async function findUserByName(db: Queryable, username: string) {
  if (!/^[\x21-\x7e]+$/.test(username)) return null;
  const [user] = await db.select().from(users).where(sql`lower(${users.username}) = lower(${username})`);
  return user ?? null;
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
  return db.insert(users).values(newUsers).onConflictDoNothing().returning(listedAccount);
}

export async function setPassword(db: Queryable, id: number, passwordHash: string): Promise<void> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, id));
}
