/**
 * What was judged since the instance began: verdicts by status and by language, and how long submissions waited and were judged,
 * as the counters and histograms that /metrics shows. They are counted in the transaction of the verdict, so they
 * are true whichever worker judged, whichever server is asked, and whatever crashed in between.
 */
import { sql } from 'drizzle-orm';
import type { LanguageId } from '#contract/programs.ts';
import type { Queryable } from './database.ts';
import { type judgements, judgeTotals } from './schema.ts';

/** Upper bounds in seconds; what took longer is in none of them. */
export const bucketSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600] as const;

export interface Histogram {
  readonly count: number;
  readonly sumMs: number;
  /** How many took up to each of `bucketSeconds`. */
  readonly upTo: readonly number[];
}

export interface JudgeTotals {
  readonly verdicts: Readonly<Record<string, number>>;
  /** By language: how many verdicts, and how long their programs were compiled. */
  readonly judgedIn: Readonly<Record<string, number>>;
  readonly compilingMs: Readonly<Record<string, number>>;
  readonly wait: Histogram;
  readonly judging: Histogram;
}

export type Judged = Pick<
  typeof judgements.$inferSelect,
  'status' | 'requestedAt' | 'startedAt' | 'finishedAt'
>;

/** The clocks of a server and of the database may differ by a little: never less than nothing. */
export function waitedMs({ requestedAt, startedAt }: Pick<Judged, 'requestedAt' | 'startedAt'>) {
  return span(requestedAt, startedAt);
}

export function judgingMs({ startedAt, finishedAt }: Pick<Judged, 'startedAt' | 'finishedAt'>) {
  return span(startedAt, finishedAt);
}

export function countJudgement(
  db: Queryable,
  judged: Judged,
  { language, compilingMs }: { language: LanguageId; compilingMs: number },
) {
  // In one order for everybody, so that no two verdicts wait for each other.
  const counted = [
    { name: 'compiling', label: language, value: compilingMs },
    { name: 'language', label: language, value: 1 },
    ...observe('judging', judgingMs(judged)),
    { name: 'verdict', label: judged.status, value: 1 },
    ...observe('wait', waitedMs(judged)),
  ];
  return db
    .insert(judgeTotals)
    .values(counted)
    .onConflictDoUpdate({
      target: [judgeTotals.name, judgeTotals.label],
      set: { value: sql`${judgeTotals.value} + excluded.value` },
    });
}

function observe(name: 'judging' | 'wait', ms: number) {
  const bound = bucketSeconds.find((seconds) => ms <= seconds * 1000);
  return [
    { name, label: String(bound ?? 'longer'), value: 1 },
    { name: `${name} ms`, label: '', value: ms },
  ];
}

function span(from: Date | null, to: Date | null): number {
  return from && to ? Math.max(0, to.getTime() - from.getTime()) : 0;
}

export async function readJudgeTotals(db: Queryable): Promise<JudgeTotals> {
  const rows = await db.select().from(judgeTotals);
  const total = (name: string, label: string) =>
    rows.find((row) => row.name === name && row.label === label)?.value ?? 0;
  const histogram = (name: 'judging' | 'wait'): Histogram => {
    let count = 0;
    const upTo = bucketSeconds.map((seconds) => {
      count += total(name, String(seconds));
      return count;
    });
    return { upTo, count: count + total(name, 'longer'), sumMs: total(`${name} ms`, '') };
  };
  const byLabel = (name: string) =>
    Object.fromEntries(rows.filter((row) => row.name === name).map(({ label, value }) => [label, value]));
  return {
    verdicts: byLabel('verdict'),
    judgedIn: byLabel('language'),
    compilingMs: byLabel('compiling'),
    wait: histogram('wait'),
    judging: histogram('judging'),
  };
}
