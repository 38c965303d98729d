/** What can be submitted in to a problem: what is on and judged here, and taken by the problem and its contest. */
import { eq } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import { findAllowance, giveLimits, type LanguageLimits } from '#contract/language-limits.ts';
import type { ProblemDetail } from '#contract/problems.ts';
import type { LanguageId } from '#contract/programs.ts';
import { words } from '#contract/words.ts';
import type { Queryable } from '#store/database.ts';
import { type KnownLanguage, listLanguages } from '#store/languages.ts';
import { contests } from '#store/schema.ts';

/** Null: all. */
type Narrowing = readonly LanguageId[] | null;

interface NarrowedBy {
  readonly problem: Narrowing;
  readonly contest: Narrowing;
}

const takes = (id: LanguageId, { problem, contest }: NarrowedBy) =>
  (problem?.includes(id) ?? true) && (contest?.includes(id) ?? true);

interface LimitedProblem {
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
  readonly languageLimits: LanguageLimits;
  readonly allowedLanguages: Narrowing;
}

/** With the limits that programs in each are judged by. */
export async function listTaken(
  db: Queryable,
  problem: LimitedProblem,
  contestId: number | null,
): Promise<ProblemDetail['languages']> {
  const narrowed = { problem: problem.allowedLanguages, contest: await findNarrowing(db, contestId) };
  const { timeLimitMs, memoryLimitMb } = problem;
  return (await listLanguages(db))
    .filter(({ id, isOffered }) => isOffered && takes(id, narrowed))
    .map(({ id, allowance }) => {
      const own = findAllowance(id, allowance, problem.languageLimits);
      const given = giveLimits(own, { timeLimitMs, memoryLimitMb });
      return { id, time_limit_ms: given.timeLimitMs, memory_limit_mb: given.memoryLimitMb };
    });
}

async function findNarrowing(db: Queryable, contestId: number | null): Promise<Narrowing> {
  if (contestId === null) return null;
  const [contest] = await db
    .select({ allowedLanguages: contests.allowedLanguages })
    .from(contests)
    .where(eq(contests.id, contestId));
  return contest?.allowedLanguages ?? null;
}

/** Only for whoever may submit to the problem: the refusal tells what it takes. */
export function requireTaken(known: readonly KnownLanguage[], id: LanguageId, narrowed: NarrowedBy): void {
  requireJudged(known.find((each) => each.id === id));
  if (takes(id, narrowed)) return;
  const languages = known.filter((each) => each.isOffered && takes(each.id, narrowed)).map((each) => each.id);
  if (languages.length === 0) throw new ApiError('language_not_taken');
  const inContest = narrowed.contest !== null;
  throw new ApiError('language_not_taken', words('takes_only', { languages, inContest }));
}

function requireJudged(language: KnownLanguage | undefined): void {
  if (!language?.isOn) throw new ApiError('language_off');
  if (!language.isOffered) throw new ApiError('language_not_judged');
}
