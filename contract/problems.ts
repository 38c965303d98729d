import { z } from 'zod';
import { defineCall } from './call.ts';
import { contestFeedbacks, feedbacks } from './feedback.ts';
import { problemIdInAddress, problemIdSchema, uuidInAddress } from './ids.ts';
import { importReport } from './import-report.ts';
import { allowedLanguagesSchema, languageLimitsSent, languageLimitsTold } from './language-limit-schemas.ts';
import { limits } from './limits.ts';
import { importedProblem } from './packages.ts';
import { placeInContest } from './place-in-contest.ts';
import { languageIds } from './programs.ts';
import { scoreSchema } from './score-schemas.ts';
import { finishedStatuses } from './statuses.ts';
import { lineOfText } from './texts.ts';
import { rule } from './words.ts';
import { wordsBeside } from './words-beside.ts';

const problemParams = z.object({ problemId: problemIdInAddress });
const adminProblemParams = z.object({ id: problemIdInAddress });

const timestamp = z.iso.datetime();

export const problemWithStats = z.object({
  id: z.string(),
  title: z.string(),
  author: z.string(),
  /** Not shown to others in the place where it is read; nobody but staff gets such a problem at all. */
  is_hidden: z.boolean(),
  submission_count: z.int(),
  latest_submission_at: timestamp.nullable(),
  /** Null where the problem does not tell its scores, as the status then is; the results are empty. */
  best_score: scoreSchema.nullable(),
  best_submission_status: z.enum(finishedStatuses).nullable(),
  /** One a test; `Hidden` for those whose results are not told. */
  best_submission_results: z.array(z.object({ status: z.string() })),
  /** Where it is read in a contest. */
  in_contest: placeInContest.nullable(),
});
export type ProblemWithStats = z.infer<typeof problemWithStats>;

export const problemDetail = problemWithStats.extend({
  time_limit_ms: z.int(),
  memory_limit_mb: z.int(),
  has_pdf: z.boolean(),
  /** What can be submitted in here and now, with the limits that its programs are judged by. */
  languages: z.array(z.object({ id: z.enum(languageIds), time_limit_ms: z.int(), memory_limit_mb: z.int() })),
  /** As its form has it; a contest may allow less. Null: all that are judged here. */
  allowed_languages: z.array(z.enum(languageIds)).nullable(),
  /** What it says of single languages. */
  language_limits: languageLimitsTold,
  /** In a contest its contestants see only the status of each test until that has finished. */
  withholds_run_facts: z.boolean(),
  /** What contestants see of their submissions to it here: a contest may keep back more than the problem does. */
  feedback: z.enum(contestFeedbacks),
  /** Of the caller’s last submission, to whatever problem: what their editor begins with on a device that knows no later choice. */
  last_language: z.object({ id: z.enum(languageIds), at: z.iso.datetime() }).nullable(),
  /** The groups of the tests in force with the caller’s best in each. Empty where there are none, or no scores are told. */
  groups: z.array(
    z.object({
      name: z.string(),
      points: z.number(),
      within: z.string().nullable(),
      /** The most that one of the caller’s submissions earned in it; null until one is judged with these tests. */
      best: z.number().nullable(),
    }),
  ),
});
export type ProblemDetail = z.infer<typeof problemDetail>;

/** More attempts than this are not counted: the list must not read a million rows. */
export const attemptsCounted = 1000;

const adminProblem = z.object({
  id: z.string(),
  title: z.string(),
  is_visible: z.boolean(),
  /** Submissions are skipped until it has some. */
  has_tests: z.boolean(),
  tests: z.int(),
  groups: z.int(),
  time_limit_ms: z.int(),
  memory_limit_mb: z.int(),
  has_pdf: z.boolean(),
  /** The contest that has it, or had it last. */
  contest: z.object({ id: z.int(), title: z.string(), is_over: z.boolean() }).nullable(),
  /** Submissions to it, wherever they were made; never more than `attemptsCounted`. */
  attempts: z.int(),
  /** How the latest import of test cases stands, when that is not completed. */
  import: z.enum(['running', 'failed']).nullable(),
});
export type AdminProblem = z.infer<typeof adminProblem>;

const limitInteger = (least: number, most: number, message: string) =>
  z.coerce.number(message).int(message).min(least, message).max(most, message);

