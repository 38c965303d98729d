import { eq } from 'drizzle-orm';
import type { ContestData } from '#contract/contests.ts';
import { ApiError } from '#contract/errors.ts';
import { pinContest } from '#store/contest-standings.ts';
import type { Database } from '#store/database.ts';
import { insertPlaces, listMemberships, listPlaces, lockProblems } from '#store/memberships.ts';
import { contestsRevision, raiseRevision } from '#store/revisions.ts';
import { contests } from '#store/schema.ts';
import { copyEditorial } from './editorials.ts';
import { toColumns } from './queries.ts';

/**
 * A new contest with the settings of another and its problems, called and worth what they are there. Where unfinished
 * contests have a problem, the copy has it as they do: held together, as for a second room, or shared. What nobody has any
 * more is held or shared as the other had it. The editorial comes along; who takes part does not.
 */
export async function copyContest(db: Database, sourceId: number, data: ContestData): Promise<number> {
  return db.transaction(async (tx) => {
    // Pinned, so that it neither finishes nor goes before its problems are read.
    const isThere = await pinContest(tx, sourceId);
    const [source] = await tx.select().from(contests).where(eq(contests.id, sourceId));
    if (!isThere || !source) throw new ApiError('contest_not_found');
    const { id: _, finishedAt: __, deletedAt: ___, createdAt: ____, ...settings } = source;
    const sent = Object.entries(toColumns(data)).filter(([, value]) => value !== undefined);
    const [copy] = await tx
      .insert(contests)
      .values({ ...settings, ...Object.fromEntries(sent) })
      .returning({ id: contests.id });
    if (!copy) throw new Error('A new contest has no id');
    const places = await listPlaces(tx, sourceId);
    const keys = places.map(({ problemId }) => problemId);
    await lockProblems(tx, keys);
    const memberships = await listMemberships(tx, keys);
    const holdsAs = (problemId: number) => memberships.find((other) => other.problemId === problemId)?.holds;
    await insertPlaces(
      tx,
      copy.id,
      places.map((place) => ({ ...place, holds: holdsAs(place.problemId) ?? place.holds })),
    );
    await copyEditorial(tx, sourceId, copy.id);
    await raiseRevision(tx, contestsRevision);
    return copy.id;
  });
}
