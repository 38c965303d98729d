/** The problems of a contest, as staff choose and arrange them while it is scheduled. */
import { and, eq, inArray, isNotNull, not, sql } from 'drizzle-orm';
import type {
  ArrangedProblem,
  AssignedProblem,
  ContestProblemChoice,
  MoveAction,
  ProblemElsewhere,
} from '#contract/contest-problems.ts';
import { ApiError } from '#contract/errors.ts';
import { naturalOrder } from '#contract/natural-order.ts';
import { words } from '#contract/words.ts';
import { contestStatus } from '#store/contest-times.ts';
import type { Database, Queryable } from '#store/database.ts';
import {
  addMemberships,
  arrangeMemberships,
  doTheyHold,
  findObstacle,
  isContestUnfinished,
  isIn,
  isInNoUnfinishedContest,
  listMemberships,
  lockProblems,
  type Membership,
  removeMemberships,
  sortColumns,
} from '#store/memberships.ts';
import { contestsRevision, raiseBoards, raiseRevision } from '#store/revisions.ts';
import { announcements, contestProblems, contests, problems, users } from '#store/schema.ts';
import { recountAround } from '#store/standings.ts';
import { isNoDraft } from '../problems/drafts.ts';
import { getProblemKeys } from '../problems/slugs.ts';
import { type Clock, getLocked } from './queries.ts';

export async function listAvailableProblems(db: Queryable): Promise<ContestProblemChoice[]> {
  return toChoices(await selectChoices(db).where(and(isNoDraft, isInNoUnfinishedContest)));
}

/** In the order of the contest. */
export async function listAssignedProblems(db: Queryable, contestId: number): Promise<AssignedProblem[]> {
  const rows = await db
    .select({
      ...choice,
      position: contestProblems.position,
      label: contestProblems.label,
      points: contestProblems.points,
      colour: contestProblems.colour,
      holds: contestProblems.holds,
    })
    .from(contestProblems)
    .innerJoin(problems, eq(problems.id, contestProblems.problemId))
    .leftJoin(users, eq(users.id, problems.authorId))
    .where(eq(contestProblems.contestId, contestId));
  const elsewhere = await listUnfinishedContestsOf(db, contestId);
  return sortColumns(rows, ({ id }) => id).map(({ author, key, position: _, ...row }) => ({
    ...row,
    author: author ?? '',
    also_in: elsewhere.get(key)?.titles ?? [],
  }));
}

export async function listProblemsElsewhere(db: Queryable, contestId: number): Promise<ProblemElsewhere[]> {
  const elsewhere = await listUnfinishedContestsOf(db, contestId);
  const rows = await selectChoices(db).where(and(not(isInNoUnfinishedContest), not(isIn(contestId))));
  return rows
    .map(({ author, key, ...row }) => {
      const { holds = false, titles = [] } = elsewhere.get(key) ?? {};
      return { ...row, author: author ?? '', holds, also_in: titles };
    })
    .sort((a, b) => naturalOrder(a.id, b.id));
}

/** Of each problem, the unfinished contests that have it, but for this one. */
async function listUnfinishedContestsOf(db: Queryable, except: number) {
  const rows = await db
    .select({
      key: sql<number>`${contestProblems.problemId}`,
      holds: contestProblems.holds,
      contestId: contests.id,
      title: contests.title,
    })
    .from(contestProblems)
    .innerJoin(contests, eq(contests.id, contestProblems.contestId))
    .where(and(isContestUnfinished, isNotNull(contestProblems.problemId)))
    .orderBy(contests.startTime, contests.id);
  const found = new Map<number, { holds: boolean; titles: string[] }>();
  for (const { key, holds, contestId, title } of rows) {
    if (contestId === except) continue;
    found.set(key, { holds, titles: [...(found.get(key)?.titles ?? []), title] });
  }
  return found;
}

const choice = {
  key: problems.id,
  id: problems.slug,
  title: problems.title,
  author: users.username,
  is_visible: problems.isVisible,
};

function selectChoices(db: Queryable) {
  return db.select(choice).from(problems).leftJoin(users, eq(users.id, problems.authorId)).$dynamic();
}

function toChoices(rows: Awaited<ReturnType<typeof selectChoices>>): ContestProblemChoice[] {
  return rows
    .map(({ author, key: _, ...row }) => ({ ...row, author: author ?? '' }))
    .sort((a, b) => naturalOrder(a.id, b.id));
}

/**
 * All or none. What is already where it shall go is no error: two members of staff may do the same. But a problem
 * that another contest has is not moved away from it: it can be shared, and is had from then on as the other has it.
 */
export async function moveProblems(
  db: Database,
  contestId: number,
  problemIds: readonly string[],
  { action, deleteAnnouncements }: { readonly action: MoveAction; readonly deleteAnnouncements: boolean },
  clock: Clock,
): Promise<void> {
  await changeProblems(db, contestId, clock, async (tx) => {
    if (problemIds.length === 0) return;
    const keys = [...(await getProblemKeys(tx, problemIds))];
    // What is held does not count on the scoreboard.
    await recountAround(tx, keys, () => move(tx, contestId, keys, action, deleteAnnouncements));
  });
}