const problemData = z.object({
  id: problemIdSchema,
  title: lineOfText(
    'problem_title',
    rule('problem_title_required'),
    limits.problemTitleMax,
    rule('problem_title_long'),
  ),
  /** A username of the author list, or the problem's present author as its detail names them, if only by ''. */
  author: z.string(rule('author_required')).trim().max(limits.usernameMax),
  time_limit_ms: limitInteger(limits.timeLimitMinMs, limits.timeLimitMaxMs, rule('time_limit_range')),
  memory_limit_mb: limitInteger(limits.memoryLimitMinMb, limits.memoryLimitMaxMb, rule('memory_limit_range')),
  /** Absent: as it is, or false for a new problem. */
  withholds_run_facts: z.boolean(rule('withholds_run_facts_boolean')).optional(),
  /** Absent: as it is, or everything for a new problem. */
  feedback: z.enum(feedbacks, rule('feedback_unknown')).optional(),
  /** Absent: as it is, or all for a new problem. */
  allowed_languages: allowedLanguagesSchema.optional(),
  /** Absent: as it is, or nothing for a new problem. */
  language_limits: languageLimitsSent.optional(),
});

/** Where there is only room for a text. */
const languageLimitsInAddress = z
  .string()
  .max(5000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: rule('invalid_request') });
      return z.NEVER;
    }
  })
  .pipe(languageLimitsSent);

export const uploadStatuses = ['pending', 'uploading', 'processing', 'completed', 'failed'] as const;

/**
 * `tests`: an archive for a problem that is there. `packages`: an archive of problems. `preview`: the same, only looked
 * at. `trial`: the jury's solutions are judged again, since the limits are to change or the compiler has.
 */
export const importKinds = ['tests', 'packages', 'preview', 'trial'] as const;
export type ImportKind = (typeof importKinds)[number];

const uploadProgress = z.object({
  kind: z.enum(importKinds),
  status: z.enum(uploadStatuses),
  message: z.string(),
  message_words: wordsBeside,
  progress: z.int(),
  total: z.int(),
  report: importReport.nullable(),
  /** When it has ended: what became of each problem of a package. Absent where tests alone were imported. */
  problems: z.array(importedProblem).optional(),
});
export type UploadProgress = z.infer<typeof uploadProgress>;

const lastImport = uploadProgress.extend({ job_id: z.string(), started_at: timestamp });
export type LastImport = z.infer<typeof lastImport>;

export const listProblems = defineCall({
  method: 'GET',
  path: '/problems-with-stats',
  summary: 'The visible problems, for staff the hidden ones too, with the caller’s own results',
  response: z.array(problemWithStats),
});

export const getProblem = defineCall({
  method: 'GET',
  path: '/problems/:problemId',
  summary: 'One problem, with the caller’s own results',
  params: problemParams,
  response: problemDetail,
});

/** Answers with the file itself. */
export const problemPdf = defineCall({
  method: 'GET',
  path: '/problems/:problemId/pdf',
  summary: 'The statement',
  params: problemParams,
});

export const listAdminProblems = defineCall({
  method: 'GET',
  path: '/admin/problems',
  summary: 'All problems',
  response: z.array(adminProblem),
});

export const createProblem = defineCall({
  method: 'POST',
  path: '/admin/problems',
  creates: true,
  summary:
    'Create a problem; with files_follow it comes to be when the upload that follows is in force, and not at all when that fails',
  body: problemData.extend({ files_follow: z.boolean().optional() }),
  response: z.object({ id: z.string() }),
});

export const updateProblem = defineCall({
  method: 'PUT',
  path: '/admin/problems/:id',
  summary:
    'Change a problem, and its id when another is given: the old one leads to it until it is taken. Other limits come into force when the jury’s solutions agree with them, if there are any',
  params: adminProblemParams,
  body: problemData.extend({
    id: problemIdSchema.optional(),
    /** An upload of tests follows that names these limits: they come into force with the tests, or not at all. */
    files_follow: z.boolean().optional(),
  }),
  response: z.object({
    id: z.string(),
    /** The trial of other limits, watched as an upload is; absent where they are in force at once. */
    trialJobId: z.string().optional(),
  }),
});

export const deleteProblem = defineCall({
  method: 'DELETE',
  path: '/admin/problems/:id',
  summary: 'Delete a problem with its tests and submissions',
  params: adminProblemParams,
});

export const setProblemVisibility = defineCall({
  method: 'PUT',
  path: '/admin/problems/:id/visibility',
  summary: 'Show or hide a problem',
  params: adminProblemParams,
  body: z.object({ isVisible: z.boolean() }),
  response: adminProblem,
});

