import { z } from 'zod';
import { defineCall } from './call.ts';
import { contestFeedbacks } from './feedback.ts';
import {
  bigIdInAddress,
  idInAddress,
  idInBody,
  pageStart,
  problemIdInAddress,
  problemIdSchema,
} from './ids.ts';
import { limits } from './limits.ts';
import { byteLength, languageIds } from './programs.ts';
import { requestKey } from './request-key.ts';
import { scoreSchema, totalScoreSchema } from './score-schemas.ts';
import { finishedStatuses, overallStatuses, testStatuses, toldStatuses } from './statuses.ts';
import { rule } from './words.ts';
import { wordsBeside } from './words-beside.ts';

export const submission = z.object({
  id: z.int(),
  submitted_at: z.iso.datetime(),
  username: z.string(),
  problem_id: z.string(),
  problem_title: z.string(),
  /**
   * `Judged`, with a score of null, where verdict and score are kept back, and `Received` where nothing at all is told.
   * `Frozen`, likewise, of others' submissions after the freeze of a contest's scoreboard, whether they are judged or not.
   */
  overall_status: z.enum(toldStatuses),
  score: scoreSchema.nullable(),
  language: z.enum(languageIds),
  /** How far judging is, for a list that shows "Running 7/20"; 0 of 0 where the problem keeps that to itself. */
  tests_done: z.int(),
  tests_total: z.int(),
  /**
   * The first test that did not pass, while the others are still judged. For those who may see the code and all results,
   * null for others.
   */
  first_failure: z.object({ testCase: z.int(), status: z.enum(testStatuses) }).nullable(),
  /** Whether the caller may see the code. */
  can_view: z.boolean(),
});
export type Submission = z.infer<typeof submission>;

const resultItem = z.object({
  testCase: z.int(),
  status: z.string(),
  /** Null when withheld, as is the reason then. */
  timeMs: z.int().nullable(),
  memoryKb: z.int().nullable(),
  /** Why: an exit code, a signal, a limit. */
  reason: z.string().nullable(),
  reasonWords: wordsBeside,
  /** What the checker said: for staff, null for others, since it may quote the answer. */
  checkerMessage: z.string().nullable(),
  checkerWords: wordsBeside,
  /** In a Wrong Answer on a sample, which is public: the first line that differs. Null for all other tests. */
  difference: z.string().nullable(),
  differenceWords: wordsBeside,
});
export type ResultItem = z.infer<typeof resultItem>;

/** One of the groups that a problem's tests are scored in, as one submission has done in it. */
const submissionGroup = z.object({
  name: z.string(),
  /** As whoever set the problem wrote them; 0 for what counts nothing, such as samples. */
  points: z.number(),
  /** Of these points, rounded down to the hundredth. Null until the verdict, as the status. */
  earned: z.number().nullable(),
  status: z.enum(finishedStatuses).nullable(),
  /** The group that it is a part of: an earlier one. Null: it counts in the score itself. */
  within: z.string().nullable(),
  /**
   * The tests in it, as ranges of their numbers from the first to the last, without those of the groups within it. One may
   * be in several groups.
   */
  tests: z.array(z.tuple([z.int(), z.int()])),
});
export type SubmissionGroup = z.infer<typeof submissionGroup>;

const timestamp = z.iso.datetime();

/** For staff: one of a submission's judgements, and with what it was made. */
const judgement = z.object({
  id: z.int(),
  status: z.enum(overallStatuses),
  score: scoreSchema.nullable(),
  is_in_force: z.boolean(),
  is_rejudge: z.boolean(),
  requested_at: timestamp,
  finished_at: timestamp.nullable(),
  /** Why the judge could not do its work. */
  fault: z.string().nullable(),
  fault_words: wordsBeside,
  /** The tests it ran on, as a number that tells them from others. */
  test_set: z.int().nullable(),
  judged_by: z.string().nullable(),
  /** Null where nothing was judged, and in what earlier versions judged. */
  provenance: z
    .object({
      compiler: z.string(),
      flags: z.array(z.string()),
      sandbox: z.string(),
      time_limit_ms: z.int(),
      memory_limit_mb: z.int(),
    })
    .nullable(),
});
export type Judgement = z.infer<typeof judgement>;

