import { and, count, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { Database, Queryable } from '#store/database.ts';
import { announcements, contestProblems, contestReads, questions, users } from '#store/schema.ts';
import { pinWithFacts } from '../contests/access.ts';
import { can, requireCan } from '../policy.ts';
import { findProblemKey } from '../problems/slugs.ts';

interface NewQuestion {
  readonly text: string;
  readonly problemId?: string | undefined;
  readonly requestKey?: string | undefined;
}

/**
 * Its id. Who asks the same again has only asked once, since the first answer may have been lost: by the key that the page
 * has made for it, whenever that is, and by the text until it is answered.
 */
export async function insertQuestion(
  db: Database,
  contestId: number,
  user: SessionUser,
  { text, problemId, requestKey }: NewQuestion,
  receivedAt: Date,
): Promise<string> {
  return db.transaction(async (tx) => {
    const { facts } = await pinWithFacts(tx, contestId, user, receivedAt);
    // A burst is counted one by one.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('no key update');
    const isOwn = and(eq(questions.contestId, contestId), eq(questions.userId, user.id));
    // Before anything is refused: it was taken already, also where the contest has ended since.
    const [asked] =
      requestKey === undefined
        ? []
        : await tx
            .select({ id: questions.id })
            .from(questions)
            .where(and(isOwn, eq(questions.requestKey, requestKey)));
    if (asked) return asked.id;
    requireCan(user, 'question.ask', facts);
    const seesProblems = can(user, 'contest.enter', facts);
    const contestProblemId =
      problemId === undefined ? null : await getColumn(tx, contestId, seesProblems ? problemId : '');
    const [same] = await tx
      .select({ id: questions.id })
      .from(questions)
      .where(and(isOwn, isNull(questions.answer), eq(questions.text, text), isAbout(contestProblemId)));
    if (same) return same.id;
    await requirePace(tx, isOwn, receivedAt);
    const [inserted] = await tx
      .insert(questions)
      .values({ contestId, userId: user.id, contestProblemId, text, askedAt: receivedAt, requestKey })
      .returning({ id: questions.id });
    if (!inserted) throw new Error('A new question has no id');
    return inserted.id;
  });
}

function isAbout(contestProblemId: number | null): SQL {
  return sql`${questions.contestProblemId} is not distinct from ${contestProblemId}::int`;
}

async function requirePace(db: Queryable, isOwn: SQL | undefined, now: Date): Promise<void> {
  const since = new Date(now.getTime() - limits.askRateWindowMs);
  const [asked] = await db
    .select({
      open: sql<number>`count(*) filter (where ${questions.answer} is null)::int`,
      recent: sql<number>`count(*) filter (where ${gt(questions.askedAt, since)})::int`,
      all: count(),
    })
    .from(questions)
    .where(isOwn);
  if ((asked?.open ?? 0) >= limits.openQuestionsMax) throw new ApiError('too_many_questions');
  if ((asked?.recent ?? 0) >= limits.askRateMax || (asked?.all ?? 0) >= limits.toldItemsMax)
    throw new ApiError('asking_too_fast');
}

/** Which of the contest's problems this is: one that is elsewhere, or nowhere, is not found. */
export async function getColumn(db: Queryable, contestId: number, problemId: string): Promise<number> {
  const key = await findProblemKey(db, problemId);
  const [column] =
    key === null
      ? []
      : await db
          .select({ id: contestProblems.id })
          .from(contestProblems)
          .where(and(eq(contestProblems.contestId, contestId), eq(contestProblems.problemId, key)));
  if (!column) throw new ApiError('problem_not_found');
  return column.id;
}

interface SeenItem {
  readonly id: string;
  readonly version: number;
}

/** What this person may not see, or is no longer as it was seen, is passed over without a word. */
export async function markRead(
  db: Queryable,
  contestId: number,
  user: SessionUser,
  items: readonly SeenItem[],
): Promise<void> {
  if (items.length === 0) return;
  const seen = sql`unnest(${sql.param(items.map(({ id }) => id))}::uuid[],
    ${sql.param(items.map(({ version }) => version))}::int[]) as seen (id, version)`;
  await db.execute(sql`
    insert into ${contestReads} (contest_id, user_id, item_id, version)
    select distinct on (told.id) ${contestId}::int, ${user.id}::int, told.id, told.version from (
      select id, answer_version as version from ${questions}
      where contest_id = ${contestId} and answer is not null and (user_id = ${user.id} or is_public)
      union all
      select id, version from ${announcements} where contest_id = ${contestId}
    ) as told join ${seen} on seen.id = told.id and seen.version = told.version
    order by told.id
    on conflict (item_id, user_id) do update set version = excluded.version
    where ${contestReads.version} <> excluded.version`);
}
