import { and, asc, desc, eq, gt, lt, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Role, SessionUser } from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import type { ContestFeedback, Feedback } from '#contract/feedback.ts';
import type { FaultWords, SkipReasons } from '#contract/judge-words.ts';
import { giveLimits, type LanguageLimits } from '#contract/language-limits.ts';
import type { LanguageId } from '#contract/programs.ts';
import {
  type FinishedStatus,
  isInProgress,
  type OverallStatus,
  type TestStatus,
} from '#contract/statuses.ts';
import type { FullSubmission, Judgement, Submission } from '#contract/submissions.ts';
import { readStoredWords, type Say, type StoredWords, words } from '#contract/words.ts';
import { contestFeedback, contestOfSubmission } from '#store/contest-feedback.ts';
import { isThere } from '#store/contest-rows.ts';
import type { Queryable } from '#store/database.ts';
import { isInForce } from '#store/in-force.ts';
import { firstFailure, knownResults } from '#store/known-results.ts';
import { findAllowances } from '#store/languages.ts';
import { preparedFor, unnamed } from '#store/prepared.ts';
import { contests, judgements, type Provenance, problems, submissions, users } from '#store/schema.ts';
import { mayEnter } from '../contests/access.ts';
import { isRehearsalOver } from '../contests/rehearsals.ts';
import { can, requireCan, type SubmissionFacts, whereCan } from '../policy.ts';
import {
  areScoresTold,
  feedbackTo,
  isProgressTold,
  isVerdictTold,
  tellStatus,
  whereVerdictTold,
} from '../problems/feedback.ts';
import { findProblemKey } from '../problems/slugs.ts';
import { tell } from '../words.ts';
import {
  areRunFactsWithheld,
  listToldProblems,
  submissionFacts,
  toResultItems,
  whereResultTold,
} from './told.ts';

const listed = {
  id: submissions.id,
  submittedAt: submissions.submittedAt,
  username: users.username,
  problemId: problems.slug,
  problemTitle: problems.title,
  language: submissions.language,
  judgementId: submissions.judgementId,
  feedback: problems.feedback,
};

const verdict = {
  status: judgements.status,
  score: judgements.score,
  testsDone: judgements.testsDone,
  testsTotal: judgements.testsTotal,
};

interface Filter {
  /** Without it the main list, where a contest's submissions appear when it has finished. */
  readonly contestId?: number | undefined;
  /** Instead: what staff have tried this contest with, before its start. */
  readonly rehearsalOf?: number | undefined;
  /** Instead: what was made in this virtual run. */
  readonly virtualRunId?: number | undefined;
  readonly userId?: number | undefined;
  readonly username?: string | undefined;
  readonly problemId?: string | undefined;
  readonly verdict?: FinishedStatus | undefined;
  readonly language?: LanguageId | undefined;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
}

export async function listSubmissions(
  db: Queryable,
  viewer: SessionUser,
  filter: Filter,
): Promise<Submission[]> {
  // Found first, so that PostgreSQL knows which one it is when it chooses how to read.
  const problemKey = filter.problemId === undefined ? undefined : await findProblemKey(db, filter.problemId);
  const person = filter.username === undefined ? undefined : await findUserId(db, filter.username);
  if (problemKey === null || person === null) return [];
  const { contestId, rehearsalOf, virtualRunId, userId, verdict, language, before, after, limit } = filter;
  const toldProblems = userId === viewer.id ? undefined : await listToldProblems(db, viewer, filter);
  const values = {
    contestId,
    rehearsalOf,
    virtualRunId,
    userId,
    person,
    problemKey,
    toldProblems,
    verdict,
    language,
    before,
    after,
  };
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const page = preparePage(db, { role: viewer.role, verdict, given: given as FilterName[] });
  const rows = await page.execute({ ...values, viewerId: viewer.id, limit });
  return rows.map((row) => toListed(row, viewer));
}

type FilterName =
  | 'contestId'
  | 'rehearsalOf'
  | 'virtualRunId'
  | 'userId'
  | 'person'
  | 'problemKey'
  | 'toldProblems'
  | 'verdict'
  | 'language'
  | 'before'
  | 'after';

interface PageShape {
  readonly role: Role;
  readonly verdict: FinishedStatus | undefined;
  /** By which it is filtered. */
  readonly given: readonly FilterName[];
}

