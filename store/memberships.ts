/**
 * Which problems are in which contests (`contest_problems`), and all that follows from it.
 *
 * A contest that has not finished either holds a problem or shares it. One that it holds is not in the main list, and
 * nothing is told of it outside. One that it shares stays in the main list. Several may have a problem at the same time,
 * and then all of them hold it, as two rooms with the same contest do, or all share it: a problem that one of them held
 * and another showed would be no secret. It returns to the main list when the last that held it has finished. Either way
 * each contest opens it to its own participants, hidden or not; and what they submit there counts in that contest alone
 * until it has finished, from then on in the main lists as well.
 *
 * Nothing of this is stored beside the memberships and the contests, but for one flag: `submissions.in_main`, because
 * the main list cannot skip hundreds of thousands of submissions in the time that it has. This file has its rule, and
 * all that sets it later.
 *
 * Whoever changes a problem's memberships, or needs them to stay as they are, holds the problem's row.
 */
import { and, eq, gt, inArray, isNotNull, isNull, lte, max, ne, or, type SQL, sql } from 'drizzle-orm';
import { labelProblems } from '#contract/contest-labels.ts';
import type { ArrangedProblem } from '#contract/contest-problems.ts';
import { naturalOrder } from '#contract/natural-order.ts';
import type { PlaceInContest } from '#contract/place-in-contest.ts';
import { isThere } from './contest-rows.ts';
import type { Queryable } from './database.ts';
import { contestProblems, contests, problems, submissions } from './schema.ts';

/** Of a row of contests: it is there and has not finished. */
export const isContestUnfinished = and(isNull(contests.finishedAt), isThere);

const inUnfinished = sql`${contestProblems} join ${contests}
  on ${contests.id} = ${contestProblems.contestId} and ${isContestUnfinished}`;

/** Of a row of problems: an unfinished contest holds it. */
export const isHeld = sql<boolean>`${problems.id} in (
  select ${contestProblems.problemId} from ${inUnfinished}
  where ${contestProblems.holds} and ${contestProblems.problemId} is not null)`;

/**
 * Of a row of problems: an unfinished contest holds it, or shares it and has started. Which problems of the main list a contest
 * is going to share, nobody is told before.
 */
export function isSecretAt(now: Date): SQL<boolean> {
  return sql<boolean>`${problems.id} in (
    select ${contestProblems.problemId} from ${inUnfinished}
    where ${or(contestProblems.holds, lte(contests.startTime, now))} and ${contestProblems.problemId} is not null)`;
}

/** Of a row of problems: free to be held. */
export const isInNoUnfinishedContest = sql<boolean>`${problems.id} not in (
  select ${contestProblems.problemId} from ${inUnfinished} where ${contestProblems.problemId} is not null)`;

/** Of a row of problems: the contest has it, finished or not. */
export function isIn(contestId: number | SQL): SQL {
  return sql`${problems.id} in (
    select ${contestProblems.problemId} from ${contestProblems} where ${contestProblems.contestId} = ${contestId})`;
}

/**
 * Of a row of problems: the contest has it and has not finished, so that its participants may see it there. Which
 * contest may be told by another column; where that is null, it is none.
 */
export function isOpenedBy(contest: number | SQL): SQL<boolean> {
  return sql<boolean>`(${contest}::int, ${problems.id}) in (
    select ${contestProblems.contestId}, ${contestProblems.problemId} from ${inUnfinished}
    where ${contestProblems.problemId} is not null) is true`;
}

export async function isProblemIn(db: Queryable, contestId: number, problemId: number): Promise<boolean> {
  const isIt = and(eq(contestProblems.contestId, contestId), eq(contestProblems.problemId, problemId));
  return (await db.$count(contestProblems, isIt)) > 0;
}

export interface Membership {
  readonly problemId: number;
  readonly contestId: number;
  readonly holds: boolean;
}

/**
 * In contests that have not finished. The caller has locked the problems' rows, in a statement before this one: a
 * statement that waits for a row still sees the memberships as they were when it began.
 */
export async function listMemberships(db: Queryable, problemIds: readonly number[]): Promise<Membership[]> {
  return db
    .select({
      problemId: sql<number>`${contestProblems.problemId}`,
      contestId: contestProblems.contestId,
      holds: contestProblems.holds,
    })
    .from(contestProblems)
    .innerJoin(contests, eq(contests.id, contestProblems.contestId))
    .where(and(inArray(contestProblems.problemId, [...problemIds]), isContestUnfinished));
}

