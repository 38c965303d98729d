import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { roles } from '#contract/accounts.ts';
import type { AnnouncedWords } from '#contract/announced-words.ts';
import { balloonColours } from '#contract/balloon-colours.ts';
import type { AlarmMinutes } from '#contract/contest-day.ts';
import { contestFormats, defaultContestFormat } from '#contract/contest-formats.ts';
import type { HistoryStep } from '#contract/contest-history.ts';
import type { ContestProgressLine, ContestScoreboardEntry } from '#contract/contest-scoreboard.ts';
import { contestEntries, defaultPenaltyMinutes } from '#contract/contest-settings.ts';
import type { ContestFigures } from '#contract/contest-statistics.ts';
import { contestFeedbacks, feedbacks } from '#contract/feedback.ts';
import type { StoredReport } from '#contract/import-report.ts';
import type { ImportWords } from '#contract/import-words.ts';
import type {
  CheckerWords,
  CompilerWords,
  DifferenceWords,
  FaultWords,
  MachineWords,
  RunReasons,
  SkipReasons,
} from '#contract/judge-words.ts';
import type { LanguageLimits } from '#contract/language-limits.ts';
import type { InstalledFacts } from '#contract/languages.ts';
import type { PackageChoice, StoredPackage, StoredSolution, StoredTrial } from '#contract/packages.ts';
import { importKinds, uploadStatuses } from '#contract/problems.ts';
import { type LanguageId, languageIds, type PackageId, packageIds } from '#contract/programs.ts';
import { fullScore } from '#contract/scores.ts';
import { finishedStatuses, overallStatuses } from '#contract/statuses.ts';
import type { ResultItem, SubmissionGroup } from '#contract/submissions.ts';
import type { TestSetPlan } from '#contract/test-set-plan.ts';
import type { StoredWords, Words } from '#contract/words.ts';
import { workerStates } from '#contract/workers.ts';
import { wordsColumn } from './words.ts';

/** A test's result as it is stored. Who may see which part of it is decided where it is asked for. */
export interface StoredResult extends Pick<ResultItem, 'testCase' | 'status'> {
  readonly timeMs: number;
  readonly memoryKb: number;
  readonly reason: StoredWords<keyof RunReasons> | null;
  /** Absent in what earlier versions judged, and until the verdict. */
  readonly checkerMessage?: StoredWords<keyof CheckerWords> | null;
  /** In a Wrong Answer on a sample; see judge/checkers/difference.ts. */
  readonly difference?: Words<keyof DifferenceWords> | null;
  /** Its data are public. Absent in what earlier versions judged: nobody knows of those any more. */
  readonly isSample?: true;
}

/** A group as it is stored with a judgement. */
export interface StoredGroup extends SubmissionGroup {
  /**
   * Exactly what part of its points it earned (contract/fractions.ts), for whoever adds groups up. Absent until the verdict and in
   * what earlier versions judged: there `earned` is all that is known.
   */
  readonly share?: string;
}

/** The most that one person's submissions earned in each group, by name. It says nothing of any other test set. */
export interface BestGroups {
  readonly testSetId: number;
  readonly earned: Readonly<Record<string, number>>;
}

/** A step of a participant's history as it is stored: who was first with a problem is told by the board alone. */
export interface TracedStep extends HistoryStep {
  /**
   * The problem is solved, by this submission: with it and with whatever was tried after it. Earlier versions did not keep
   * which one it was.
   */
  readonly full?: number | true;
  /** What others than staff are told of it, by whom problems that keep their results to themselves were tried. */
  readonly told?: Omit<HistoryStep, 'at_ms' | 'problem_id'>;
}

/** A contest in figures as they are stored. */
export interface KeptFigures extends ContestFigures {
  /** The solves as they are told to others than staff. Earlier versions told everybody the same. */
  readonly told_solves?: number[];
}

/** With what a judgement was made, beside its test set and its worker's name. */
export interface Provenance {
  readonly language: LanguageId;
  readonly compiler: string;
  readonly flags: readonly string[];
  /** How strongly the sandbox held the program. */
  readonly sandbox: string;
  /** What the program was given: the problem's limits with what its language gets over them. */
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
}

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    username: text('username').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text('role', { enum: roles }).notNull(),
    /** The first administrator: nobody edits or deletes it, so an instance can never lose its last one. */
    isProtected: boolean('is_protected').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_username_key').on(sql`lower(${table.username})`),
    uniqueIndex('users_one_protected').on(table.isProtected).where(sql`${table.isProtected}`),
    check('users_role', sql`${table.role} in ('user', 'staff', 'admin')`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token: who reads the table cannot sign in with it. */
    tokenHash: bytes('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expires').on(table.expiresAt)],
);

