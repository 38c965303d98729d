import { eq } from 'drizzle-orm';
import type { Queryable } from '#store/database.ts';
import { settings } from '#store/schema.ts';

const registrationKey = 'registration_enabled';

export async function isRegistrationEnabled(db: Queryable): Promise<boolean> {
  const [row] = await db.select().from(settings).where(eq(settings.key, registrationKey));
  return row?.value === true;
}

export async function setRegistrationEnabled(db: Queryable, enabled: boolean): Promise<void> {
  await db
    .insert(settings)
    .values({ key: registrationKey, value: enabled })
    .onConflictDoUpdate({ target: settings.key, set: { value: enabled } });
}
