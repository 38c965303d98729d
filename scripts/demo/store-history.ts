/**
 * Writes what happened before one looks, straight into the database: judging it all would take an hour, and nobody can
 * submit in the past. The rows are those that the server and a worker would have written, in one transaction; the
 * standings are counted by the same functions. Contests that are over are then finished by the server itself.
 */
import { eq, inArray, isNotNull } from 'drizzle-orm';
import { countContestSubmission, refreshContestResult } from '#store/contest-standings.ts';
import type { Database, Queryable } from '#store/database.ts';
import { countJudgement } from '#store/judge-totals.ts';
import { addMemberships, countsInMain } from '#store/memberships.ts';
import { contestsRevision, raiseRevision, scoreboardRevision } from '#store/revisions.ts';
import {
  contestParticipants,
  contests,
  judgements,
  type Provenance,
  problems,
  submissions,
  users,
} from '#store/schema.ts';
import { countSubmission, lockStanding, refreshStanding } from '#store/standings.ts';
import { demoContests, getDemoProblem, type History, type PastSubmission } from './history.ts';
import type { Person } from './people.ts';

const day = 86_400_000;

export async function storePeople(
  db: Database,
  people: readonly Person[],
  passwordHash: string,
  now: Date,
): Promise<void> {
  await db.insert(users).values(
    people.map(({ username, role, sinceDays }) => ({
      username,
      role,
      passwordHash,
      createdAt: new Date(now.getTime() - sinceDays * day),
    })),
  );
}

export async function storeHistory(db: Database, history: History, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const userIds = new Map((await tx.select().from(users)).map(({ username, id }) => [username, id]));
    const known = await tx.select().from(problems);
    const problemIds = new Map(known.map(({ slug, id }) => [slug, id]));
    const testSetIds = new Map(known.map(({ slug, testSetId }) => [slug, testSetId]));
    const contestIds = await storeContests(tx, history, { userIds, problemIds, now });
    const rows = history.submissions.map((past) => ({
      past,
      userId: userIds.get(past.username) ?? 0,
      problemId: problemIds.get(past.problemId) ?? 0,
      contestId: past.contest === null ? null : (contestIds.get(past.contest) ?? 0),
      testSetId: testSetIds.get(past.problemId) ?? null,
    }));
    const stored = await tx
      .insert(submissions)
      .values(
        rows.map(({ past, userId, problemId, contestId }) => ({
          userId,
          problemId,
          contestId,
          inMain: countsInMain({
            contest: contestId === null ? null : { finishedAt: null },
            virtualRunId: null,
          }),
          language: 'cpp' as const,
          code: Buffer.from(past.code),
          submittedAt: past.submittedAt,
          verdict: past.verdict.status,
        })),
      )
      .returning({ submissionId: submissions.id, id: submissions.judgementId });
    for (const [index, ids] of stored.entries()) {
      const row = rows[index];
      if (row) await storeJudgement(tx, ids, row);
    }
    await countStandings(tx, rows);
    await raiseRevision(tx, scoreboardRevision);
    await raiseRevision(tx, contestsRevision);
  });
}

interface Row {
  readonly past: PastSubmission;
  readonly userId: number;
  readonly problemId: number;
  readonly contestId: number | null;
  readonly testSetId: number | null;
}

interface Keys {
  readonly userIds: ReadonlyMap<string, number>;
  readonly problemIds: ReadonlyMap<string, number>;
  readonly now: Date;
}