/** Sign-in attempts that did not succeed, counted in windows; see server/auth/sign-in-limits.ts. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    scope: text('scope').primaryKey(),
    count: integer('count').notNull(),
    windowEndsAt: instant('window_ends_at').notNull(),
  },
  (table) => [index('sign_in_failures_window').on(table.windowEndsAt)],
);

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
});

/** What administrators have set of a language. One without a row is as it comes: C++ on, the others off. */
export const languageSettings = pgTable('language_settings', {
  id: text('id', { enum: languageIds }).primaryKey(),
  isOn: boolean('is_on').notNull(),
  /** What its programs get over the limits of problems. Null: as it comes (contract/language-limits.ts). */
  timeFactor: numeric('time_factor', { precision: 4, scale: 2, mode: 'number' }),
  timeAllowanceMs: integer('time_allowance_ms'),
  memoryAllowanceMb: integer('memory_allowance_mb'),
  /** What its programs may import beside its own library. */
  packages: text('packages', { enum: packageIds }).array().notNull().default([]),
});

/** Null: all that are judged here. */
const allowedLanguages = () => text('allowed_languages', { enum: languageIds }).array();

/** What a problem says of single languages, over what the instance does. */
const languageLimits = () => jsonb('language_limits').$type<LanguageLimits>();

/** What staff have set for the empty editor to begin with; a language without a row has the editor's own. */
export const startingTexts = pgTable('starting_texts', {
  language: text('language', { enum: languageIds }).primaryKey(),
  text: text('text').notNull(),
});

/** From 0 to 100, to the hundredth: exact, also when added up. Raw SQL gets a text from the driver. */
const scoreColumn = (name: string) => numeric(name, { precision: 5, scale: 2, mode: 'number' });
const totalColumn = (name: string) => numeric(name, { precision: 12, scale: 2, mode: 'number' });

const bigId = (name: string) => bigint(name, { mode: 'number' });

/**
 * Files, content-addressed: PDFs, archives while they are imported, test inputs and answers. A row without a
 * hash is still being written (or was cut short, and is swept away later).
 */
export const blobs = pgTable(
  'blobs',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    sha256: bytes('sha256'),
    size: bigId('size').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('blobs_sha256').on(table.sha256)],
);

export const blobChunks = pgTable(
  'blob_chunks',
  {
    blobId: bigId('blob_id')
      .notNull()
      .references(() => blobs.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    data: bytes('data').notNull(),
  },
  (table) => [primaryKey({ columns: [table.blobId, table.position] })],
);

export const problems = pgTable(
  'problems',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The id that people choose and see: a name, which may change. */
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    timeLimitMs: integer('time_limit_ms').notNull(),
    memoryLimitMb: integer('memory_limit_mb').notNull(),
    languageLimits: languageLimits().notNull().default({}),
    allowedLanguages: allowedLanguages(),
    /** Born hidden: without tests, or meant for a contest, it must not be public for a second. */
    isVisible: boolean('is_visible').notNull().default(false),
    /** Contestants see only the status of each test until their contest has finished; see server/submissions/told.ts. */
    withholdsRunFacts: boolean('withholds_run_facts').notNull().default(false),
    /** What contestants see of their submissions; see server/problems/feedback.ts. */
    feedback: text('feedback', { enum: feedbacks }).notNull().default('full'),
    pdfBlobId: bigId('pdf_blob_id').references(() => blobs.id),
    /** When the present statement was put in force. */
    pdfStoredAt: instant('pdf_stored_at'),
    /** The tests in force; older sets stay for the judgements that run on them. */
    testSetId: bigId('test_set_id'),
    /** Whoever makes it, while its files are still on their way: until then it is nowhere. See server/problems/drafts.ts. */
    draftBy: integer('draft_by').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('problems_slug').on(table.slug),
    index('problems_drafts').on(table.draftBy).where(sql`${table.draftBy} is not null`),
  ],
);

/** What problems were called before: an address that was right once leads there until another problem takes the name. */
export const formerSlugs = pgTable(
  'former_slugs',
  {
    slug: text('slug').primaryKey(),
    problemId: integer('problem_id')
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
  },
  (table) => [index('former_slugs_problem').on(table.problemId)],
);

/**
 * The keys of those whose submissions are still being removed; see server/problems/deletion.ts. Nobody sees a submission whose
 * problem is not there.
 */
export const deletedProblems = pgTable('deleted_problems', { id: integer('id').primaryKey() });

