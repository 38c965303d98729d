import { z } from 'zod';
import { defineCall } from './call.ts';
import { wordsBeside } from './words-beside.ts';

const timestamp = z.iso.datetime();

/** How many of each kind of trouble are told; the first of them says enough. */
export const troublesTold = 8;

const overview = z.object({
  queue: z.object({
    waiting: z.int(),
    judging: z.int(),
    oldest_waiting_since: timestamp.nullable(),
    /** Nobody waits for these. */
    rejudging: z.int(),
    importing: z.int(),
  }),
  /** What was judged in the last hour; minutes without a verdict are left out. */
  minutes: z.array(
    z.object({
      at: timestamp,
      verdicts: z.int(),
      /** On average, from submitting until the judgement began. */
      waited_ms: z.int(),
    }),
  ),
  /** By machine, in the same hour. */
  machines: z.array(z.object({ name: z.string(), verdicts: z.int() })),
  without_tests: z.object({
    count: z.int(),
    /** The visible ones first. */
    problems: z.array(z.object({ id: z.string(), title: z.string(), is_visible: z.boolean() })),
  }),
  failed_imports: z.array(
    z.object({
      problem_id: z.string(),
      /** It was to come to be with these test cases. */
      is_unmade: z.boolean(),
      message: z.string(),
      message_words: wordsBeside,
      at: timestamp,
    }),
  ),
  /** The latest archives of problems that were imported, or tried to: their pages may be closed by now. */
  archive_imports: z.array(
    z.object({
      /** By which every problem of it is told: `GET /admin/upload-progress/:jobId`. */
      job_id: z.string(),
      file_name: z.string().nullable(),
      /** Null: the account is gone. */
      requested_by: z.string().nullable(),
      at: timestamp,
      /** How many of its problems were made, changed and refused; or why the archive could not be read. */
      message: z.string(),
      message_words: wordsBeside,
      refused: z.int(),
      /** The first of these. */
      refusals: z.array(
        z.object({
          /** In the archive; '' when it holds one problem only. */
          folder: z.string(),
          /** That it was to have; '' where none could be made. */
          id: z.string(),
          message: z.string(),
          message_words: wordsBeside,
        }),
      ),
    }),
  ),
  judge_faults: z.array(
    z.object({
      submission_id: z.int(),
      problem_id: z.string(),
      judged_by: z.string().nullable(),
      fault: z.string(),
      fault_words: wordsBeside,
      at: timestamp,
    }),
  ),
});
export type Overview = z.infer<typeof overview>;

export const getOverview = defineCall({
  method: 'GET',
  path: '/admin/overview',
  summary:
    'The state of the place: what waits, what was judged in the last hour, what is missing, what failed',
  response: overview,
});