/** Which other contests have it, and do not have it in this way. */
export function findObstacle(
  memberships: readonly Membership[],
  contestId: number,
  problem: Pick<Membership, 'problemId' | 'holds'>,
): Membership | undefined {
  return memberships.find(
    (other) =>
      other.problemId === problem.problemId && other.contestId !== contestId && other.holds !== problem.holds,
  );
}

/** How these others have it: all that do hold it, or none of them. Undefined: none has it. */
export function doTheyHold(others: readonly Membership[], problemId: number): boolean | undefined {
  return others.find((other) => other.problemId === problemId)?.holds;
}

/** In the order of their keys, so that two who lock the same never wait for each other. Those that are there. */
export async function lockProblems(db: Queryable, problemIds: Iterable<number>) {
  return db
    .select({ id: problems.id, title: problems.title })
    .from(problems)
    .where(inArray(problems.id, [...problemIds]))
    .orderBy(problems.id)
    .for('no key update');
}

/**
 * The caller has found no obstacle. One that the contest has already is held or shared from now on as this says. Where
 * staff have put the others in an order, new ones come last.
 */
export async function addMemberships(
  db: Queryable,
  contestId: number,
  added: readonly Pick<Membership, 'problemId' | 'holds'>[],
): Promise<void> {
  const [others] = await db
    .select({ last: max(contestProblems.position) })
    .from(contestProblems)
    .where(eq(contestProblems.contestId, contestId));
  const position = others?.last ? others.last + 1 : 0;
  await db
    .insert(contestProblems)
    .values(added.map((problem) => ({ contestId, position, ...problem })))
    .onConflictDoUpdate({
      target: [contestProblems.problemId, contestProblems.contestId],
      set: { holds: sql`excluded.holds` },
    });
}

/** All that the contest has, by their keys: the caller has looked that these are they, and found no obstacle. */
export async function arrangeMemberships(
  db: Queryable,
  contestId: number,
  arranged: readonly (Omit<ArrangedProblem, 'id'> & { readonly problemId: number })[],
): Promise<void> {
  // First without labels, of which no two may be the same for a moment either.
  await db.update(contestProblems).set({ label: null }).where(eq(contestProblems.contestId, contestId));
  for (const [index, { problemId, ...place }] of arranged.entries()) {
    await db
      .update(contestProblems)
      .set({ ...place, position: index + 1 })
      .where(and(eq(contestProblems.contestId, contestId), eq(contestProblems.problemId, problemId)));
  }
}

/** What a contest has of problems that are still there, for another that is to have the same. */
export async function readArrangement(db: Queryable, contestId: number) {
  const arranged = await db
    .select({
      problemId: contestProblems.problemId,
      label: contestProblems.label,
      position: contestProblems.position,
      points: contestProblems.points,
      colour: contestProblems.colour,
      holds: contestProblems.holds,
    })
    .from(contestProblems)
    .where(eq(contestProblems.contestId, contestId));
  return arranged.flatMap(({ problemId, ...how }) => (problemId === null ? [] : [{ problemId, ...how }]));
}

export async function insertArrangement(
  db: Queryable,
  contestId: number,
  arranged: Awaited<ReturnType<typeof readArrangement>>,
): Promise<void> {
  if (arranged.length > 0)
    await db.insert(contestProblems).values(arranged.map((each) => ({ contestId, ...each })));
}

export async function removeMemberships(
  db: Queryable,
  contestId: number,
  problemIds: readonly number[],
): Promise<void> {
  await db
    .delete(contestProblems)
    .where(
      and(eq(contestProblems.contestId, contestId), inArray(contestProblems.problemId, [...problemIds])),
    );
}

export async function listHeldBy(db: Queryable, contestId: number): Promise<number[]> {
  const held = await db
    .select({ id: problems.id })
    .from(problems)
    .innerJoin(contestProblems, eq(contestProblems.problemId, problems.id))
    .where(and(eq(contestProblems.contestId, contestId), contestProblems.holds));
  return held.map(({ id }) => id);
}

/** Of these, those that no other unfinished contest has. The caller has locked their rows, in a statement before. */
export async function omitHeldElsewhere(
  db: Queryable,
  contestId: number,
  problemIds: readonly number[],
): Promise<number[]> {
  const memberships = await listMemberships(db, problemIds);
  const elsewhere = memberships.filter((membership) => membership.contestId !== contestId);
  return problemIds.filter((id) => elsewhere.every(({ problemId }) => problemId !== id));
}

