/** A change of a problem, as its form sends it: all of it, or nothing. */
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Feedback } from '#contract/feedback.ts';
import type { updateProblem } from '#contract/problems.ts';
import type { Queryable } from '#store/database.ts';
import { raiseBoardsOf } from '#store/revisions.ts';
import { problems } from '#store/schema.ts';
import { recountAround } from '#store/standings.ts';
import { areSameLimits, type Limits, requestTrial } from '#store/versions.ts';
import type { Context } from '../context.ts';
import * as queries from './queries.ts';
import { getProblemKey, renameProblem } from './slugs.ts';

type ProblemChange = z.infer<typeof updateProblem.body>;

interface Saved {
  readonly id: string;
  /** Of the limits, where the jury's solutions are to judge them first. */
  readonly trialJobId?: string;
}

export async function changeProblem(
  context: Context,
  slug: string,
  body: ProblemChange,
  by: number,
): Promise<Saved> {
  return context.db.transaction(async (tx) => {
    const key = await getProblemKey(tx, slug);
    const feedback = await findNewFeedback(tx, key, body.feedback);
    // The id that it was asked for by is no new one, even when the problem has been renamed since.
    const wanted = { ...body, feedback, id: body.id === slug ? undefined : body.id };
    const change = () => changeLocked(tx, context, key, wanted, by);
    // Whose scores may be told changes with the feedback: those people are locked before the problem.
    const { isNamedAnew, ...saved } =
      feedback === undefined ? await change() : await recountAround(tx, [key], change);
    if (isNamedAnew || feedback !== undefined) await raiseBoardsOf(tx, key);
    return saved;
  });
}

/** Undefined: it stays as it is. */
async function findNewFeedback(
  db: Queryable,
  key: number,
  wanted: Feedback | undefined,
): Promise<Feedback | undefined> {
  const [present] = await db
    .select({ feedback: problems.feedback })
    .from(problems)
    .where(eq(problems.id, key));
  return wanted === present?.feedback ? undefined : wanted;
}

async function changeLocked(
  tx: Queryable,
  { queue, now }: Context,
  key: number,
  body: ProblemChange,
  by: number,
): Promise<Saved & { readonly isNamedAnew: boolean }> {
  const present = await queries.lockForChange(tx, key);
  const fields = toFields(body, await queries.getAuthorId(tx, body.author, present));
  const wanted = { ...fields, languageLimits: fields.languageLimits ?? present.languageLimits };
  const trialJobId = body.files_follow ? undefined : await tryLimits(tx, queue, present, wanted, by);
  // With tests that follow they come into force, or not at all.
  const { timeLimitMs, memoryLimitMb, languageLimits } = body.files_follow || trialJobId ? present : wanted;
  await queries.updateProblem(tx, key, { ...fields, timeLimitMs, memoryLimitMb, languageLimits });
  const id = body.id ?? present.slug;
  if (id !== present.slug) await renameProblem(tx, present, id, { by, now: now() });
  const isNamedAnew = id !== present.slug || body.title !== present.title;
  return { id, isNamedAnew, ...(trialJobId && { trialJobId }) };
}

/** The job that has the jury's solutions judge other limits. Undefined: there are none, or no solutions. */
async function tryLimits(
  tx: Queryable,
  queue: Context['queue'],
  present: queries.LockedProblem,
  { timeLimitMs, memoryLimitMb, languageLimits }: Limits,
  by: number,
): Promise<string | undefined> {
  const { testSetId } = present;
  const limits = { timeLimitMs, memoryLimitMb, languageLimits };
  if (
    areSameLimits(present, limits) ||
    testSetId === null ||
    !(await queries.hasRunnableSolutions(tx, testSetId))
  )
    return undefined;
  return requestTrial(tx, queue, { problemId: present.id, limits, by });
}

export function toFields(body: Omit<ProblemChange, 'id'>, authorId: number | null): queries.ProblemFields {
  return {
    title: body.title,
    authorId,
    timeLimitMs: body.time_limit_ms,
    memoryLimitMb: body.memory_limit_mb,
    withholdsRunFacts: body.withholds_run_facts,
    feedback: body.feedback,
    allowedLanguages: body.allowed_languages,
    languageLimits: body.language_limits,
  };
}
