/**
 * Ends contests. Nobody presses a button: every server looks once a second for contests whose end has passed, and
 * whichever comes first finishes one, in a single transaction: the final standings are stored, the problems return
 * to the main list and are visible there, the submissions begin to count there, and the contest is marked as finished.
 *
 * - Exactly once: the transaction has the contest's row alone and looks again whether it is finished already.
 * - Nothing received in time is left out: a submission holds the contest's row from the check of its time until it
 *   is stored, so the finisher waits for it and then sees it unjudged. For one that was received but has not come to
 *   hold the row yet, no contest is finished in the first seconds after its end (limits.contestSettleMs).
 * - Nobody is at it any more: it has ended when the last of those with extra minutes has, and not in a pause.
 * - Nothing that a freeze keeps back is told by it: a contest that is frozen is finished when it has thawed, by staff or
 *   at its time, which is looked for here as well.
 * - Every submission is judged: as long as one is not, or is being judged again, the contest stays as it is and is
 *   looked at again.
 * - Virtual runs of finished contests end here as well, each when its own time is up.
 * - Whatever dies in between leaves nothing behind: what is not committed has not happened.
 */
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { limits } from '#contract/limits.ts';
import { hasFreeze, lockContest } from '#store/contest-rows.ts';
import { storeStandings } from '#store/contest-standings.ts';
import { findStatistics } from '#store/contest-statistics.ts';
import { contestStatus, isOver } from '#store/contest-times.ts';
import type { Database } from '#store/database.ts';
import { isUnfinished } from '#store/in-force.ts';
import { fixColumnNames, isContestUnfinished } from '#store/memberships.ts';
import { contestsRevision, raiseBoards, raiseRevision } from '#store/revisions.ts';
import { contests, judgements, submissions } from '#store/schema.ts';
import { returnContestToMain } from '#store/standings.ts';
import { closeRuns } from '#store/virtual-runs.ts';
import { type Repeated, repeat } from '../repeat.ts';
import { thawContests } from './freeze.ts';

const lookEveryMs = 1000;

/** Keeps looking until it is stopped, and then ends after what it is at. */
export function startFinisher(db: Database, onError: (error: unknown) => void): Repeated {
  return repeat(lookEveryMs, () => finishContests(db, new Date(), onError), onError);
}

/** The ids of those that this call finished. */
export async function finishContests(
  db: Database,
  now: Date,
  /** One that cannot be finished does not keep the others from it. */
  onError: (error: unknown) => void = rethrow,
): Promise<number[]> {
  await thawContests(db, now);
  await closeRuns(db, settled(now), onError);
  const due = await db
    .select({ id: contests.id })
    .from(contests)
    .where(and(isContestUnfinished, isOver(settled(now)), isNotFrozen));
  const finished: number[] = [];
  for (const { id } of due) {
    try {
      if (!(await finishContest(db, id, now))) continue;
      finished.push(id);
      await keepStatistics(db, id);
    } catch (error) {
      onError(error);
    }
  }
  return finished;
}

/**
 * Not with the standings, since it takes longer and nobody waits for it: if it fails, it is done when they are first asked
 * for.
 */
async function keepStatistics(db: Database, contestId: number): Promise<void> {
  const [contest] = await db.select().from(contests).where(eq(contests.id, contestId));
  if (contest) await findStatistics(db, contest);
}

/** Until it thaws its results are told to nobody but staff, and so it is not over. */
const isNotFrozen = or(isNull(contests.freezeAt), isNotNull(contests.thawedAt));

function rethrow(error: unknown): never {
  throw error;
}

function settled(now: Date): Date {
  return new Date(now.getTime() - limits.contestSettleMs);
}

async function finishContest(db: Database, contestId: number, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const contest = await lockContest(tx, contestId);
    // Meanwhile it may have been finished by another server, deleted, or given a later end.
    if (!contest || contestStatus(contest, settled(now)) !== 'finishing' || hasFreeze(contest)) return false;
    const [unjudged] = await tx
      .select({ id: submissions.id })
      .from(judgements)
      .innerJoin(submissions, eq(submissions.id, judgements.submissionId))
      .where(and(eq(submissions.contestId, contestId), isUnfinished))
      .limit(1);
    if (unjudged) return false;
    await tx.update(contests).set({ finishedAt: now }).where(eq(contests.id, contestId));
    // Before the standings, for it locks the people: one who is deleted meanwhile must not get a place.
    await returnContestToMain(tx, contestId, { showProblems: true });
    await fixColumnNames(tx, contestId);
    await storeStandings(tx, contest);
    await raiseRevision(tx, contestsRevision);
    await raiseBoards(tx, contestId);
    return true;
  });
}