/** Of these, those that another contest held until its finish. */
export async function listFinishedElsewhere(
  db: Queryable,
  contestId: number,
  problemIds: readonly number[],
): Promise<number[]> {
  const found = await db
    .selectDistinct({ id: sql<number>`${contestProblems.problemId}` })
    .from(contestProblems)
    .innerJoin(contests, eq(contests.id, contestProblems.contestId))
    .where(
      and(
        inArray(contestProblems.problemId, [...problemIds]),
        ne(contests.id, contestId),
        contestProblems.holds,
        isNotNull(contests.finishedAt),
        isThere,
      ),
    );
  return found.map(({ id }) => id);
}

/**
 * Of a row of contest_problems, with its problem joined: the slug that names the column. Never the label, which may be
 * another problem's slug.
 */
export const columnSlug = sql<string>`coalesce(${contestProblems.finalSlug}, ${problems.slug})`;

/** Of the same: from the finish on, what it was called then. */
export const columnTitle = sql<string | null>`case when ${contestProblems.finalSlug} is null
  then ${problems.title} else ${contestProblems.finalTitle} end`;

export interface Column extends PlaceInContest {
  readonly slug: string;
  /** Null once the problem is deleted. */
  readonly problemId: number | null;
  /** From the finish on, what it was then; null where that was not kept. */
  readonly title: string | null;
}

/** In the order in which they stand: where staff have put none before another, in the natural one of their slugs. */
export function sortColumns<Row extends { readonly position: number }>(
  rows: readonly Row[],
  slugOf: (row: Row) => string,
): Row[] {
  return rows.toSorted((a, b) => a.position - b.position || naturalOrder(slugOf(a), slugOf(b)));
}

/** In the order in which they stand. */
export async function listColumns(db: Queryable, contestId: number): Promise<Column[]> {
  const found = await db
    .select({
      slug: columnSlug,
      problemId: contestProblems.problemId,
      label: contestProblems.label,
      points: contestProblems.points,
      colour: contestProblems.colour,
      position: contestProblems.position,
      title: columnTitle,
    })
    .from(contestProblems)
    .leftJoin(problems, eq(problems.id, contestProblems.problemId))
    .where(eq(contestProblems.contestId, contestId));
  const columns = sortColumns(found, ({ slug }) => slug);
  const labels = labelProblems(columns.map(({ label }) => label));
  return columns.map(({ position: _, ...column }, index) => ({ ...column, label: labels[index] ?? '' }));
}

/** With the finish: whatever becomes of the problems, its columns are named as they are now. */
export async function fixColumnNames(db: Queryable, contestId: number): Promise<void> {
  await db
    .update(contestProblems)
    .set({ finalSlug: sql`${problems.slug}`, finalTitle: sql`${problems.title}` })
    .from(problems)
    .where(and(eq(problems.id, contestProblems.problemId), eq(contestProblems.contestId, contestId)));
}

/** Contests that have a column with this problem's slug and title, whatever those are. */
export async function listContestsNamedAfter(db: Queryable, problemId: number): Promise<number[]> {
  const found = await db
    .select({ contestId: contestProblems.contestId })
    .from(contestProblems)
    .where(and(eq(contestProblems.problemId, problemId), isNull(contestProblems.finalSlug)))
    .orderBy(contestProblems.contestId);
  return found.map(({ contestId }) => contestId);
}

/** Whether what is submitted in this contest or virtual run, or in none, counts in the main lists at once. */
export function countsInMain({ contest, virtualRunId }: SubmittedIn): boolean {
  return virtualRunId === null && (contest === null || contest.finishedAt !== null);
}

interface SubmittedIn {
  readonly contest: { readonly finishedAt: Date | null } | null;
  readonly virtualRunId: number | null;
}

/**
 * With the finish or the deletion of their contest. In steps, each well below the time that a statement may take: a
 * great contest has hundreds of thousands.
 */
export async function bringSubmissionsIntoMain(db: Queryable, contestId: number): Promise<void> {
  const step = 10_000;
  for (let from: number | null = 0; from !== null; ) {
    // From where the step before ended: what that has written is still there for whoever would read from the beginning.
    const isNext = and(eq(submissions.contestId, contestId), gt(submissions.id, from));
    const next = db
      .select({ id: submissions.id })
      .from(submissions)
      .where(isNext)
      .orderBy(submissions.id)
      .limit(step)
      .as('next');
    const [found] = await db.select({ last: max(next.id) }).from(next);
    const last: number | null = found?.last ?? null;
    if (last !== null) {
      await db
        .update(submissions)
        .set({ inMain: true })
        .where(and(isNext, lte(submissions.id, last)));
    }
    from = last;
  }
}

/** With the end of the virtual run that they were made in. */
export async function bringRunIntoMain(db: Queryable, virtualRunId: number): Promise<void> {
  await db.update(submissions).set({ inMain: true }).where(eq(submissions.virtualRunId, virtualRunId));
}
