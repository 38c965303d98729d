import { eq, type SQL, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { Database, Queryable } from '#store/database.ts';
import { raiseRevision, scoreboardRevision } from '#store/revisions.ts';
import { settings } from '#store/schema.ts';

/** What is on or off, by the name of its row. One that nobody has touched is off. */
const keys = { registration: 'registration_enabled', leavesOutStaff: 'scoreboard_leaves_out_staff' } as const;
type SwitchKey = (typeof keys)[keyof typeof keys];

/** The row of the answers that staff choose from. */
const templatesKey = 'answer_templates';

export function isRegistrationEnabled(db: Queryable): Promise<boolean> {
  return isOn(db, keys.registration);
}

export function setRegistrationEnabled(db: Queryable, enabled: boolean): Promise<void> {
  return write(db, keys.registration, enabled);
}

export function doesScoreboardLeaveOutStaff(db: Queryable): Promise<boolean> {
  return isOn(db, keys.leavesOutStaff);
}

/** The same, for the statement that lists the scoreboard. */
export const scoreboardLeavesOutStaff: SQL<boolean> = sql<boolean>`exists (
  select from ${settings} where ${settings.key} = ${keys.leavesOutStaff} and ${settings.value} = 'true')`;

/** The scoreboard is another one at once, for whoever has it in a cache, too. */
export async function setScoreboardLeavesOutStaff(db: Database, leavesOut: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    await write(tx, keys.leavesOutStaff, leavesOut);
    await raiseRevision(tx, scoreboardRevision);
  });
}

async function isOn(db: Queryable, key: SwitchKey): Promise<boolean> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key));
  return row?.value === true;
}

/** Null: nobody has changed them. */
export async function readAnswerTemplates(db: Queryable): Promise<string[] | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, templatesKey));
  return (row?.value as string[] | undefined) ?? null;
}

/** `seen`: what they were for whoever changes them; others are not written over. */
export async function writeAnswerTemplates(
  db: Queryable,
  {
    templates,
    seen,
  }: { readonly templates: readonly string[]; readonly seen?: readonly string[] | null | undefined },
): Promise<void> {
  if (seen === undefined) return write(db, templatesKey, templates);
  const [written] = await db
    .insert(settings)
    .values({ key: templatesKey, value: templates })
    .onConflictDoUpdate({
      target: settings.key,
      set: { value: templates },
      // Sent again, because no word came back, they are there already.
      setWhere: sql`${settings.value} in (${JSON.stringify(seen)}::jsonb, ${JSON.stringify(templates)}::jsonb)`,
    })
    .returning({ key: settings.key });
  if (!written)
    throw new ApiError('templates_changed', undefined, { templates: await readAnswerTemplates(db) });
}

async function write(db: Queryable, key: string, value: unknown): Promise<void> {
  await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}