const preparePage = preparedFor((db, { role, verdict: sought, given }: PageShape) => {
  const viewerId = sql.placeholder('viewerId');
  const facts = submissionFacts(viewerId);
  const where = (name: FilterName, condition: (value: Placeholder) => SQL | undefined) =>
    given.includes(name) ? condition(sql.placeholder(name)) : undefined;
  const conditions = [
    where('contestId', (contest) => eq(submissions.contestId, contest)) ??
      where('rehearsalOf', (contest) => eq(submissions.rehearsalOf, contest)) ??
      where('virtualRunId', (run) => eq(submissions.virtualRunId, run)) ??
      eq(submissions.inMain, true),
    whereCan({ role }, 'submission.list', facts),
    where('toldProblems', (told) =>
      or(sql`${submissions.problemId} = any(${told}::int[])`, eq(submissions.userId, viewerId)),
    ),
    where('userId', (user) => eq(submissions.userId, user)),
    where('person', (person) => eq(submissions.userId, person)),
    where('problemKey', (problem) => eq(submissions.problemId, problem)),
    where('verdict', (verdict) => eq(submissions.verdict, verdict)),
    sought &&
      whereVerdictTold(
        { role },
        sought,
        given.includes('contestId') ? sql`${sql.placeholder('contestId')}` : null,
      ),
    sought && whereResultTold({ role }, facts),
    where('language', (language) => eq(submissions.language, language)),
    where('before', (before) => lt(submissions.id, before)),
    where('after', (after) => gt(submissions.id, after)),
  ];
  // The page first: what there is to find is for the submissions alone to say.
  const page = db
    .select({ id: submissions.id })
    .from(submissions)
    .innerJoin(problems, eq(problems.id, submissions.problemId))
    .where(and(...conditions))
    .orderBy(given.includes('after') ? asc(submissions.id) : desc(submissions.id))
    .limit(sql.placeholder('limit'))
    .as('page');
  return db
    .select({ ...listed, ...verdict, firstFailure, contestFeedback, facts })
    .from(page)
    .innerJoin(submissions, eq(submissions.id, page.id))
    .innerJoin(judgements, isInForce)
    .innerJoin(users, eq(users.id, submissions.userId))
    .innerJoin(problems, eq(problems.id, submissions.problemId))
    .leftJoin(contests, eq(contests.id, contestOfSubmission))
    .orderBy(desc(submissions.id))
    .prepare(unnamed);
});

