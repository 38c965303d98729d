/** Problems that come as packages and go out as such, and what the jury's solutions say of a version of a problem. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { type Feedback, feedbacks } from './feedback.ts';
import { problemIdInAddress, uuidInAddress } from './ids.ts';
import { importReport, type StoredReport } from './import-report.ts';
import type { ImportWords } from './import-words.ts';
import type { CompilerWords } from './judge-words.ts';
import { languageLimitsTold } from './language-limit-schemas.ts';
import { limits } from './limits.ts';
import { type LanguageId, languageIds } from './programs.ts';
import { scoreSchema } from './score-schemas.ts';
import { finishedStatuses, testStatuses } from './statuses.ts';
import type { JurySolution } from './test-set-plan.ts';
import { groupRules } from './test-set-plan.ts';
import type { StoredWords, Words } from './words.ts';
import { wordsBeside } from './words-beside.ts';

const testStatus = z.enum(testStatuses);

const demand = z.object({
  permitted: z.array(testStatus).readonly().optional(),
  required: z.array(testStatus).readonly().optional(),
  score: z.tuple([z.number(), z.number()]).readonly().optional(),
  timed: z.literal(false).optional(),
});

/** See `Expectation`. */
const expectation = demand.extend({
  parts: z
    .array(
      demand.extend({
        tests: z.array(z.string()).readonly().optional(),
        group: z.string().optional(),
        message: z.string().optional(),
      }),
    )
    .readonly()
    .optional(),
});

/** How one solution of the jury was judged. */
const seen = z.object({
  status: z.enum(finishedStatuses),
  /** Null: it was not run to the end, since what was expected of it had been seen. */
  score: scoreSchema.nullable(),
  /** A letter a test. */
  results: z.string(),
  slowest_ms: z.int(),
  /** That it was judged by. Absent: the problem's own, as its language gets nothing over that. */
  time_limit_ms: z.int().optional(),
  agrees: z.boolean(),
  /** The first test that ended otherwise than permitted. */
  against: z.object({ test: z.string(), status: testStatus }).nullable(),
  /** Which parts of what was expected did not come out, by their positions; absent: none. */
  unmet_parts: z.array(z.int()).readonly().optional(),
  groups: z.array(z.object({ name: z.string(), points: z.number(), earned: z.number(), status: testStatus })),
});

/** How much longer than permitted those run that are meant to be too slow: their margin is known up to there. */
export const overrunFactor = 2;

const triedSolution = z.object({
  name: z.string(),
  language: z.string().nullable(),
  expected: expectation,
  /** Null: in no language that is judged here. */
  seen: seen.extend({ compiler_output: z.string().nullable(), compiler_words: wordsBeside }).nullable(),
});
export type TriedSolution = z.infer<typeof triedSolution>;

/** What the jury's solutions said of a version of a problem. */
const trial = z.object({
  time_limit_ms: z.int(),
  memory_limit_mb: z.int(),
  /** The time limit was made from the slowest right solution. */
  derived: z.object({ factor: z.number(), slowest: z.string(), slowest_ms: z.int() }).nullable(),
  /** With what they were compiled. */
  compiler: z.string(),
  tried_at: z.iso.datetime(),
  agrees: z.boolean(),
  solutions: z.array(triedSolution),
});
export type Trial = z.infer<typeof trial>;

/** The same as it is kept. */
export interface StoredTrial extends Omit<Trial, 'solutions'> {
  solutions: readonly (Omit<TriedSolution, 'seen'> & {
    seen: (z.infer<typeof seen> & { compilerSaid: StoredWords<keyof CompilerWords> | null }) | null;
  })[];
}

const packagePreview = z.object({
  format: z.string(),
  /** A problem of this id is there: it would be changed. */
  exists: z.boolean(),
  /** Null: the package gives none. */
  time_limit_ms: z.int().nullable(),
  /** The time limit is to be derived: so many times what the slowest right solution takes. */
  time_limit_factor: z.number().nullable(),
  memory_limit_mb: z.int().nullable(),
  /** What contestants are to see; absent: the package says nothing. */
  feedback: z.enum(feedbacks).optional(),
  /** The languages that it takes, and what it says of the limits of some; absent: nothing. */
  allowed_languages: z.array(z.enum(languageIds)).readonly().optional(),
  language_limits: languageLimitsTold.optional(),
  statement: z.string().nullable(),
  texts: z.array(z.string()),
  groups: z.array(
    z.object({
      name: z.string(),
      points: z.number(),
      rule: z.enum(groupRules),
      within: z.string().nullable(),
      depends_on: z.array(z.string()).readonly(),
      tests: z.int(),
    }),
  ),
  solutions: z.array(triedSolution.pick({ name: true, language: true, expected: true })),
  report: importReport,
});
export type PackagePreview = z.infer<typeof packagePreview>;