/** Not below /admin/problems: a problem may be called whatever it likes. */
export const setVisibilityOfMany = defineCall({
  method: 'PUT',
  path: '/admin/problem-visibility',
  summary: 'Show or hide problems; answers with those that were not so before. Unknown ones are left out',
  body: z.object({
    problemIds: z.array(problemIdSchema).max(limits.visibilityChangesMax),
    isVisible: z.boolean(),
  }),
  response: z.object({ changed: z.array(z.string()) }),
});

export const uploadAnswer = z.object({ jobId: z.string().nullable() });
export const uploadProblemFiles = defineCall({
  method: 'POST',
  path: '/admin/problems/:id/upload',
  creates: true,
  summary:
    'Upload a statement (problemPdf) and an archive of tests (testcasesZip), as multipart/form-data; or take the archive that a preview has',
  params: adminProblemParams,
  query: z.object({
    /** The preview. */
    previewed: uuidInAddress.optional(),
    /** To be judged with, and put in force with the tests; absent: as they are. */
    ...problemData.pick({ time_limit_ms: true, memory_limit_mb: true }).partial().shape,
    language_limits: languageLimitsInAddress.optional(),
  }),
  response: uploadAnswer,
});

export const getUploadProgress = defineCall({
  method: 'GET',
  path: '/admin/upload-progress/:jobId',
  summary: 'How far an upload’s import is',
  params: z.object({ jobId: uuidInAddress }),
  response: uploadProgress,
});

export const cancelImport = defineCall({
  method: 'DELETE',
  path: '/admin/upload-progress/:jobId',
  summary: 'Cancel an upload’s import that waits or is under way; the tests in force before stay in force',
  params: z.object({ jobId: uuidInAddress }),
});

export const getLastImport = defineCall({
  method: 'GET',
  path: '/admin/problems/:id/import',
  summary: 'The latest import of test cases, under way or ended, or null when there was none',
  params: adminProblemParams,
  response: lastImport.nullable(),
});

export const getTestSet = defineCall({
  method: 'GET',
  path: '/admin/problems/:id/tests',
  summary: 'The report of the tests in force, or null when there are none',
  params: adminProblemParams,
  response: importReport.nullable(),
});

const problemFiles = z.object({
  statement: z.object({ bytes: z.int(), stored_at: timestamp.nullable() }).nullable(),
  tests: importReport
    .pick({ tests: true, groups: true, samples: true, checker: true, checker_words: true })
    .extend({
      /** The first set of a problem is 1. */
      version: z.int(),
      imported_at: timestamp,
    })
    .nullable(),
});
export type FilesInForce = z.infer<typeof problemFiles>;

export const getFilesInForce = defineCall({
  method: 'GET',
  path: '/admin/problems/:id/files',
  summary: 'The statement and the tests in force: how large, how many, since when',
  params: adminProblemParams,
  response: problemFiles,
});

/** More submissions than this are not counted, nor judged again at once. */
export const rejudgedAtOnce = 10_000;

const verdict = z.object({ status: z.enum(finishedStatuses), score: scoreSchema });

const rejudgeSummary = z.object({
  requested_at: timestamp,
  /** Null: the account is gone. */
  requested_by: z.string().nullable(),
  total: z.int(),
  waiting: z.int(),
  /** The judge gave up on them: what was in force stays. */
  given_up: z.int(),
  changed: z.int(),
  /** What became of which verdicts, the most frequent change first; those that stayed are left out. */
  changes: z.array(z.object({ before: verdict.shape.status, after: verdict.shape.status, count: z.int() })),
  /** The newest that have another verdict or score. */
  submissions: z.array(
    z.object({
      id: z.int(),
      username: z.string(),
      contest_id: z.int().nullable(),
      before: verdict.nullable(),
      after: verdict,
    }),
  ),
});
export type RejudgeSummary = z.infer<typeof rejudgeSummary>;

export const getRejudge = defineCall({
  method: 'GET',
  path: '/admin/problems/:id/rejudge',
  summary:
    'How many submissions were judged with other tests than those in force, and what the latest rejudge changed',
  params: adminProblemParams,
  response: z.object({
    /** At most `rejudgedAtOnce`. */
    outdated: z.int(),
    latest: rejudgeSummary.nullable(),
  }),
});
export type ProblemRejudge = z.infer<typeof getRejudge.response>;

export const rejudgeProblem = defineCall({
  method: 'POST',
  path: '/admin/problems/:id/rejudge',
  creates: true,
  summary:
    'Judge again what was judged with other tests than those in force; each verdict stays until there is another',
  params: adminProblemParams,
  response: z.object({ requested: z.int() }),
});
