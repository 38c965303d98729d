import { z } from 'zod';
import { defineCall } from './call.ts';
import { contestFormats } from './contest-formats.ts';
import { contestEntries, entrySettings, formatSettings } from './contest-settings.ts';
import { contestStatuses } from './contest-status.ts';
import { contestInstant } from './contest-times.ts';
import { contestFeedbacks } from './feedback.ts';
import { contestParams, idInAddress, problemIdInAddress } from './ids.ts';
import { allowedLanguagesSchema } from './language-limit-schemas.ts';
import { limits } from './limits.ts';
import { problemDetail, problemWithStats } from './problems.ts';
import { languageIds } from './programs.ts';
import { requestKey } from './request-key.ts';
import { lineOfText, linesOfText } from './texts.ts';
import { readRule, rule, type Words, words } from './words.ts';

const timestamp = z.iso.datetime();

export const contestSchema = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  start_time: timestamp,
  end_time: timestamp,
  /** By the server's clock at the time of the answer. */
  status: z.enum(contestStatuses),
  participant_count: z.int(),
  problem_count: z.int(),
  is_participant: z.boolean(),
  /** What can be submitted in, as far as its problems take it. Null: all that are judged here. */
  allowed_languages: z.array(z.enum(languageIds)).nullable(),
  /** What contestants see of their submissions until it has finished, where its problems do not keep back more. */
  feedback: z.enum(contestFeedbacks),
  entry: z.enum(contestEntries),
  format: z.enum(contestFormats),
  penalty_minutes: z.int(),
  freeze_minutes: z.int().nullable(),
  /** What is submitted from then on is told as a try, and no more, to all but its owner and staff, until it thaws. */
  freeze_at: timestamp.nullable(),
  thaw_time: timestamp.nullable(),
  /** Frozen, and not thawed yet: by the server's clock at the time of the answer. A frozen contest does not finish. */
  is_frozen: z.boolean(),
  gold_medals: z.int(),
  silver_medals: z.int(),
  bronze_medals: z.int(),
  /** Each has this long, from when they like between start and end. Null: all have the one clock. */
  window_minutes: z.int().nullable(),
  /** Since when all clocks stand still; null: they run. What is still to come moves by as much when they go on. */
  paused_at: timestamp.nullable(),
  /** How long it is for everybody, without pauses. */
  length_ms: z.int(),
  /** When the caller's own clock starts. Null: they do not take part, or have not started their window. */
  own_start: timestamp.nullable(),
  /** When it ends, with the extra minutes. Null: they do not take part, or have not started their window. */
  own_end: timestamp.nullable(),
  own_extra_minutes: z.int(),
});
export type Contest = z.infer<typeof contestSchema>;

/** What of a contest its clock on an open page depends on: told to each person when any of it moves. */
export const contestClockSchema = contestSchema.pick({
  start_time: true,
  end_time: true,
  status: true,
  freeze_at: true,
  thaw_time: true,
  is_frozen: true,
  window_minutes: true,
  paused_at: true,
  length_ms: true,
  own_start: true,
  own_end: true,
  own_extra_minutes: true,
});
export type ContestClock = z.infer<typeof contestClockSchema>;

const contestTimes = z.object({
  startTime: contestInstant('contest_times_required'),
  endTime: contestInstant('contest_times_required'),
});

const contestData = z
  .object({
    title: lineOfText(
      'contest_title',
      rule('contest_title_required'),
      limits.contestTitleMax,
      rule('contest_title_long'),
    ),
    description: linesOfText(
      'contest_description',
      limits.contestDescriptionMax,
      rule('contest_description_long'),
    ).default(''),
    ...contestTimes.shape,
    /** The end that a change was made by: where it is another by now, it is not moved back unseen. */
    seen_end_time: contestInstant('contest_times_required').optional(),
    /** Absent: as it is, or all for a new contest. */
    allowed_languages: allowedLanguagesSchema.optional(),
    ...formatSettings.shape,
    ...entrySettings.shape,
    /** Absent: as it is, or everything for a new contest. */
    feedback: z.enum(contestFeedbacks, rule('contest_feedback_unknown')).optional(),
  })
  .refine(({ startTime, endTime }) => startTime < endTime, rule('contest_end_before_start'));