/** Immutable: replacing a problem's tests makes a new set and never changes a running judgement. */
export const testSets = pgTable(
  'test_sets',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    problemId: integer('problem_id')
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    /** Counted from the first that was in force. Null: it has not been. */
    number: integer('number'),
    plan: jsonb('plan').$type<TestSetPlan>().notNull(),
    report: jsonb('report').$type<StoredReport>().notNull(),
    /** The jury's, with what must come out when they are judged on these tests. */
    solutions: jsonb('solutions').$type<readonly StoredSolution[]>().notNull().default([]),
    /** What they said when they were last judged. Null: there are none, or none was judged. */
    trial: jsonb('trial').$type<StoredTrial>(),
    /** Limits that come into force with it; null: the problem keeps its own. */
    timeLimitMs: integer('time_limit_ms'),
    memoryLimitMb: integer('memory_limit_mb'),
    languageLimits: languageLimits(),
    /** Who put it in force although the solutions spoke against it. */
    forcedBy: integer('forced_by').references(() => users.id, { onDelete: 'set null' }),
    forcedAt: instant('forced_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /**
     * When another set took its place; it stays a while for the judgements that run on it. One that waits for somebody to
     * put it in force has it from the beginning.
     */
    replacedAt: instant('replaced_at'),
  },
  (table) => [
    index('test_sets_problem').on(table.problemId),
    index('test_sets_forced_by').on(table.forcedBy).where(sql`${table.forcedBy} is not null`),
  ],
);

/** A problem's statement as its package had it, beside the PDF that is shown: Markdown, HTML or TeX. */
export const statementTexts = pgTable(
  'statement_texts',
  {
    problemId: integer('problem_id')
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    blobId: bigId('blob_id')
      .notNull()
      .references(() => blobs.id),
  },
  (table) => [
    primaryKey({ columns: [table.problemId, table.name] }),
    index('statement_texts_blob').on(table.blobId),
  ],
);

/** Which files a test set needs, so that no file in use is swept away. */
export const testSetBlobs = pgTable(
  'test_set_blobs',
  {
    testSetId: bigId('test_set_id')
      .notNull()
      .references(() => testSets.id, { onDelete: 'cascade' }),
    blobId: bigId('blob_id')
      .notNull()
      .references(() => blobs.id),
  },
  (table) => [
    primaryKey({ columns: [table.testSetId, table.blobId] }),
    index('test_set_blobs_blob').on(table.blobId),
  ],
);

export const importJobs = pgTable(
  'import_jobs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind', { enum: importKinds }).notNull().default('tests'),
    /** Null: its problems are in the archive. */
    problemId: integer('problem_id').references(() => problems.id, { onDelete: 'cascade' }),
    requestedBy: integer('requested_by').references(() => users.id, { onDelete: 'set null' }),
    /** The archive's name, from which an id is made where the package says none. */
    fileName: text('file_name'),
    /** For tests, and for a trial: limits that come into force with them; null: the problem keeps its own. */
    timeLimitMs: integer('time_limit_ms'),
    memoryLimitMb: integer('memory_limit_mb'),
    languageLimits: languageLimits(),
    /** Which of the archive's problems are wanted, and under which ids. Null: all, under their own. */
    choices: jsonb('choices').$type<readonly PackageChoice[]>(),
    /** What became of each so far. */
    packages: jsonb('packages').$type<readonly StoredPackage[]>().notNull().default([]),
    archiveBlobId: bigId('archive_blob_id').references(() => blobs.id, { onDelete: 'set null' }),
    /** The job in the queue that imports it. Null in what earlier versions queued. */
    jobId: uuid('job_id'),
    status: text('status', { enum: uploadStatuses }).notNull(),
    message: wordsColumn<keyof ImportWords>('message').notNull(),
    progress: integer('progress').notNull().default(0),
    total: integer('total').notNull().default(0),
    report: jsonb('report').$type<StoredReport>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('import_jobs_one_running')
      .on(table.problemId)
      .where(sql`${table.status} in ('pending', 'uploading', 'processing')`),
    index('import_jobs_problem').on(table.problemId, table.createdAt),
    index('import_jobs_requested_by').on(table.requestedBy),
    index('import_jobs_created').on(table.createdAt),
    index('import_jobs_failed').on(table.createdAt).where(sql`${table.status} = 'failed'`),
  ],
);