async function move(
  tx: Queryable,
  contestId: number,
  keys: readonly number[],
  action: MoveAction,
  deleteAnnouncements: boolean,
): Promise<void> {
  const found = await lockProblems(tx, keys);
  if (found.length < keys.length) throw new ApiError('problem_not_found');
  if (action === 'move_to_main') {
    const announced = deleteAnnouncements ? [] : await listPinned(tx, contestId, keys);
    if (announced.length > 0) throw new ApiError('announcements_pinned', undefined, { announced });
    await removeMemberships(tx, contestId, keys);
    return;
  }
  const others = (await listMemberships(tx, keys)).filter((other) => other.contestId !== contestId);
  const taken = action === 'move_to_contest' && others[0];
  if (taken) throw heldElsewhere(found, taken);
  await addMemberships(
    tx,
    contestId,
    keys.map((problemId) => ({
      problemId,
      holds: action === 'move_to_contest' || (doTheyHold(others, problemId) ?? false),
    })),
  );
}

/** What was announced about these problems; it goes with their places in the contest. */
async function listPinned(db: Queryable, contestId: number, keys: readonly number[]): Promise<string[]> {
  const found = await db
    .select({ text: announcements.text })
    .from(announcements)
    .innerJoin(contestProblems, eq(contestProblems.id, announcements.contestProblemId))
    .where(and(eq(contestProblems.contestId, contestId), inArray(contestProblems.problemId, [...keys])))
    .orderBy(announcements.postedAt);
  return found.map(({ text }) => text);
}

function heldElsewhere(found: readonly { id: number; title: string }[], { problemId }: Membership): ApiError {
  const { title = '' } = found.find(({ id }) => id === problemId) ?? {};
  return new ApiError('problem_in_contest', words('problem_held_elsewhere', { title }));
}

interface Arrangement {
  readonly problems: readonly ArrangedProblem[];
  readonly seen?: readonly ArrangedProblem[] | undefined;
}

/** All that the contest has, in this order: whoever names others, or saw them otherwise, has an old list before them. */
export async function arrangeProblems(
  db: Database,
  contestId: number,
  { problems: arranged, seen }: Arrangement,
  clock: Clock,
): Promise<void> {
  await changeProblems(db, contestId, clock, async (tx) => {
    const before = await listAssignedProblems(tx, contestId);
    // Sent again, because no word came back, they stand so already.
    if (seen && !isSameArrangement(before, seen) && !isSameArrangement(before, arranged))
      throw new ApiError('contest_problems_changed');
    const present = await tx
      .select({ slug: problems.slug, problemId: problems.id, holds: contestProblems.holds })
      .from(contestProblems)
      .innerJoin(problems, eq(problems.id, contestProblems.problemId))
      .where(eq(contestProblems.contestId, contestId));
    const keys = new Map(present.map(({ slug, problemId }) => [slug, problemId]));
    const places = arranged.flatMap(({ id, ...place }) => {
      const problemId = keys.get(id);
      keys.delete(id);
      return problemId === undefined ? [] : [{ problemId, ...place }];
    });
    if (keys.size > 0 || places.length < arranged.length) throw new ApiError('contest_problems_changed');
    const changed = places.filter((place) =>
      present.some(({ problemId, holds }) => problemId === place.problemId && holds !== place.holds),
    );
    await recountAround(
      tx,
      changed.map(({ problemId }) => problemId),
      () => arrange(tx, contestId, places),
    );
  });
}

async function arrange(
  tx: Queryable,
  contestId: number,
  places: readonly (Omit<ArrangedProblem, 'id'> & { readonly problemId: number })[],
): Promise<void> {
  const found = await lockProblems(
    tx,
    places.map(({ problemId }) => problemId),
  );
  const memberships = await listMemberships(
    tx,
    found.map(({ id }) => id),
  );
  const obstacle = places
    .map((place) => findObstacle(memberships, contestId, place))
    .find((other) => other !== undefined);
  if (obstacle) {
    const { title = '' } = found.find(({ id }) => id === obstacle.problemId) ?? {};
    throw new ApiError('problem_in_contest', words('problem_shared_elsewhere', { title }));
  }
  await arrangeMemberships(tx, contestId, places);
}

function isSameArrangement(some: readonly ArrangedProblem[], others: readonly ArrangedProblem[]): boolean {
  const facts = (problems: readonly ArrangedProblem[]) =>
    JSON.stringify(
      problems.map(({ id, label, points, colour, holds }) => [id, label, points, colour, holds]),
    );
  return facts(some) === facts(others);
}

async function changeProblems(
  db: Database,
  contestId: number,
  clock: Clock,
  change: (tx: Queryable) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const contest = await getLocked(tx, contestId);
    if (contestStatus(contest, clock()) !== 'scheduled') throw new ApiError('contest_problems_fixed');
    await change(tx);
    await raiseRevision(tx, contestsRevision);
    await raiseBoards(tx, contestId);
  });
}