export type ContestData = z.output<typeof contestData>;
/** As it is sent. */
export type ContestInput = z.input<typeof contestData>;

const newContest = contestData.safeExtend(requestKey);

type ContestField = keyof ContestInput;
export type ContestFormErrors = Partial<Record<ContestField, Words>>;

/**
 * What is wrong with a contest as it was filled in, at each field, in the order in which the form tells it. A new one
 * must also start after `notBefore`. That both times are needed is said once, at the first that is missing.
 */
export function findContestFormErrors(form: ContestInput, notBefore: Date | null): ContestFormErrors {
  const checked = contestData.safeParse(form);
  const errors: ContestFormErrors = {};
  for (const { path, message } of checked.error?.issues ?? []) {
    const said = readRule(message) ?? words('invalid_request');
    const isSaid = Object.values(errors).some(({ code }) => code === said.code);
    // A rule about both times has no field of its own; it is looked at below, whatever else is wrong.
    const [field] = path as ContestField[];
    if (field && !isSaid) errors[field] ??= said;
  }
  const times = contestTimes.safeParse(form).data;
  if (times && times.startTime >= times.endTime) errors.endTime ??= words('contest_end_before_start');
  if (times && form.thaw_time && new Date(form.thaw_time) < times.endTime)
    errors.thaw_time ??= words('contest_thaw_before_end');
  if (times && notBefore && times.startTime <= notBefore) errors.startTime ??= words('contest_start_past');
  return errors;
}

const contestProblemParams = z.object({ contestId: idInAddress, problemId: problemIdInAddress });

export const listContests = defineCall({
  method: 'GET',
  path: '/contests',
  summary: 'All contests: those that run, then the next ones, then the finished, latest first',
  response: z.array(contestSchema),
});

export const getContest = defineCall({
  method: 'GET',
  path: '/contests/:id',
  summary: 'One contest, for its participants and staff',
  params: contestParams,
  response: contestSchema,
});

export const joinContest = defineCall({
  method: 'POST',
  path: '/contests/:id/join',
  summary: 'Take part in a contest that has not ended; joining twice is joining once',
  params: contestParams,
  /** For a contest that is entered by password. */
  body: z.object({ password: z.string().optional() }).nullish(),
  response: contestSchema,
});

export const listContestProblems = defineCall({
  method: 'GET',
  path: '/contests/:id/problems',
  summary: 'The problems of a contest that has started, with the caller’s own results in it',
  params: contestParams,
  response: z.array(problemWithStats),
});

export const getContestProblem = defineCall({
  method: 'GET',
  path: '/contests/:contestId/problems/:problemId',
  summary: 'One problem of a contest that has started, with the caller’s own results in it',
  params: contestProblemParams,
  response: problemDetail,
});

/** Answers with the file itself. */
export const contestProblemPdf = defineCall({
  method: 'GET',
  path: '/contests/:contestId/problems/:problemId/pdf',
  summary: 'The statement, inside a contest',
  params: contestProblemParams,
});

export const listAdminContests = defineCall({
  method: 'GET',
  path: '/admin/contests',
  summary: 'All contests, latest start first',
  response: z.array(contestSchema),
});

export const createContest = defineCall({
  method: 'POST',
  path: '/admin/contests',
  creates: true,
  summary: 'Create a contest that starts in the future',
  body: newContest,
  response: contestSchema,
});

export const updateContest = defineCall({
  method: 'PUT',
  path: '/admin/contests/:id',
  summary:
    'Change a contest: all of it while scheduled, not its start while running, only its texts after its end',
  params: contestParams,
  body: contestData,
  response: contestSchema,
});

export const thawContest = defineCall({
  method: 'POST',
  path: '/admin/contests/:id/thaw',
  summary: 'Show everybody what a frozen scoreboard keeps back; thawing twice is thawing once',
  params: contestParams,
  response: contestSchema,
});

export const deleteContest = defineCall({
  method: 'DELETE',
  path: '/admin/contests/:id',
  summary: 'Delete a contest that is not running: its problems return, its submissions stay as ordinary ones',
  params: contestParams,
});

export const copyContest = defineCall({
  method: 'POST',
  path: '/admin/contests/:id/copy',
  creates: true,
  summary: 'Create a contest with the problems and settings of another; what is sent is as for a new one',
  params: contestParams,
  body: newContest,
  response: contestSchema,
});