export const submissions = pgTable(
  'submissions',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A number that stays for a while when the problem is deleted: see deletedProblems. */
    problemId: integer('problem_id').notNull(),
    contestId: integer('contest_id').references((): AnyPgColumn => contests.id),
    /** Counts in the global lists, stats and scoreboard: false while its contest is unfinished. See memberships.ts. */
    inMain: boolean('in_main').notNull().default(true),
    /**
     * Staff try the problems of this contest before its start. Such a one counts nowhere, not even in the contest, and goes
     * with the start: see server/contests/rehearsals.ts.
     */
    rehearsalOf: integer('rehearsal_of').references((): AnyPgColumn => contests.id),
    /** It was made in a virtual run, and counts nowhere until that is over; see virtual-runs.ts. */
    virtualRunId: integer('virtual_run_id').references((): AnyPgColumn => virtualRuns.id, {
      onDelete: 'set null',
    }),
    language: text('language', { enum: languageIds }).notNull(),
    /** Bytes, because a source may hold what PostgreSQL's text may not. */
    code: bytes('code').notNull(),
    /**
     * The judgement in force: what every page, list and count tells of the submission. A new one draws the number of its
     * first judgement, which is stored right after it.
     */
    judgementId: bigId('judgement_id').notNull().default(sql`nextval('judgements_id_seq')`),
    /** The status of that judgement, null until it has its verdict: a copy, by which lists are filtered. */
    verdict: text('verdict', { enum: finishedStatuses }),
    submittedAt: instant('submitted_at').notNull().defaultNow(),
    /** Made by the page that sent it: sent again because no answer came, it is there once. */
    requestKey: uuid('request_key'),
  },
  (table) => [
    uniqueIndex('submissions_request')
      .on(table.userId, table.requestKey)
      .where(sql`${table.requestKey} is not null`),
    // Read backwards. Declared as descending they would have nulls last, and `order by id desc` asks for them first.
    index('submissions_main').on(table.id).where(sql`${table.inMain}`),
    index('submissions_user').on(table.userId, table.id),
    index('submissions_problem').on(table.problemId, table.id),
    index('submissions_user_problem').on(table.userId, table.problemId, table.id),
    index('submissions_contest').on(table.contestId, table.id).where(sql`${table.contestId} is not null`),
    index('submissions_verdict').on(table.verdict, table.id).where(sql`${table.inMain}`),
    index('submissions_problem_verdict').on(table.problemId, table.verdict, table.id),
    index('submissions_contest_verdict')
      .on(table.contestId, table.verdict, table.id)
      .where(sql`${table.contestId} is not null`),
    index('submissions_language').on(table.language, table.id),
    index('submissions_virtual_run')
      .on(table.virtualRunId, table.id)
      .where(sql`${table.virtualRunId} is not null`),
    index('submissions_rehearsal')
      .on(table.rehearsalOf, table.id)
      .where(sql`${table.rehearsalOf} is not null`),
    check(
      'submissions_rehearsal_apart',
      sql`${table.rehearsalOf} is null or (${table.contestId} is null and not ${table.inMain})`,
    ),
  ],
);

/** What staff asked to be judged again at once, since a problem has other tests; see store/rejudges.ts. */
export const rejudges = pgTable(
  'rejudges',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    problemId: integer('problem_id')
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    requestedBy: integer('requested_by').references(() => users.id, { onDelete: 'set null' }),
    requestedAt: instant('requested_at').notNull().defaultNow(),
  },
  (table) => [
    index('rejudges_problem').on(table.problemId, table.id),
    index('rejudges_requested_by').on(table.requestedBy),
  ],
);

/**
 * Every judgement of a submission, from the moment it is asked for: the first with the submission itself, others when
 * staff ask for a rejudge. It keeps what it found and with what, also when another is in force. Progress changes only
 * this narrow row; see store/judgements.ts.
 */
export const judgements = pgTable(
  'judgements',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    submissionId: bigId('submission_id')
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    /** The submission's, so that what a person has unjudged is counted by an index. */
    userId: integer('user_id').notNull(),
    /** Staff asked for it: nobody waits for it, and it does not count as its owner's. */
    isRejudge: boolean('is_rejudge').notNull().default(false),
    /** With others of its problem, when staff asked for all of them. Outlives that as the submission does its problem. */
    rejudgeId: bigId('rejudge_id'),
    /** Raised each time it starts: a late worker's writes no longer match and change nothing. */
    attempt: integer('attempt').notNull().default(0),
    /** The job in the queue that it waits for, or whose worker has it. Null in what earlier versions queued. */
    jobId: uuid('job_id'),
    /** The queue's count of the delivery that claimed it last: an earlier one comes too late. */
    delivery: integer('delivery'),
    /** It waits since then. */
    requestedAt: instant('requested_at').notNull().defaultNow(),
    /** When the latest attempt began. */
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    status: text('status', { enum: overallStatuses }).notNull().default('Pending'),
    score: scoreColumn('score'),
    testsDone: integer('tests_done').notNull().default(0),
    testsTotal: integer('tests_total').notNull().default(0),
    results: jsonb('results').$type<StoredResult[]>(),
    /** From the first test on, what each earned with the verdict. Null until then, and in what earlier versions judged. */
    groups: jsonb('groups').$type<StoredGroup[]>(),
    compilerOutput: wordsColumn<keyof CompilerWords>('compiler_output'),
    reason: wordsColumn<keyof SkipReasons>('reason'),
    /** Why the judge could not do its work, for staff. */
    fault: wordsColumn<keyof FaultWords>('fault'),
    /** The tests it ran on: a number that stays when the set itself is swept away. */
    testSetId: bigId('test_set_id'),
    /**
     * With the verdict: how many decimals scores have by these tests. Null where there were none, and in what earlier
     * versions judged outside of IOI contests.
     */
    scoreDecimals: integer('score_decimals'),
    /**
     * With the verdict, those that the program was judged by; until then the problem's. Null in what earlier versions
     * judged, as the tests.
     */
    timeLimitMs: integer('time_limit_ms'),
    memoryLimitMb: integer('memory_limit_mb'),
    /** The name of the worker that took it last. */
    judgedBy: text('judged_by'),
    /** With what it was judged; null where nothing was, and in what earlier versions judged. */
    provenance: jsonb('provenance').$type<Provenance>(),
  },
  (table) => [
    index('judgements_submission').on(table.submissionId),
    uniqueIndex('judgements_one_unfinished')
      .on(table.submissionId)
      .where(sql`${table.status} in ('Pending', 'Compiling', 'Running')`),
    index('judgements_unfinished_user')
      .on(table.userId)
      .where(sql`${table.status} in ('Pending', 'Compiling', 'Running')`),
    index('judgements_rejudge').on(table.rejudgeId).where(sql`${table.rejudgeId} is not null`),
    // Few: what the panel of the place shows staff.
    index('judgements_faults')
      .on(table.finishedAt)
      .where(sql`${table.fault} is not null and ${table.finishedAt} is not null`),
  ],
);

