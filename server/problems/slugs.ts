/**
 * A problem's slug is the id that people choose, see and put into addresses; its key is what rows refer to. Here, and
 * nowhere else, the one becomes the other. A slug that a problem had before leads to it until another problem takes it,
 * so that whoever has a page open while it is renamed notices nothing.
 */
import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import { isUniqueViolation, type Queryable } from '#store/database.ts';
import { formerSlugs, problems } from '#store/schema.ts';
import { removeDraftOf } from './drafts.ts';

/** Null where there is none; a draft is none yet. */
export function keyOf(slug: string | SQL | Placeholder): SQL<number | null> {
  return sql<number | null>`coalesce(
    (select named.id from ${problems} named where named.slug = ${slug} and named.draft_by is null),
    (select ${formerSlugs.problemId} from ${formerSlugs} where ${formerSlugs.slug} = ${slug}))`;
}

export async function findProblemKey(db: Queryable, slug: string): Promise<number | null> {
  const { rows } = await db.execute<{ key: number | null }>(sql`select ${keyOf(slug)} as key`);
  return rows[0]?.key ?? null;
}

export async function getProblemKey(db: Queryable, slug: string): Promise<number> {
  const key = await findProblemKey(db, slug);
  if (key === null) throw new ApiError('problem_not_found');
  return key;
}

/** All of them, or none. Two slugs may be one problem's. */
export async function getProblemKeys(db: Queryable, slugs: readonly string[]): Promise<Set<number>> {
  const keys = await listKeys(db, slugs);
  if (keys.length < slugs.length) throw new ApiError('problem_not_found');
  return new Set(keys);
}

/** Those that are there. */
export async function findProblemKeys(db: Queryable, slugs: readonly string[]): Promise<Set<number>> {
  return new Set(await listKeys(db, slugs));
}

async function listKeys(db: Queryable, slugs: readonly string[]): Promise<number[]> {
  const { rows } = await db.execute<{ key: number | null }>(
    sql`select ${keyOf(sql`asked.slug`)} as key from unnest(${sql.param(slugs)}::text[]) as asked (slug)`,
  );
  return rows.map(({ key }) => key).filter((key) => key !== null);
}

/** A new problem has it from here on, whichever had it before. */
export async function takeSlug(db: Queryable, slug: string): Promise<void> {
  await db.delete(formerSlugs).where(eq(formerSlugs.slug, slug));
}

/** The caller has locked the problem. Its tests, submissions and results refer to its key and stay as they are. */
export async function renameProblem(
  db: Queryable,
  problem: { readonly id: number; readonly slug: string },
  slug: string,
  { by, now }: { readonly by: number; readonly now: Date },
): Promise<void> {
  await removeDraftOf(db, slug, by, now);
  // Looked up first: two that want each other's would wait for each other for ever.
  const [holder] = await db.select({ id: problems.id }).from(problems).where(eq(problems.slug, slug));
  if (holder) throw new ApiError('problem_id_taken');
  try {
    await db.update(problems).set({ slug }).where(eq(problems.id, problem.id));
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('problem_id_taken');
    throw error;
  }
  await takeSlug(db, slug);
  await db
    .insert(formerSlugs)
    .values({ slug: problem.slug, problemId: problem.id })
    // It was another's before, and this one's by way of a draft.
    .onConflictDoUpdate({ target: formerSlugs.slug, set: { problemId: problem.id } });
}