async function storeContests(
  db: Queryable,
  { participants }: History,
  { userIds, problemIds, now }: Keys,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const contest of demoContests) {
    const { title, description, startsInMs, lastsMs } = contest;
    const startTime = new Date(now.getTime() + startsInMs);
    const times = { startTime, endTime: new Date(startTime.getTime() + lastsMs) };
    const announcedAt = new Date(startTime.getTime() - 9 * day);
    const [inserted] = await db
      .insert(contests)
      .values({ title, description, ...times, createdAt: announcedAt })
      .returning({ id: contests.id });
    const contestId = inserted?.id ?? 0;
    ids.set(title, contestId);
    const held = contest.problemIds.map((id) => problemIds.get(id) ?? 0);
    await addMemberships(
      db,
      contestId,
      held.map((problemId) => ({ problemId, holds: true })),
    );
    await db.insert(contestParticipants).values(
      (participants.get(title) ?? []).map((username, index) => ({
        contestId,
        userId: userIds.get(username) ?? 0,
        joinedAt: new Date(announcedAt.getTime() + index * 3_600_000),
      })),
    );
  }
  return ids;
}

async function storeJudgement(
  db: Queryable,
  ids: { readonly id: number; readonly submissionId: number },
  { past, userId, testSetId }: Row,
): Promise<void> {
  const { submittedAt, waitedMs, judgedInMs, verdict } = past;
  const startedAt = new Date(submittedAt.getTime() + waitedMs);
  const finishedAt = new Date(startedAt.getTime() + judgedInMs);
  const [judged] = await db
    .insert(judgements)
    .overridingSystemValue()
    .values({
      ...ids,
      userId,
      attempt: 1,
      requestedAt: submittedAt,
      startedAt,
      finishedAt,
      testsDone: verdict.results.length,
      testsTotal: verdict.results.length,
      judgedBy: 'demonstration',
      testSetId: verdict.status === 'Skipped' ? null : testSetId,
      provenance: tellProvenance(past),
      ...verdict,
      groups: [...(verdict.groups ?? [])],
    })
    .returning();
  if (!judged) throw new Error('A new judgement has no row');
  await countJudgement(db, judged, { language: 'cpp', compilingMs: 0 });
}

function tellProvenance({ problemId, verdict }: PastSubmission): Provenance | null {
  if (verdict.status === 'Skipped') return null;
  const { timeLimitMs, memoryLimitMb } = getDemoProblem(problemId);
  const made = { compiler: 'g++ 14.2.0', flags: ['-std=gnu++20', '-O2', '-static'], sandbox: 'full' };
  return { language: 'cpp', ...made, timeLimitMs, memoryLimitMb };
}

/** None of its contests has a freeze or keeps results back, and those that are over are finished afterwards. */
const plain = {
  format: 'scores',
  feedback: 'full',
  freezeAt: null,
  thawedAt: null,
  finishedAt: null,
} as const;

/** Every submission is counted, every place refreshed once. */
async function countStandings(db: Queryable, rows: readonly Row[]): Promise<void> {
  const places = new Map<string, Row>();
  for (const row of rows) {
    const { contestId, userId, problemId, past } = row;
    if (contestId === null) await countSubmission(db, userId, problemId, past.submittedAt);
    else
      await countContestSubmission(db, plain, { contestId, userId, problemId }, past.submittedAt).execute();
    places.set(`${contestId} ${userId} ${problemId}`, row);
  }
  for (const { contestId, userId, problemId } of places.values()) {
    if (contestId !== null) {
      await refreshContestResult(db, plain, { contestId, userId, problemId });
      continue;
    }
    await refreshStanding(db, userId, problemId, await lockStanding(db, userId));
  }
}

/** The server has finished the contests that were over: as if it had been there when they ended. */
export async function backdateFinishes(db: Database): Promise<void> {
  const finished = await db.select().from(contests).where(isNotNull(contests.finishedAt));
  for (const { id, endTime } of finished)
    await db
      .update(contests)
      .set({ finishedAt: new Date(endTime.getTime() + 7000) })
      .where(eq(contests.id, id));
}

/** The problems were there before anybody submitted. */
export async function backdateProblems(db: Database, ids: readonly string[], now: Date): Promise<void> {
  const createdAt = new Date(now.getTime() - 127 * day);
  await db
    .update(problems)
    .set({ createdAt })
    .where(inArray(problems.slug, [...ids]));
}