/**
 * Results of a judgement that is still under way, a row for those that were new each time: the judgement's own row gets
 * them with the verdict, when these go.
 */
export const runningResults = pgTable(
  'running_results',
  {
    judgementId: bigId('judgement_id')
      .notNull()
      .references(() => judgements.id, { onDelete: 'cascade' }),
    /** Only those of the judgement's latest attempt count. */
    attempt: integer('attempt').notNull(),
    /** How many tests were done with these. */
    testsDone: integer('tests_done').notNull(),
    results: jsonb('results').$type<StoredResult[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.judgementId, table.attempt, table.testsDone] })],
);

/** One user's standing on one problem, kept with each submission and verdict. */
export const problemResults = pgTable(
  'problem_results',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    problemId: integer('problem_id')
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    submissionCount: integer('submission_count').notNull(),
    latestSubmissionAt: instant('latest_submission_at').notNull(),
    bestScore: scoreColumn('best_score').notNull(),
    bestSubmissionId: bigId('best_submission_id'),
    /** See best-groups.ts. */
    bestGroups: jsonb('best_groups').$type<BestGroups>(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.problemId] }),
    index('problem_results_problem').on(table.problemId),
  ],
);

/** The global scoreboard's rows, kept with each verdict. */
export const userScores = pgTable('user_scores', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  problemsSolved: integer('problems_solved').notNull(),
  totalScore: totalColumn('total_score').notNull(),
});

/** Its status is not stored but told by the clock, and by `finishedAt`: see contest-times.ts. */
export const contests = pgTable(
  'contests',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    /** How its participants are scored and ranked; see contest-formats/. */
    format: text('format', { enum: contestFormats }).notNull().default(defaultContestFormat),
    /** ICPC: what a wrong try before the accepted one adds. */
    penaltyMinutes: integer('penalty_minutes').notNull().default(defaultPenaltyMinutes),
    /** How long before the end the scoreboard is frozen; null: it is not. */
    freezeMinutes: integer('freeze_minutes'),
    /** From when: moves with the end until it has come, and never into the past. See server/contests/freeze.ts. */
    freezeAt: instant('freeze_at'),
    /** When it is to thaw by itself; null: when staff thaw it. */
    thawAt: instant('thaw_at'),
    /** When it did. Until then the contest does not finish. */
    thawedAt: instant('thawed_at'),
    goldMedals: integer('gold_medals').notNull().default(0),
    silverMedals: integer('silver_medals').notNull().default(0),
    bronzeMedals: integer('bronze_medals').notNull().default(0),
    startTime: instant('start_time').notNull(),
    endTime: instant('end_time').notNull(),
    /** When the last of those with extra minutes ends, which may be later; null: nobody has any. See contest-times.ts. */
    extraEnd: instant('extra_end'),
    /** Each participant has this long, from when they like between start and end. Null: all have the one clock. */
    windowMinutes: integer('window_minutes'),
    /** Since when all clocks stand; null: they run. */
    pausedAt: instant('paused_at'),
    /** The pauses that are over, one after the other: from when until when, in milliseconds since 1970. */
    pauses: jsonb('pauses')
      .$type<readonly (readonly [pausedMs: number, resumedMs: number])[]>()
      .notNull()
      .default([]),
    /** What can be submitted in, as far as its problems take it. */
    allowedLanguages: allowedLanguages(),
    /** What contestants see of their submissions until it has finished; see server/problems/feedback.ts. */
    feedback: text('feedback', { enum: contestFeedbacks }).notNull().default('full'),
    /** Who may join; see server/contests/joining.ts. */
    entry: text('entry', { enum: contestEntries }).notNull().default('open'),
    /** Of the password by which it is entered, and null where it is not. */
    entryPasswordHash: text('entry_password_hash'),
    /** When the page of the day sounds its alarms; what is absent is as it comes. */
    alarmMinutes: jsonb('alarm_minutes').$type<Partial<AlarmMinutes>>().notNull().default({}),
    /** When its final standings were stored. */
    finishedAt: instant('finished_at'),
    /** From here on it is gone for everyone; its rows follow in steps: see server/contests/deletion.ts. */
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** As in questions. */
    requestKey: uuid('request_key').unique('contests_request'),
  },
  (table) => [
    index('contests_unfinished').on(table.endTime).where(sql`${table.finishedAt} is null`),
    check('contests_times', sql`${table.startTime} < ${table.endTime}`),
    check(
      'contests_entry_password',
      sql`(${table.entry} = 'password') = (${table.entryPasswordHash} is not null)`,
    ),
  ],
);

