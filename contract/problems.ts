import { z } from 'zod';
import { defineCall } from './call.ts';
import { problemIdInAddress, problemIdPattern, uuidInAddress } from './ids.ts';
import { limits } from './limits.ts';
import { scoreSchema } from './scores.ts';
import { finishedStatuses } from './statuses.ts';
import { lineOfText } from './texts.ts';
import { type CheckerNames, type IgnoredReasons, rule, type StoredWords, wordsBeside } from './words.ts';

/** A problem's id is part of addresses and chosen by staff, so it is kept to what needs no escaping. */
export const problemIdSchema = z
  .string(rule('problem_id_required'))
  .trim()
  .min(1, rule('problem_id_required'))
  .max(limits.problemIdMax, rule('problem_id_long'))
  .regex(problemIdPattern, rule('problem_id_characters'));

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
  best_score: scoreSchema,
  best_submission_status: z.enum(finishedStatuses).nullable(),
  best_submission_results: z.array(z.object({ status: z.string() })),
});
export type ProblemWithStats = z.infer<typeof problemWithStats>;

export const problemDetail = problemWithStats.extend({
  time_limit_ms: z.int(),
  memory_limit_mb: z.int(),
  has_pdf: z.boolean(),
  /** In a contest its contestants see only the status of each test until that has finished. */
  withholds_run_facts: z.boolean(),
});
export type ProblemDetail = z.infer<typeof problemDetail>;

const adminProblem = z.object({
  id: z.string(),
  title: z.string(),
  is_visible: z.boolean(),
  /** Submissions are skipped until it has some. */
  has_tests: z.boolean(),
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
});

export const uploadStatuses = ['pending', 'uploading', 'processing', 'completed', 'failed'] as const;

/** What an import made of an archive: every entry is paired, or ignored with a reason. */
export const importReport = z.object({
  tests: z.int(),
  groups: z.int(),
  /** In several groups; absent in reports of earlier releases. */
  shared_tests: z.int().optional(),
  samples: z.int(),
  largest_file: z.object({ name: z.string(), bytes: z.int() }).nullable(),
  checker: z.string(),
  checker_words: wordsBeside,
  paired: z.array(z.object({ test: z.string(), input: z.string(), answer: z.string() })),
  ignored: z.array(z.object({ name: z.string(), reason: z.string(), reason_words: wordsBeside })),
});
export type ImportReport = z.infer<typeof importReport>;

/** The same as it is kept. */
export interface StoredReport extends Omit<ImportReport, 'checker' | 'checker_words' | 'ignored'> {
  checker: StoredWords<keyof CheckerNames>;
  ignored: { name: string; reason: StoredWords<keyof IgnoredReasons> }[];
}

const uploadProgress = z.object({
  status: z.enum(uploadStatuses),
  message: z.string(),
  message_words: wordsBeside,
  progress: z.int(),
  total: z.int(),
  report: importReport.nullable(),
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
  summary: 'Create a problem',
  body: problemData,
  response: z.object({ id: z.string() }),
});

export const updateProblem = defineCall({
  method: 'PUT',
  path: '/admin/problems/:id',
  summary: 'Change a problem, and its id when another is given: the old one leads to it until it is taken',
  params: adminProblemParams,
  body: problemData.extend({ id: problemIdSchema.optional() }),
  response: z.object({ id: z.string() }),
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

export const uploadAnswer = z.object({ jobId: z.string().nullable() });
export const uploadProblemFiles = defineCall({
  method: 'POST',
  path: '/admin/problems/:id/upload',
  creates: true,
  summary: 'Upload a statement (problemPdf) and an archive of tests (testcasesZip), as multipart/form-data',
  params: adminProblemParams,
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
