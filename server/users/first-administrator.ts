import { eq } from 'drizzle-orm';
import { type Environment, StartError } from '#config/environment.ts';
import type { Database } from '#store/database.ts';
import { users } from '#store/schema.ts';
import { setPassword } from '../auth/accounts.ts';
import { generatePassword, hashPassword, verifyPassword } from '../auth/passwords.ts';
import { endSessionsOf } from '../sessions.ts';

const generatedLength = 16;

export interface FirstAdministrator {
  readonly username: string;
  /** Told once: only the hash is kept. Null when the administrator chose it, or has it already. */
  readonly newPassword: string | null;
}

/**
 * Makes the protected administrator on the first start. On later starts ADMIN_PASSWORD, when set, becomes its
 * password again: the way back in for whoever lost it.
 */
export async function ensureAdministrator(
  db: Database,
  { ADMIN_USERNAME, ADMIN_PASSWORD }: Pick<Environment, 'ADMIN_USERNAME' | 'ADMIN_PASSWORD'>,
): Promise<FirstAdministrator> {
  const existing = await findProtected(db);
  if (existing) {
    if (ADMIN_PASSWORD && !(await verifyPassword(existing.passwordHash, ADMIN_PASSWORD))) {
      const passwordHash = await hashPassword(ADMIN_PASSWORD);
      await db.transaction(async (tx) => {
        await setPassword(tx, existing.id, passwordHash);
        await endSessionsOf(tx, existing.id);
      });
    }
    return { username: existing.username, newPassword: null };
  }
  const password = ADMIN_PASSWORD ?? generatePassword(generatedLength);
  const [made] = await db
    .insert(users)
    .values({
      username: ADMIN_USERNAME,
      passwordHash: await hashPassword(password),
      role: 'admin',
      isProtected: true,
    })
    .onConflictDoNothing()
    .returning();
  // Another server that started at the same moment was first, and prints the password it made.
  const winner = made ?? (await findProtected(db));
  if (!winner) throw new StartError(`ADMIN_USERNAME: the name ${ADMIN_USERNAME} belongs to another account.`);
  return { username: winner.username, newPassword: made && !ADMIN_PASSWORD ? password : null };
}

async function findProtected(db: Database) {
  const [user] = await db.select().from(users).where(eq(users.isProtected, true));
  return user ?? null;
}