/** `ready`: it was only looked at. */
export const packageStatuses = ['ready', 'created', 'updated', 'refused'] as const;

export const importedProblem = z.object({
  /** In the archive; '' when it holds one problem only. */
  folder: z.string(),
  id: z.string(),
  title: z.string(),
  status: z.enum(packageStatuses),
  message: z.string(),
  message_words: wordsBeside,
  preview: packagePreview.nullable(),
  trial: trial.nullable(),
  /** Refused by what the jury's solutions say alone: staff may put it in force all the same. */
  can_be_forced: z.boolean(),
});
export type ImportedProblem = z.infer<typeof importedProblem>;

/** The same as it is kept with the import. */
export interface StoredPackage {
  readonly folder: string;
  readonly id: string;
  readonly title: string;
  readonly status: (typeof packageStatuses)[number];
  readonly message: Words<keyof ImportWords>;
  readonly preview: (Omit<PackagePreview, 'exists' | 'report'> & { readonly report: StoredReport }) | null;
  /** The version that it became, or would become: it has the trial. */
  readonly testSetId: number | null;
  /** What else comes with that version, where it waits to be put in force. */
  readonly files?: PackagedFiles;
}

export interface PackagedFiles {
  readonly title: string;
  /** Null: the problem keeps the one it has. */
  readonly pdfBlobId: number | null;
  readonly texts: readonly { readonly name: string; readonly blobId: number }[];
  /** Absent: the package says nothing. */
  readonly feedback?: Feedback;
  readonly allowedLanguages?: readonly LanguageId[];
}

/** Which problem of an archive is to have which id; those that are not named are left out. */
export const packageChoice = z.object({ folder: z.string().max(1000), id: z.string().max(200) });
export type PackageChoice = z.infer<typeof packageChoice>;

export type StoredSolution = JurySolution<string>;

export const importPackages = defineCall({
  method: 'POST',
  path: '/admin/packages',
  creates: true,
  summary:
    'Import problems from a ZIP file (package, as multipart/form-data) of one, or of many in folders; with preview=true it is only looked at',
  query: z.object({ preview: z.enum(['true', 'false']).optional() }),
  response: z.object({ jobId: z.string() }),
});

export const savePackages = defineCall({
  method: 'POST',
  path: '/admin/packages/:jobId',
  summary: 'Import the problems that a preview has shown, under these ids',
  params: z.object({ jobId: uuidInAddress }),
  body: z.object({ problems: z.array(packageChoice).min(1).max(limits.archiveMaxProblems) }),
  response: z.object({ jobId: z.string() }),
});

export const forceVersion = defineCall({
  method: 'POST',
  path: '/admin/upload-progress/:jobId/force',
  summary: 'Put in force what the jury’s solutions speak against; it is recorded who did',
  params: z.object({ jobId: uuidInAddress }),
  body: z.object({ folder: z.string().max(1000) }),
});

export const discardVersion = defineCall({
  method: 'POST',
  path: '/admin/upload-progress/:jobId/discard',
  summary: 'Give up what the jury’s solutions speak against; what is in force stays',
  params: z.object({ jobId: uuidInAddress }),
  body: z.object({ folder: z.string().max(1000) }),
});

/** An import of which some versions wait for somebody's decision. */
const waitingImport = z.object({
  job_id: z.string(),
  /** Null: the account is gone. */
  requested_by: z.string().nullable(),
  problem_ids: z.array(z.string()),
});
export type WaitingImport = z.infer<typeof waitingImport>;

/** So many imports at most, the latest: each is kept for a day. */
export const waitingImportsShown = 20;

export const listWaitingImports = defineCall({
  method: 'GET',
  path: '/admin/waiting-imports',
  summary:
    'Imports with problems that the jury’s solutions speak against, and that no problem’s own page tells of: they wait to be put in force or discarded',
  response: z.array(waitingImport),
});

/** Answers with the file itself. */
export const exportProblem = defineCall({
  method: 'GET',
  path: '/admin/problems/:id/package',
  summary: 'The problem as one ZIP file, as it can be imported',
  params: z.object({ id: problemIdInAddress }),
});

/** Answers with the file itself. */
export const exportProblems = defineCall({
  method: 'GET',
  path: '/admin/packages',
  summary: 'Problems as one ZIP file of many: those named in ids, separated by commas, or all',
  query: z.object({ ids: z.string().max(100_000).optional() }),
});

export const getTrial = defineCall({
  method: 'GET',
  path: '/admin/problems/:id/trial',
  summary: 'What the jury’s solutions say of the version in force, and who put it in force against them',
  params: z.object({ id: problemIdInAddress }),
  response: z.object({
    trial: trial.nullable(),
    forced_by: z.string().nullable(),
    forced_at: z.iso.datetime().nullable(),
  }),
});
