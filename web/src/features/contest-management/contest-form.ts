import { type ContestStatus, isContestOver } from '#contract/contest-status.ts';
import type { Contest, ContestFormErrors, ContestInput } from '#contract/contests.ts';
import type { ErrorCode } from '#contract/error-codes.ts';
import { words } from '#contract/words.ts';
import { fromFieldTime, toFieldTime } from './field-times.ts';
import { fixedFormat } from './format-values.ts';

/** As the fields hold it: times as `2026-11-15T10:00` in the visitor's zone, empty when not filled in. */
export interface ContestValues {
  title: string;
  description: string;
  start: string;
  end: string;
}

export interface ContestPayload {
  title: string;
  description: string;
  startTime: string;
  endTime: string;
}

const defaultHours = { start: 10, end: 16 };

/** A contest as it is, or a new one: tomorrow, 10:00 to 16:00. */
export function initialValues(contest: Contest | null, now: Date): ContestValues {
  if (contest) {
    return {
      title: contest.title,
      description: contest.description,
      start: toFieldTime(new Date(contest.start_time)),
      end: toFieldTime(new Date(contest.end_time)),
    };
  }
  const tomorrowAt = (hour: number) =>
    toFieldTime(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, hour));
  return {
    title: '',
    description: '',
    start: tomorrowAt(defaultHours.start),
    end: tomorrowAt(defaultHours.end),
  };
}

/**
 * For a copy: at the time of the other where that is to come, as for a second room, otherwise tomorrow and as long,
 * without pauses.
 */
export function copiedValues(source: Contest, title: string, now: Date): ContestValues {
  const { description, start, end } = initialValues(source, now);
  if (Date.parse(source.start_time) > now.getTime()) return { title, description, start, end };
  const fresh = initialValues(null, now);
  const lastsMs =
    source.window_minutes === null
      ? source.length_ms
      : Date.parse(source.end_time) - Date.parse(source.start_time);
  return {
    title,
    description,
    start: fresh.start,
    end: toFieldTime(new Date(new Date(fresh.start).getTime() + lastsMs)),
  };
}

/** For a copy that ends then: as long after the end as the other. */
export function copiedThaw({ thaw_time, end_time }: Contest, end: string): string | null {
  if (thaw_time === null) return null;
  const afterMs = Math.max(0, Date.parse(thaw_time) - Date.parse(end_time));
  return new Date(new Date(end).getTime() + afterMs).toISOString();
}

/**
 * What is sent. A field has only minutes: one that was not touched sends the contest's own time, so that seconds,
 * and the hour that a change to winter time has twice, stay as they are.
 */
export function toPayload(
  values: ContestValues,
  contest: Contest | null,
  /** As it is by now: it may have started, or been given more time or other texts, while the form was open. */
  present: Contest | null = contest,
): ContestPayload {
  const before = contest && initialValues(contest, new Date(0));
  const fixed = fixedTimes(present?.status);
  const time = (field: 'start' | 'end') => {
    if (present && (fixed[field] || before?.[field] === values[field])) return present[`${field}_time`];
    return fromFieldTime(values[field]);
  };
  const text = (field: 'title' | 'description') =>
    present && before?.[field] === values[field] ? present[field] : values[field].trim();
  return {
    title: text('title'),
    description: text('description'),
    startTime: time('start'),
    endTime: time('end'),
  };
}

/** By which end a change was made: where that is another by then, the server refuses to move it. */
export function seenEnd(
  contest: Contest | null,
  present: Contest | null,
  { end }: ContestValues,
): { seen_end_time?: string } {
  if (!contest || !present) return {};
  const isTouched = initialValues(contest, new Date(0)).end !== end;
  return { seen_end_time: (isTouched ? contest : present).end_time };
}

/** What is checked: with the thaw that stays where no other is sent, behind which the end may not be moved. */
export function withThaw<Input extends ContestInput>(
  input: Input,
  present: Contest | null,
  now: Date,
): Input & Pick<ContestInput, 'thaw_time'> {
  const isGiven = input.thaw_time !== undefined || input.freeze_minutes === null;
  if (!present || isGiven || fixedFormat(present, now).thaw) return input;
  return { ...input, thaw_time: present.thaw_time };
}

/** What the server refuses by the clock, or by what others have changed meanwhile, and at which field that is told. */
const refusedFields = {
  contest_start_past: 'startTime',
  contest_end_past: 'endTime',
  contest_end_moved: 'endTime',
  contest_format_fixed: 'format',
  contest_freeze_fixed: 'freeze_minutes',
  contest_thaw_before_end: 'thaw_time',
  contest_thawed: 'thaw_time',
  contest_window_fixed: 'window_minutes',
} as const satisfies Partial<Record<ErrorCode, keyof ContestInput>>;

/** Empty: it is about none of them. */
export function toFieldErrors(code: string | null): ContestFormErrors {
  if (code === null || !Object.hasOwn(refusedFields, code)) return {};
  const refused = code as keyof typeof refusedFields;
  return { [refusedFields[refused]]: words(refused) };
}

/** What a save would make of the contest, as far as that is told of it. */
export function listChanges(
  { startTime: start_time, endTime: end_time, ...input }: ContestInput,
  present: Contest,
): Partial<Contest> {
  const told: Partial<Contest> = Object.fromEntries(
    Object.entries({ start_time, end_time, ...input }).filter(([name]) => name in present),
  );
  return pickFields(told, (name) => !isSame(told[name], present[name]));
}

/** By which the fields are told to be touched after a save without an answer: what it has changed is as it was saved. */
export function withSaved(opened: Contest, present: Contest, unanswered: Partial<Contest>): Contest {
  return { ...opened, ...pickFields(unanswered, (name) => isSame(unanswered[name], present[name])) };
}

function pickFields(contest: Partial<Contest>, isWanted: (name: keyof Contest) => boolean): Partial<Contest> {
  return Object.fromEntries(Object.entries(contest).filter(([name]) => isWanted(name as keyof Contest)));
}

/** Lists of languages are compared by what is in them. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Hours and minutes as the fields show them, from start to end; null unless the end is after the start. */
export function splitDuration({ startTime, endTime }: ContestPayload): {
  hours: number;
  minutes: number;
} | null {
  const [start, end] = [Date.parse(startTime), Date.parse(endTime)];
  if (!(end > start)) return null;
  const minutes = Math.floor(end / 60_000) - Math.floor(start / 60_000);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** What can no longer be changed. */
export function fixedTimes(status: ContestStatus | undefined): { start: boolean; end: boolean } {
  const hasEnded = isContestOver(status);
  return { start: hasEnded || status === 'running', end: hasEnded };
}