export const contestParticipants = pgTable(
  'contest_participants',
  {
    contestId: integer('contest_id')
      .notNull()
      .references(() => contests.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    joinedAt: instant('joined_at').notNull(),
    /** What they have over everybody else. */
    extraMinutes: integer('extra_minutes').notNull().default(0),
    /** Where the contest has a personal window: when they started theirs. */
    windowStartedAt: instant('window_started_at'),
    /** Has no rank, no first solve and no medal; see contest-standings.ts. */
    isUnofficial: boolean('is_unofficial').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.contestId, table.userId] }),
    index('contest_participants_user').on(table.userId),
  ],
);

/**
 * Which problems a contest has, each a column of its scoreboard; what follows from them is in memberships.ts. They
 * outlive the problem: a finished contest keeps its standings as they were.
 */
export const contestProblems = pgTable(
  'contest_problems',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    contestId: integer('contest_id')
      .notNull()
      .references(() => contests.id, { onDelete: 'cascade' }),
    /** Null for good once it is deleted, though another may get its slug later. */
    problemId: integer('problem_id').references(() => problems.id, { onDelete: 'set null' }),
    /** What staff call it in the contest; null: the letter of its place. For people to read: no address has it. */
    label: text('label'),
    /** The problem's slug when the contest finished, by which its standings name the column. Null until then. */
    finalSlug: text('final_slug'),
    /** Its title then: what a later contest calls it is not told here. Null where an earlier version finished it. */
    finalTitle: text('final_title'),
    /** Columns of the same position stand in the natural order of their slugs. */
    position: integer('position').notNull().default(0),
    /** What a full score is worth in the contest. */
    points: integer('points').notNull().default(100),
    /** Of its balloons. */
    colour: text('colour', { enum: balloonColours }),
    /**
     * The contest holds the problem: it is nowhere else until the contest has finished, but in others that hold it too.
     * Otherwise it shares it.
     */
    holds: boolean('holds').notNull().default(true),
  },
  (table) => [
    uniqueIndex('contest_problems_problem').on(table.problemId, table.contestId),
    uniqueIndex('contest_problems_label').on(table.contestId, table.label),
    uniqueIndex('contest_problems_final_slug').on(table.contestId, table.finalSlug),
    check('contest_problems_points', sql`${table.points} >= 0`),
  ],
);

/** What is told of its problems when a contest has finished; see server/contests/editorials.ts. */
export const contestEditorials = pgTable(
  'contest_editorials',
  {
    contestId: integer('contest_id')
      .primaryKey()
      .references(() => contests.id, { onDelete: 'cascade' }),
    text: text('text').notNull().default(''),
    pdfBlobId: bigId('pdf_blob_id').references(() => blobs.id),
  },
  (table) => [index('contest_editorials_blob').on(table.pdfBlobId)],
);

