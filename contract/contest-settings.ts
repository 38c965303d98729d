/**
 * The settings of a contest beside its title, description and times: each is optional in what is sent, where its absence
 * leaves it as it is, and gives a new contest the default. Their names are the same in what is answered.
 */
import { z } from 'zod';
import { passwordSchema } from './accounts.ts';
import { contestFormats } from './contest-formats.ts';
import { contestInstant } from './contest-times.ts';
import { limits } from './limits.ts';
import { rule } from './words.ts';

const medalCount = z
  .int(rule('medals_range'))
  .min(0, rule('medals_range'))
  .max(limits.medalsMax, rule('medals_range'));

/** Who may join: everybody, whoever knows its password, or nobody but those whom staff enter. */
export const contestEntries = ['open', 'password', 'list'] as const;

export const entrySettings = z.object({
  entry: z.enum(contestEntries, rule('contest_entry_unknown')).optional(),
  /** Needed where a contest comes to be entered by one; never told again. Absent: as it is. */
  entry_password: passwordSchema.optional(),
});

/** How it is ranked, and what is shown of that until when. */
export const formatSettings = z.object({
  /** Fixed from the start on, as is the penalty. */
  format: z.enum(contestFormats, rule('contest_format_unknown')).optional(),
  /** ICPC: what a wrong try before the accepted one adds. */
  penalty_minutes: z
    .int(rule('penalty_minutes_range'))
    .min(0, rule('penalty_minutes_range'))
    .max(limits.penaltyMinutesMax, rule('penalty_minutes_range'))
    .optional(),
  /** How long before the end the scoreboard is frozen. Null: it is not. Fixed once it is frozen. */
  freeze_minutes: z
    .int(rule('freeze_minutes_range'))
    .min(1, rule('freeze_minutes_range'))
    .max(limits.freezeMinutesMax, rule('freeze_minutes_range'))
    .nullable()
    .optional(),
  /** When it thaws by itself: at the end or later. Null: when staff thaw it. */
  thaw_time: contestInstant('contest_thaw_time_invalid').nullable().optional(),
  /** Each has this long, from when they like between start and end. Null: all have the one clock. Fixed from the start on. */
  window_minutes: z
    .int(rule('window_minutes_range'))
    .min(1, rule('window_minutes_range'))
    .max(limits.windowMinutesMax, rule('window_minutes_range'))
    .nullable()
    .optional(),
  /** For the ceremony: how many of each are given. */
  gold_medals: medalCount.optional(),
  silver_medals: medalCount.optional(),
  bronze_medals: medalCount.optional(),
});

export const defaultPenaltyMinutes = 20;
