/** What staff watch while a contest is on. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { contestParams } from './ids.ts';
import { placeInContest } from './place-in-contest.ts';
import { scoreSchema } from './score-schemas.ts';
import { finishedStatuses } from './statuses.ts';
import { workerSchema } from './workers.ts';

const timestamp = z.iso.datetime();

/** After how many minutes staff are told that something is wrong: as it comes, where a contest says nothing else. */
export const usualAlarmMinutes = {
  /** The oldest submission waits for that long to be judged. */
  queue_wait: 1,
  /** A question waits for that long for its answer. */
  question_wait: 5,
  /** Problems that nobody has solved are told from here on, of the contest's own time; of personal windows, of the first. */
  unsolved: 60,
  /** A frozen contest without a time for its thaw ended that long ago. */
  thaw_forgotten: 60,
} as const;

/** A day. */
export const alarmMinutesMax = 1440;
const minutes = z.int().min(1).max(alarmMinutesMax);
const alarmMinutes = z.object({
  queue_wait: minutes,
  question_wait: minutes,
  unsolved: minutes,
  thaw_forgotten: minutes,
});
export type AlarmMinutes = z.infer<typeof alarmMinutes>;

/** It was to thaw that long ago: a server would have done it within a second. */
export const thawOverdueMs = 15_000;

/** How many of the latest submissions tell how long people wait. */
export const waitsMeasured = 200;

/** The worst first. */
export const alarmKinds = [
  'paused',
  'no_judge',
  'judge_lost',
  'judge_refused',
  'queue_wait',
  'judge_fault',
  'no_tests',
  'thaw_overdue',
  'thaw_forgotten',
  'question_waiting',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

const alarm = z.object({
  kind: z.enum(alarmKinds),
  /** Null where nobody knows. */
  since: timestamp.nullable(),
  /** Of how many things it speaks. */
  count: z.int(),
  /** What they are called, where they have names: machines, or problems. */
  names: z.array(z.string()),
});
export type Alarm = z.infer<typeof alarm>;

const problem = placeInContest.extend({
  problem_id: z.string(),
  title: z.string(),
  /** Of everybody. */
  tries: z.int(),
  /** Of those that are ranked, as on the scoreboard. */
  tried_by: z.int(),
  solved_by: z.int(),
});

const verdict = z.object({
  submission_id: z.int(),
  user_id: z.int(),
  username: z.string(),
  problem_id: z.string(),
  label: z.string(),
  submitted_at: timestamp,
  overall_status: z.enum(finishedStatuses),
  score: scoreSchema.nullable(),
});

const contestDay = z.object({
  alarms: z.array(alarm),
  alarm_minutes: alarmMinutes,
  /** What was submitted in the last hour of it; minutes without a try are left out. */
  minutes: z.array(z.object({ at: timestamp, count: z.int() })),
  /** When it is over for everybody, those with extra minutes too. */
  last_end: timestamp,
  queue: z.object({
    waiting: z.int(),
    judging: z.int(),
    /** Beside those: what has a verdict, and gets another. */
    rejudging: z.int(),
    oldest_waiting_since: timestamp.nullable(),
    /** Of the latest submissions, until their judgements began. Null: none has begun. */
    median_wait_ms: z.int().nullable(),
    longest_wait_ms: z.int().nullable(),
  }),
  judges: z.array(workerSchema),
  questions: z.object({
    unanswered: z.int(),
    /** Of those, how many somebody is answering. */
    claimed: z.int(),
    oldest_asked_at: timestamp.nullable(),
  }),
  /** In the contest's order. */
  problems: z.array(problem),
  /** Whether it has run for so long that a problem nobody has solved is worth a look. */
  tells_unsolved: z.boolean(),
  /** The newest first. */
  verdicts: z.array(verdict),
});
export type ContestDay = z.infer<typeof contestDay>;

export const getContestDay = defineCall({
  method: 'GET',
  path: '/admin/contests/:id/day',
  summary: 'A contest as staff watch it: tries, waits, judges, questions, newest verdicts, and what is wrong',
  params: contestParams,
  response: contestDay,
});

export const putAlarmMinutes = defineCall({
  method: 'PUT',
  path: '/admin/contests/:id/alarms',
  summary: 'After how many minutes the page of the day sounds its alarms; at any time',
  params: contestParams,
  body: alarmMinutes,
  response: alarmMinutes,
});
