/** What is told of a submission, in every list and in the call for one, as the policy says. */
import { and, eq, isNotNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Role, SessionUser } from '#contract/accounts.ts';
import type { ContestFeedback } from '#contract/feedback.ts';
import type { FinishedStatus } from '#contract/statuses.ts';
import type { ResultItem } from '#contract/submissions.ts';
import type { Say } from '#contract/words.ts';
import { isThere } from '#store/contest-rows.ts';
import type { Queryable } from '#store/database.ts';
import { preparedFor, unnamed } from '#store/prepared.ts';
import { contests, problems, type StoredResult, submissions } from '#store/schema.ts';
import { type Asker, type Conditions, can, type SubmissionFacts, whereCan } from '../policy.ts';
import { problemFacts } from '../problems/facts.ts';
import { isTestTold, whereVerdictTold } from '../problems/feedback.ts';
import { tell } from '../words.ts';

/** For a query of submissions and their problems, to filter by or to select. */
export function submissionFacts(viewerId: number | Placeholder): Conditions<SubmissionFacts> {
  return {
    ...problemFacts(sql`${submissions.contestId}`),
    isOwn: sql`${eq(submissions.userId, viewerId)}`,
    isFrozen,
    isRehearsal: sql`${isNotNull(submissions.rehearsalOf)}`,
  };
}

/** Of a row of submissions; see contests/freeze.ts. */
const isFrozen = sql<boolean>`exists (select from ${contests} where ${contests.id} = ${submissions.contestId}
  and ${contests.freezeAt} <= ${submissions.submittedAt} and ${contests.thawedAt} is null and ${isThere})`;

/** Of submissions that are found by their verdicts: those of which it is told. Undefined: all of them. */
export function whereResultTold(viewer: Asker, facts: Conditions<SubmissionFacts>): SQL | undefined {
  return whereCan(viewer, 'submission.read-result', facts);
}

interface Narrowing {
  readonly contestId?: number | undefined;
  readonly verdict?: FinishedStatus | undefined;
}

/**
 * The problems of which a list may have others' submissions; undefined where that is all of them. It follows from the
 * rule, and decides nothing: it names the problems, so that PostgreSQL knows how many submissions there are to find.
 * After all problems were hidden it would otherwise read every submission in search of a page of them.
 */
export async function listToldProblems(
  db: Queryable,
  { role }: SessionUser,
  { contestId, verdict }: Narrowing,
): Promise<number[] | undefined> {
  const query = prepareToldProblems(db, { role, isInContest: contestId !== undefined, verdict });
  const told = await query?.execute({ contestId });
  return told?.map(({ id }) => id);
}

interface NarrowingShape extends Pick<Narrowing, 'verdict'> {
  readonly role: Role;
  readonly isInContest: boolean;
}

const prepareToldProblems = preparedFor((db, { role, isInContest, verdict }: NarrowingShape) => {
  const contest = isInContest ? sql`${sql.placeholder('contestId')}` : null;
  // Which ones are frozen is no matter of their problem.
  const no = sql<boolean>`false`;
  const others = { ...problemFacts(contest), isOwn: no, isFrozen: no, isRehearsal: no };
  const isTold = and(
    whereCan({ role }, 'submission.list', others),
    verdict && whereVerdictTold({ role }, verdict, contest),
  );
  return isTold && db.select({ id: problems.id }).from(problems).where(isTold).prepare(unnamed);
});

interface Withholding {
  /** The problem's setting. */
  readonly withholdsRunFacts: boolean;
  /** False while its contest is unfinished. */
  readonly inMain: boolean;
}

export function areRunFactsWithheld(
  { withholdsRunFacts, inMain }: Withholding,
  viewer: SessionUser,
): boolean {
  const isWithheld = withholdsRunFacts && !inMain;
  return !can(viewer, 'submission.read-run-facts', { isWithheld });
}

/** Of tests that the viewer is told of; `isWithheld`: nothing but their statuses. */
export function toResultItems(
  results: readonly StoredResult[],
  viewer: SessionUser,
  { feedback, isWithheld }: { readonly feedback: ContestFeedback; readonly isWithheld: boolean },
  say: Say,
): ResultItem[] {
  const withNotes = can(viewer, 'submission.read-judge-notes');
  const told = results.filter((result) => isTestTold(feedback, result));
  return told.map((result) => {
    const { testCase, status, timeMs, memoryKb, reason, checkerMessage = null, difference = null } = result;
    const why = tell(isWithheld ? null : reason, say);
    // A checker may quote the answer.
    const checker = tell(withNotes ? checkerMessage : null, say);
    // Told even where run facts are withheld: on a sample a program learns nothing that is not public.
    const differs = tell(difference, say);
    return {
      testCase,
      status,
      timeMs: isWithheld ? null : timeMs,
      memoryKb: isWithheld ? null : memoryKb,
      reason: why.text,
      reasonWords: why.words,
      checkerMessage: checker.text,
      checkerWords: checker.words,
      difference: differs.text,
      differenceWords: differs.words,
    };
  });
}