/** One participant's standing on one problem of a contest, kept with each submission and verdict. */
export const contestResults = pgTable(
  'contest_results',
  {
    contestId: integer('contest_id')
      .notNull()
      .references(() => contests.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    contestProblemId: integer('contest_problem_id')
      .notNull()
      .references(() => contestProblems.id, { onDelete: 'cascade' }),
    submissionCount: integer('submission_count').notNull(),
    latestSubmissionAt: instant('latest_submission_at').notNull(),
    bestScore: scoreColumn('best_score').notNull(),
    bestSubmissionId: bigId('best_submission_id'),
    /**
     * When that was reached, the time that decides between equal totals: when the first submission with the best score
     * came in, in an ICPC contest the first that was accepted.
     */
    bestScoreAt: instant('best_score_at'),
    /** That submission, which decides who was first in the same millisecond. */
    bestScoreBy: bigId('best_score_by'),
    /** See best-groups.ts. */
    bestGroups: jsonb('best_groups').$type<BestGroups>(),
    /** Of the submissions, those that have a verdict. */
    judgedCount: integer('judged_count').notNull().default(0),
    /** ICPC: the tries before the accepted one, or all, that count against it. */
    wrongCount: integer('wrong_count').notNull().default(0),
    /**
     * The same, of what was submitted before the freeze alone. Null, all of them: nothing was submitted since, and the
     * others tell it.
     */
    frozenSubmissionCount: integer('frozen_submission_count'),
    frozenBestScore: scoreColumn('frozen_best_score'),
    frozenBestScoreAt: instant('frozen_best_score_at'),
    frozenBestScoreBy: bigId('frozen_best_score_by'),
    frozenJudgedCount: integer('frozen_judged_count'),
    frozenWrongCount: integer('frozen_wrong_count'),
    /** The transaction that wrote the row last, set by a trigger: by it a kept board finds what is new to it. */
    changedIn: transactionId('changed_in').notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    primaryKey({ columns: [table.contestProblemId, table.userId] }),
    index('contest_results_contest').on(table.contestId, table.changedIn),
    index('contest_results_user').on(table.userId),
    // For who solved each problem first.
    index('contest_results_full')
      .on(table.contestId, table.contestProblemId)
      .where(sql.raw(`best_score = ${fullScore}`)),
  ],
);

/** The final standings, stored once when a contest finishes; whatever is rejudged later does not change them. */
export const contestStandings = pgTable(
  'contest_standings',
  {
    contestId: integer('contest_id')
      .notNull()
      .references(() => contests.id, { onDelete: 'cascade' }),
    /** Which equals share, where the format does not tell them apart. */
    place: integer('place').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    totalScore: totalColumn('total_score').notNull(),
    /** ICPC: in minutes. */
    penalty: integer('penalty'),
    /** By the columns' final slugs. */
    detailedScores: jsonb('detailed_scores').$type<ContestScoreboardEntry['detailed_scores']>().notNull(),
    /** How the total grew, as everybody is told. Null where an earlier version finished the contest. */
    progress: jsonb('progress').$type<ContestProgressLine['points']>(),
    /** Every try with what it came to; see contest-formats/trace.ts. Null as above. */
    history: jsonb('history').$type<TracedStep[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.contestId, table.place, table.userId] }),
    uniqueIndex('contest_standings_user').on(table.userId, table.contestId),
  ],
);

/** One person takes a finished contest by themselves; see virtual-runs.ts. */
export const virtualRuns = pgTable(
  'virtual_runs',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    contestId: integer('contest_id')
      .notNull()
      .references(() => contests.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    startedAt: instant('started_at').notNull(),
    /** From here on nothing more is taken: when its time is up, or when its owner ended it. */
    endsAt: instant('ends_at').notNull(),
    /** When its submissions began to count as any others; null until then. */
    closedAt: instant('closed_at'),
  },
  (table) => [
    uniqueIndex('virtual_runs_contest_user').on(table.contestId, table.userId),
    index('virtual_runs_user').on(table.userId),
    index('virtual_runs_open').on(table.endsAt).where(sql`${table.closedAt} is null`),
  ],
);

/** A contest in figures, as they were when it had finished; see contest-statistics.ts. */
export const contestStatistics = pgTable('contest_statistics', {
  contestId: integer('contest_id')
    .primaryKey()
    .references(() => contests.id, { onDelete: 'cascade' }),
  figures: jsonb('figures').$type<KeptFigures>().notNull(),
});

/**
 * What participants ask in a contest, and what staff answer; see server/questions/. The ids are random: numbers that
 * are counted up would tell everybody who asks how much the others do.
 */
export const questions = pgTable(
  'questions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    contestId: integer('contest_id')
      .notNull()
      .references(() => contests.id, { onDelete: 'cascade' }),
    /** Null once the account is gone: what was answered to all stays, the rest goes with it. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Null: about the contest as a whole. */
    contestProblemId: integer('contest_problem_id').references(() => contestProblems.id, {
      onDelete: 'cascade',
    }),
    text: text('text').notNull(),
    askedAt: instant('asked_at').notNull(),
    /** Who is about to answer it, until when. */
    claimedBy: integer('claimed_by').references(() => users.id, { onDelete: 'set null' }),
    claimedUntil: instant('claimed_until'),
    answer: text('answer'),
    /** Answered to all: from then on everybody in the contest sees question and answer, without the asker. */
    isPublic: boolean('is_public').notNull().default(false),
    answeredBy: integer('answered_by').references(() => users.id, { onDelete: 'set null' }),
    answeredAt: instant('answered_at'),
    /** When the answer was last changed after it had been given. */
    editedAt: instant('edited_at'),
    /** 0 until there is an answer, then raised with each change of it. */
    answerVersion: integer('answer_version').notNull().default(0),
    /** Made by the page that asked: sent again because no answer came, it is asked once. */
    requestKey: uuid('request_key'),
  },
  (table) => [
    uniqueIndex('questions_request').on(table.contestId, table.userId, table.requestKey),
    index('questions_asker').on(table.contestId, table.userId),
    index('questions_public').on(table.contestId, table.answeredAt).where(sql`${table.isPublic}`),
    index('questions_open').on(table.askedAt).where(sql`${table.answer} is null`),
    index('questions_answered').on(table.answeredAt).where(sql`${table.answer} is not null`),
    index('questions_user').on(table.userId),
    index('questions_claimed_by').on(table.claimedBy).where(sql`${table.claimedBy} is not null`),
    index('questions_answered_by').on(table.answeredBy).where(sql`${table.answeredBy} is not null`),
    index('questions_problem').on(table.contestProblemId).where(sql`${table.contestProblemId} is not null`),
  ],
);