const fullSubmission = submission.extend({
  code: z.string(),
  /** Those that the caller is told of; see `feedback`. */
  results: z.array(resultItem),
  /** Empty where the problem has none, nothing was run, or an earlier version judged it. */
  groups: z.array(submissionGroup),
  /** What the caller is told of it: by the settings of problem and contest, and for staff everything. */
  feedback: z.enum(contestFeedbacks),
  /** Those that it is or was judged by; null where that was not noted. */
  limits: z.object({ time_limit_ms: z.int(), memory_limit_mb: z.int() }).nullable(),
  /** What compiled or ran it, as that says itself; null until then, and where it was not noted. */
  compiler: z.string().nullable(),
  /** For staff, empty for others: the latest, newest first. */
  judgements: z.array(judgement),
  /** The problem is set to tell contestants nothing but each test's status until their contest has finished. */
  run_facts_withheld: z.boolean(),
  /** What the compiler said, for a Compilation Error. */
  compiler_output: z.string().nullable(),
  compiler_words: wordsBeside,
  /** Why it was Skipped; staff see the real cause of a judge's fault. */
  reason: z.string().nullable(),
  reason_words: wordsBeside,
  /**
   * For staff, null for others: a rejudge whose verdict is not in force. Either it is under way, or the judge has given
   * up on it, for the reason told, and all the rest stays as it was.
   */
  rejudge: z
    .object({ status: z.enum(overallStatuses), fault: z.string().nullable(), fault_words: wordsBeside })
    .nullable(),
});
export type FullSubmission = z.infer<typeof fullSubmission>;

export const submit = defineCall({
  method: 'POST',
  path: '/submit',
  creates: true,
  rawText: ['code'],
  summary: 'Submit a program',
  body: z.object({
    problemId: problemIdSchema,
    language: z.enum(languageIds, rule('language_unknown')),
    /** Any characters at all: what is no program ends as Compilation Error, not as a refusal. */
    code: z
      .string(rule('code_required'))
      .min(1, rule('code_required'))
      .refine((code) => byteLength(code) <= limits.sourceMaxBytes, rule('code_long')),
    contestId: idInBody.optional(),
    ...requestKey,
  }),
  response: z.object({ id: z.int() }),
});

export const listSubmissions = defineCall({
  method: 'GET',
  path: '/submissions',
  summary: 'Submissions, newest first',
  query: z.object({
    filter: z.literal('mine').optional(),
    problemId: problemIdInAddress.optional(),
    contestId: idInAddress.optional(),
    verdict: z.enum(finishedStatuses).optional(),
    language: z.enum(languageIds).optional(),
    /** For staff: whose, by their name. */
    username: z.string().max(limits.usernameMax).optional(),
    /** Only those with a smaller id than this: the next page. */
    before: pageStart.optional(),
    /** Only those with a greater id: the nearest ones. */
    after: pageStart.optional(),
    limit: z.coerce.number().int().min(1).max(limits.submissionPageMax).default(limits.submissionPageMax),
  }),
  response: z.array(submission),
});

export const getSubmission = defineCall({
  method: 'GET',
  path: '/submissions/:id',
  summary: 'One submission with its code and results: for its owner and staff',
  params: z.object({ id: bigIdInAddress }),
  query: z.object({ contestId: idInAddress.optional() }),
  response: fullSubmission,
});

export const rejudgeSubmission = defineCall({
  method: 'POST',
  path: '/admin/submissions/:id/rejudge',
  summary:
    'Judge a submission again, with the tests now in force; its verdict stays until there is another, and one that waits to be judged stays as it is',
  params: z.object({ id: bigIdInAddress }),
});

export const getScoreboard = defineCall({
  method: 'GET',
  path: '/scoreboard',
  summary: 'Everyone with a judged submission, best first',
  response: z.array(
    z.object({ username: z.string(), problems_solved: z.int(), total_score: totalScoreSchema }),
  ),
});
