import { eq, sql } from 'drizzle-orm';
import {
  type Alarm,
  type AlarmKind,
  type AlarmMinutes,
  alarmKinds,
  type ContestDay,
  thawOverdueMs,
  usualAlarmMinutes,
} from '#contract/contest-day.ts';
import { type ContestRow, hasFreeze } from '#store/contest-rows.ts';
import { clockTime, findLastEnd } from '#store/contest-times.ts';
import type { Queryable } from '#store/database.ts';
import { contests } from '#store/schema.ts';

export interface DayFacts extends Pick<ContestDay, 'queue' | 'judges' | 'questions'> {
  /** Submissions whose verdict in force is a fault of the judge. */
  readonly faults: { readonly count: number; readonly since: Date | null };
  /** The titles of its problems that have no tests. */
  readonly withoutTests: readonly string[];
}

type Found = Omit<Alarm, 'kind'> | null;

const minuteMs = 60_000;

export function alarmMinutesOf({ alarmMinutes }: Pick<ContestRow, 'alarmMinutes'>): AlarmMinutes {
  return { ...usualAlarmMinutes, ...alarmMinutes };
}

/** What somebody should look at now, the worst first. Of a finished contest only its questions still matter. */
export function findAlarms(contest: ContestRow, facts: DayFacts, now: Date): Alarm[] {
  const isOver = contest.finishedAt !== null;
  const { judges, queue, questions, faults, withoutTests } = facts;
  const after = alarmMinutesOf(contest);
  const lost = judges.filter(({ is_lost }) => is_lost);
  const refused = judges.filter(({ is_lost, state }) => !is_lost && state === 'refused');
  const isReady = judges.some(({ is_lost, state }) => !is_lost && state === 'ready');
  const found: Record<AlarmKind, Found> = {
    paused: contest.pausedAt && about([], contest.pausedAt),
    no_judge: isOver || isReady ? null : about([]),
    judge_lost: isOver
      ? null
      : aboutSome(
          lost.map(({ name }) => name),
          earliest(lost),
        ),
    judge_refused: isOver ? null : aboutSome(refused.map(({ name }) => name)),
    queue_wait: isOlder(queue.oldest_waiting_since, after.queue_wait * minuteMs, now)
      ? { since: queue.oldest_waiting_since, count: queue.waiting, names: [] }
      : null,
    judge_fault:
      isOver || faults.count === 0
        ? null
        : { since: faults.since?.toISOString() ?? null, count: faults.count, names: [] },
    no_tests: isOver ? null : aboutSome(withoutTests),
    ...findThawAlarms(contest, now),
    question_waiting: isOlder(questions.oldest_asked_at, after.question_wait * minuteMs, now)
      ? { since: questions.oldest_asked_at, count: questions.unanswered, names: [] }
      : null,
  };
  return alarmKinds.flatMap((kind) => {
    const alarm = found[kind];
    return alarm ? [{ kind, ...alarm }] : [];
  });
}

function findThawAlarms(contest: ContestRow, now: Date): Record<'thaw_overdue' | 'thaw_forgotten', Found> {
  const { thawAt } = contest;
  const awaits = hasFreeze(contest);
  // Nothing thaws before the last has ended, nor in a pause.
  const end = findLastEnd(contest);
  const due = thawAt && thawAt > end ? thawAt : end;
  const isPast = (ms: number) => isOlder(due.toISOString(), ms, clockTime(contest, now));
  return {
    thaw_overdue: awaits && thawAt && isPast(thawOverdueMs) ? about([], due) : null,
    thaw_forgotten:
      awaits && !thawAt && isPast(alarmMinutesOf(contest).thaw_forgotten * minuteMs) ? about([], due) : null,
  };
}

function about(names: readonly string[], since: Date | null = null): Omit<Alarm, 'kind'> {
  return { since: since?.toISOString() ?? null, count: Math.max(1, names.length), names: [...names] };
}

function aboutSome(names: readonly string[], since: Date | null = null): Found {
  return names.length === 0 ? null : about(names, since);
}

function earliest(judges: readonly { readonly seen_at: string }[]): Date | null {
  return judges.length === 0 ? null : new Date(Math.min(...judges.map(({ seen_at }) => Date.parse(seen_at))));
}

function isOlder(moment: string | null, ms: number, now: Date): boolean {
  return moment !== null && now.getTime() - Date.parse(moment) > ms;
}

/** For a contest that is to have the same. */
export async function copyAlarmMinutes(db: Queryable, fromId: number, toId: number): Promise<void> {
  const source = db
    .select({ alarmMinutes: contests.alarmMinutes })
    .from(contests)
    .where(eq(contests.id, fromId));
  await db
    .update(contests)
    .set({ alarmMinutes: sql`(${source})` })
    .where(eq(contests.id, toId));
}