/** What staff tell everybody in a contest. */
export const announcements = pgTable(
  'announcements',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    contestId: integer('contest_id')
      .notNull()
      .references(() => contests.id, { onDelete: 'cascade' }),
    /** Pinned to a problem: also shown on its page. Nobody but staff hears of it before the start. */
    contestProblemId: integer('contest_problem_id').references(() => contestProblems.id, {
      onDelete: 'cascade',
    }),
    text: text('text').notNull(),
    /** What Minos itself says by it; null once somebody has written it, or changed it. */
    said: wordsColumn<keyof AnnouncedWords>('said'),
    postedBy: integer('posted_by').references(() => users.id, { onDelete: 'set null' }),
    postedAt: instant('posted_at').notNull(),
    editedAt: instant('edited_at'),
    version: integer('version').notNull().default(1),
    /** As in questions. */
    requestKey: uuid('request_key'),
  },
  (table) => [
    uniqueIndex('announcements_request').on(table.contestId, table.postedBy, table.requestKey),
    index('announcements_contest').on(table.contestId, table.postedAt),
    index('announcements_posted_by').on(table.postedBy).where(sql`${table.postedBy} is not null`),
    index('announcements_problem')
      .on(table.contestProblemId)
      .where(sql`${table.contestProblemId} is not null`),
  ],
);

/** Which version of an announcement or an answer somebody has had before their eyes. */
export const contestReads = pgTable(
  'contest_reads',
  {
    contestId: integer('contest_id')
      .notNull()
      .references(() => contests.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of a question or an announcement; neither goes before the contest or the only person who could read it. */
    itemId: uuid('item_id').notNull(),
    version: integer('version').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.userId] }),
    index('contest_reads_contest').on(table.contestId),
    index('contest_reads_user').on(table.userId),
  ],
);

/** What was judged since the instance began, counted with each verdict; see store/judge-totals.ts. */
export const judgeTotals = pgTable(
  'judge_totals',
  {
    name: text('name').notNull(),
    label: text('label').notNull(),
    value: bigId('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.label] })],
);

/** The same of each machine, by the minute of the verdict; kept for a day. See store/judge-minutes.ts. */
export const judgeMinutes = pgTable(
  'judge_minutes',
  {
    minute: instant('minute').notNull(),
    judgedBy: text('judged_by').notNull(),
    verdicts: integer('verdicts').notNull(),
    judgingMs: bigId('judging_ms').notNull(),
    waitedMs: bigId('waited_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.minute, table.judgedBy] })],
);

/** See store/revisions.ts. */
export const revisions = pgTable('revisions', {
  name: text('name').primaryKey(),
  value: bigId('value').notNull(),
});

/** The judge machines, each row kept by its own worker; see store/workers.ts. */
export type WorkerLanguages = Partial<Record<LanguageId, InstalledLanguage | Missing>>;

/** Of packages all that are known, allowed or not; a machine that is not updated yet tells of none. */
export interface InstalledLanguage extends Omit<InstalledFacts, 'packages'> {
  readonly packages?: Partial<Record<PackageId, { readonly version: string } | Missing>>;
}

export interface Missing {
  readonly missing: StoredWords<keyof FaultWords>;
}

export const workers = pgTable(
  'workers',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    state: text('state', { enum: workerStates }).notNull(),
    reason: wordsColumn<keyof MachineWords>('reason'),
    cores: integer('cores').notNull(),
    coresBusy: integer('cores_busy').notNull().default(0),
    compiler: text('compiler').notNull().default(''),
    sandbox: text('sandbox').notNull().default(''),
    /** What it has of each language, or why it has none. Empty until it has looked. */
    languages: jsonb('languages').$type<WorkerLanguages>().notNull().default({}),
    architecture: text('architecture').notNull(),
    version: text('version').notNull(),
    startedAt: instant('started_at').notNull().defaultNow(),
    seenAt: instant('seen_at').notNull().defaultNow(),
  },
  (table) => [check('workers_state', sql`${table.state} in ('checking', 'ready', 'refused', 'draining')`)],
);