async function findUserId(db: Queryable, username: string): Promise<number | null> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.username}) = lower(${username})`);
  return found?.id ?? null;
}

interface Looking {
  /** The contest in which it is looked for; undefined: wherever it is. */
  readonly contestId: number | undefined;
  readonly now: Date;
  readonly say: Say;
}

export async function getSubmission(
  db: Queryable,
  viewer: SessionUser,
  id: number,
  { contestId, now, say }: Looking,
): Promise<FullSubmission> {
  const [row] = await db
    .select({
      ...listed,
      facts: submissionFacts(viewer.id),
      ...verdict,
      firstFailure,
      contestFeedback,
      contestId: contests.id,
      isRehearsalOver: isRehearsalOver(now),
      inMain: submissions.inMain,
      virtualRunId: submissions.virtualRunId,
      withholdsRunFacts: problems.withholdsRunFacts,
      timeLimitMs: problems.timeLimitMs,
      memoryLimitMb: problems.memoryLimitMb,
      languageLimits: problems.languageLimits,
      code: submissions.code,
      results: knownResults,
      groups: judgements.groups,
      compilerOutput: judgements.compilerOutput,
      reason: judgements.reason,
      fault: judgements.fault,
      provenance: judgements.provenance,
    })
    .from(submissions)
    .innerJoin(judgements, isInForce)
    .innerJoin(users, eq(users.id, submissions.userId))
    .innerJoin(problems, eq(problems.id, submissions.problemId))
    .leftJoin(contests, and(eq(contests.id, contestOfSubmission), isThere))
    .where(eq(submissions.id, id));
  if (!row || row.isRehearsalOver || (contestId !== undefined && row.contestId !== contestId)) {
    throw new ApiError('submission_not_found');
  }
  const isListClosed =
    !row.facts.isOwn &&
    !row.inMain &&
    (row.virtualRunId !== null ||
      row.contestId === null ||
      !(await mayEnter(db, viewer, row.contestId, now)));
  requireCan(viewer, 'submission.read', { ...row.facts, isListClosed });
  const isWithheld = areRunFactsWithheld(row, viewer);
  const feedback = feedbackTo(viewer, row);
  const isStateTold = feedback !== 'nothing';
  const compiler = tell(isStateTold ? row.compilerOutput : null, say);
  const mayReadNotes = can(viewer, 'submission.read-judge-notes');
  const reason = mayReadNotes ? withFault(row.reason, row.fault) : row.reason;
  const why = tell(isStateTold ? reason : null, say);
  const history = mayReadNotes ? await listJudgements(db, row, say) : [];
  return {
    ...toListed(row, viewer),
    code: row.code.toString('utf8'),
    results: toResultItems(row.results ?? [], viewer, { feedback, isWithheld }, say),
    groups: areScoresTold(feedback) ? (row.groups ?? []) : [],
    feedback,
    limits: isStateTold ? await findLimits(db, row) : null,
    compiler: isStateTold ? (row.provenance?.compiler ?? null) : null,
    judgements: history,
    run_facts_withheld: isWithheld,
    compiler_output: compiler.text,
    compiler_words: compiler.words,
    reason: why.text,
    reason_words: why.words,
    rejudge: findRejudge(history),
  };
}

interface JudgedBy {
  readonly status: Judgement['status'];
  readonly language: LanguageId;
  readonly provenance: Provenance | null;
  /** The problem's, by which one is judged that has no verdict yet. */
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
  readonly languageLimits: LanguageLimits;
}

async function findLimits(db: Queryable, judged: JudgedBy): Promise<FullSubmission['limits']> {
  const { provenance, status, language, languageLimits, timeLimitMs, memoryLimitMb } = judged;
  if (!provenance && !isInProgress(status)) return null;
  const used =
    provenance ??
    giveLimits((await findAllowances(db, languageLimits))(language), { timeLimitMs, memoryLimitMb });
  return { time_limit_ms: used.timeLimitMs, memory_limit_mb: used.memoryLimitMb };
}

function withFault(
  reason: StoredWords<keyof SkipReasons> | null,
  fault: StoredWords<keyof FaultWords> | null,
): StoredWords | null {
  if (reason === null || fault === null) return reason ?? fault;
  return words('skipped_by_fault', { reason: readStoredWords(reason), fault: readStoredWords(fault) });
}

/** Enough to see what rejudges have made of it. */
const shownJudgements = 20;

async function listJudgements(
  db: Queryable,
  { id, judgementId }: { id: number; judgementId: number },
  say: Say,
): Promise<Judgement[]> {
  const rows = await db
    .select({
      id: judgements.id,
      status: judgements.status,
      score: judgements.score,
      isRejudge: judgements.isRejudge,
      requestedAt: judgements.requestedAt,
      finishedAt: judgements.finishedAt,
      fault: judgements.fault,
      testSetId: judgements.testSetId,
      judgedBy: judgements.judgedBy,
      provenance: judgements.provenance,
    })
    .from(judgements)
    .where(eq(judgements.submissionId, id))
    .orderBy(desc(judgements.id))
    .limit(shownJudgements);
  return rows.map((row) => {
    const fault = tell(row.fault, say);
    return {
      id: row.id,
      status: row.status,
      score: row.score,
      is_in_force: row.id === judgementId,
      is_rejudge: row.isRejudge,
      requested_at: row.requestedAt.toISOString(),
      finished_at: row.finishedAt?.toISOString() ?? null,
      fault: fault.text,
      fault_words: fault.words,
      test_set: row.testSetId,
      judged_by: row.judgedBy,
      provenance: row.provenance && {
        compiler: row.provenance.compiler,
        flags: [...row.provenance.flags],
        sandbox: row.provenance.sandbox,
        time_limit_ms: row.provenance.timeLimitMs,
        memory_limit_mb: row.provenance.memoryLimitMb,
      },
    };
  });
}

/** The latest judgement, unless it is the one in force. */
function findRejudge([latest]: readonly Judgement[]): FullSubmission['rejudge'] {
  if (!latest || latest.is_in_force) return null;
  return { status: latest.status, fault: latest.fault, fault_words: latest.fault_words };
}

type Columns = typeof listed & typeof verdict;
type ListedRow = { [Column in keyof Columns]: Columns[Column]['_']['data'] | null } & {
  readonly firstFailure: { readonly testCase: number; readonly status: string } | null;
  readonly contestFeedback: ContestFeedback;
  readonly facts: SubmissionFacts;
};

function toListed(row: ListedRow, viewer: SessionUser): Submission {
  const mayRead = can(viewer, 'submission.read', { ...row.facts, isListClosed: false });
  const { contestFeedback: narrowed } = row;
  const feedback = feedbackTo(viewer, { feedback: row.feedback as Feedback, contestFeedback: narrowed });
  const status = row.status as OverallStatus;
  const { firstFailure: failure } = row;
  // A sample that is not the first would tell of the test that is.
  const mayReadFailure = mayRead && failure !== null && feedback === 'full';
  const isResultTold = can(viewer, 'submission.read-result', row.facts);
  const tellsProgress = isResultTold && isProgressTold(feedback, status);
  return {
    id: row.id as number,
    submitted_at: (row.submittedAt as Date).toISOString(),
    username: row.username as string,
    problem_id: row.problemId as string,
    problem_title: row.problemTitle as string,
    overall_status: isResultTold ? tellStatus(feedback, status) : 'Frozen',
    score: isResultTold && isVerdictTold(feedback, status) ? row.score : null,
    language: row.language as LanguageId,
    tests_done: tellsProgress ? (row.testsDone as number) : 0,
    tests_total: tellsProgress ? (row.testsTotal as number) : 0,
    first_failure: mayReadFailure
      ? { testCase: failure.testCase, status: failure.status as TestStatus }
      : null,
    can_view: mayRead,
  };
}
