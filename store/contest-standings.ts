/**
 * What each participant has reached in a contest: rows kept with every submission and verdict, as in standings.ts for
 * the main list, and the final standings. What they hold and how they rank is the contest's format's to say
 * (contest-formats/). Whoever changes them holds the contest’s row (contest-rows.ts), so that finishing or deleting it
 * waits for them, and they for it.
 */
import { and, asc, eq, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { bestGroupsOf } from './best-groups.ts';
import {
  type Audience,
  type Cell,
  type CellKey,
  evaluate,
  type RankedContest,
} from './contest-formats/format.ts';
import { formats } from './contest-formats/formats.ts';
import { isToldByProblem, tellsResults } from './contest-formats/seen.ts';
import type { TracedContest } from './contest-formats/trace.ts';
import { listTries } from './contest-formats/tries.ts';
import { storeHistory, traceAll } from './contest-histories.ts';
import { type ContestRow, hasFreeze } from './contest-rows.ts';
import type { Queryable } from './database.ts';
import { asked, preparedFor, unnamed } from './prepared.ts';
import { boardReaders, raiseCells } from './revisions.ts';
import {
  contestParticipants,
  contestProblems,
  contestResults,
  contestStandings,
  contests,
  problems,
  users,
} from './schema.ts';

/** What a cell tells of what was submitted before the freeze, and the same of all of it. */
const frozenColumns = [
  ['frozenSubmissionCount', contestResults.submissionCount, contestResults.frozenSubmissionCount],
  ['frozenBestScore', contestResults.bestScore, contestResults.frozenBestScore],
  ['frozenBestScoreAt', contestResults.bestScoreAt, contestResults.frozenBestScoreAt],
  ['frozenBestScoreBy', contestResults.bestScoreBy, contestResults.frozenBestScoreBy],
  ['frozenJudgedCount', contestResults.judgedCount, contestResults.frozenJudgedCount],
  ['frozenWrongCount', contestResults.wrongCount, contestResults.frozenWrongCount],
] as const satisfies readonly (readonly [string, PgColumn, PgColumn])[];

/** As it stands, unless something came after the freeze already. */
const keptAsOfFreeze = Object.fromEntries(
  frozenColumns.map(([name, live, frozen]) => [
    name,
    sql`case when ${contestResults.frozenSubmissionCount} is null then ${live} else ${frozen} end`,
  ]),
);

export function countContestSubmission(
  db: Queryable,
  { freezeAt }: Pick<ContestRow, 'freezeAt'>,
  cell: CellKey,
  submittedAt: Date,
) {
  const isAfterFreeze = freezeAt !== null && submittedAt >= freezeAt;
  return asked(prepareCounting(db, { isAfterFreeze }), { ...cell, submittedAt });
}

const prepareCounting = preparedFor((db, { isAfterFreeze }: { readonly isAfterFreeze: boolean }) => {
  const contestId = sql.placeholder('contestId');
  return db
    .insert(contestResults)
    .values({
      contestId,
      userId: sql.placeholder('userId'),
      contestProblemId: columnOf({ contestId, problemId: sql.placeholder('problemId') }),
      submissionCount: 1,
      latestSubmissionAt: sql.placeholder('submittedAt'),
      bestScore: 0,
      ...(isAfterFreeze && {
        frozenSubmissionCount: 0,
        frozenBestScore: 0,
        frozenJudgedCount: 0,
        frozenWrongCount: 0,
      }),
    })
    .onConflictDoUpdate({
      target: [contestResults.contestProblemId, contestResults.userId],
      set: {
        submissionCount: sql`${contestResults.submissionCount} + 1`,
        latestSubmissionAt: sql`greatest(${contestResults.latestSubmissionAt}, excluded.latest_submission_at)`,
        ...(isAfterFreeze ? keptAsOfFreeze : countedBeforeFreeze),
      },
    })
    .prepare(unnamed);
});

/** Of two that are stored at the freeze, the one that was received before it may come second. */
const countedBeforeFreeze = {
  frozenSubmissionCount: sql`${contestResults.frozenSubmissionCount} + 1`,
};

/** Before the submissions that a cell comes from change: verdicts that arrive together take turns. */
export function lockContestResult(db: Queryable, cell: CellKey) {
  return db.select({ score: contestResults.bestScore }).from(contestResults).where(isAt(cell)).for('update');
}

/**
 * After a verdict. One that changes nothing of a board leaves its revision alone: nobody is to notice a rejudge by it,
 * and nobody has to read the board anew. The board of a contest that has finished no longer follows from its cells.
 */
export async function refreshContestResult(
  db: Queryable,
  contest: Pick<ContestRow, 'format' | 'feedback' | 'freezeAt' | 'thawedAt' | 'finishedAt'>,
  cell: CellKey,
): Promise<void> {
  const { freezeAt } = contest;
  const format = formats[contest.format];
  const { contestId, userId, problemId } = cell;
  const tries = await listTries(db, format, { contestId, userIds: [userId], problemId });
  const beforeFreeze = freezeAt && tries.filter(({ submittedAt }) => submittedAt < freezeAt);
  const before = alias(contestResults, 'before');
  const [written] = await db
    .update(contestResults)
    .set({
      ...evaluate(format, tries),
      bestGroups: bestGroupsOf(cell),
      ...(beforeFreeze &&
        // With the final standings a ceremony ends, also one that is held later: they follow from no verdict any more.
        (contest.finishedAt ? keptAsOfFreeze : asOfFreeze(evaluate(format, beforeFreeze)))),
    })
    .from(before)
    .where(
      and(
        isAt(cell),
        eq(before.contestProblemId, contestResults.contestProblemId),
        eq(before.userId, contestResults.userId),
      ),
    )
    .returning({
      isLiveNew: sql<boolean>`${liveOf(before)} is distinct from ${liveOf(contestResults)}`,
      isFrozenNew: sql<boolean>`${frozenOf(before)} is distinct from ${frozenOf(contestResults)}`,
      isTold: sql<boolean>`coalesce((select ${isToldByProblem} from ${problems} where ${problems.id} = ${problemId}), true)`,
    });
  if (!written || contest.finishedAt) return;
  const { isLiveNew, isFrozenNew, isTold } = written;
  // A freeze that is over leaves staff the board as it was, which is the others' board of then.
  const isNewToOthers = (isFrozenNew && freezeAt !== null) || (isLiveNew && !hasFreeze(contest));
  const isNewTo = { staff: isLiveNew, others: isNewToOthers && isTold && tellsResults(contest) };
  const readers = boardReaders.filter((each) => isNewTo[each]);
  if (readers.length > 0) await raiseCells(db, contestId, readers).execute();
}

/** Where something was submitted since; elsewhere what there is now is what there was then. */
function asOfFreeze({ bestScore, bestScoreAt, bestScoreBy, judgedCount, wrongCount }: Cell) {
  const ifKept = (value: SQL) =>
    sql`case when ${contestResults.frozenSubmissionCount} is not null then ${value} end`;
  return {
    frozenBestScore: ifKept(sql`${bestScore}::numeric`),
    frozenBestScoreAt: ifKept(sql`${bestScoreAt?.toISOString() ?? null}::timestamptz`),
    frozenBestScoreBy: ifKept(sql`${bestScoreBy}::bigint`),
    frozenJudgedCount: ifKept(sql`${judgedCount}::int`),
    frozenWrongCount: ifKept(sql`${wrongCount}::int`),
  };
}

type ShownColumn =
  | 'frozenSubmissionCount'
  | 'bestScore'
  | 'bestScoreAt'
  | 'bestScoreBy'
  | 'judgedCount'
  | 'wrongCount'
  | 'frozenBestScore'
  | 'frozenBestScoreAt'
  | 'frozenBestScoreBy'
  | 'frozenJudgedCount'
  | 'frozenWrongCount';

type ShownCell = Readonly<Record<ShownColumn, PgColumn>>;

/** All of the cell that boards follow from: neither the submission that lists show as the best nor the groups. */
function liveOf(cell: ShownCell): SQL {
  return sql`(${cell.bestScore}, ${cell.bestScoreAt}, ${cell.bestScoreBy}, ${cell.judgedCount}, ${cell.wrongCount})`;
}

/** The same for whom the freeze is. */
function frozenOf(cell: ShownCell): SQL {
  return sql`case when ${cell.frozenSubmissionCount} is null then ${liveOf(cell)}
    else (${cell.frozenBestScore}, ${cell.frozenBestScoreAt}, ${cell.frozenBestScoreBy}, ${cell.frozenJudgedCount},
      ${cell.frozenWrongCount}) end`;
}

function isAt(cell: CellKey) {
  return and(eq(contestResults.contestProblemId, columnOf(cell)), eq(contestResults.userId, cell.userId));
}

function columnOf({
  contestId,
  problemId,
}: {
  readonly [Part in 'contestId' | 'problemId']: number | Placeholder;
}): SQL<number> {
  return sql<number>`(select ${contestProblems.id} from ${contestProblems}
    where ${contestProblems.contestId} = ${contestId} and ${contestProblems.problemId} = ${problemId})`;
}

/**
 * With the columns that the format's `rank` gives: as it is now, and once it has finished as it was then. Who takes part unofficially (`is_unofficial`) has no place, nor leaves a gap,
 * and neither does whose account is gone. `overall_place` is the place among all of them: the order in which both stand,
 * those who are ranked and, apart, the others. `whose`: as for `rank`, of a contest that has not finished.
 */
export function selectStandings(contest: BoardContest, audience: Audience, whose?: SQL): SQL {
  return sql`
    select overall.user_id, username, total_score, penalty, detailed_scores, reached_at,
      ${isUnofficialNow} as is_unofficial, place as overall_place,
      case when not ${isUnofficialNow} then rank() over (partition by ${isUnofficialNow} order by place) end as place
    from (${selectOverall(contest, audience, whose)}) as overall
      left join ${contestParticipants} on ${contestParticipants.contestId} = ${contest.id}
        and ${contestParticipants.userId} = overall.user_id`;
}

/** The participation that a final standing is of, where there is one still. */
export const isParticipationOfStanding = and(
  eq(contestParticipants.contestId, contestStandings.contestId),
  eq(contestParticipants.userId, contestStandings.userId),
);

/** Also where there is none. */
export const isUnofficialNow = sql<boolean>`coalesce(${contestParticipants.isUnofficial}, false)`;

type BoardContest = RankedContest & Pick<ContestRow, 'freezeAt' | 'finishedAt'>;

/**
 * Everybody ranked with everybody, which is also what the finish stores: who is unofficial may be decided later. What there
 * was at the freeze is kept in the cells, for a ceremony that is held afterwards.
 */
function selectOverall(contest: BoardContest, audience: Audience, whose?: SQL): SQL {
  const isAsOfFreeze = audience === 'frozen' && contest.freezeAt !== null;
  if (!contest.finishedAt || isAsOfFreeze) return formats[contest.format].rank(contest, audience, whose);
  return sql`
    select user_id, ${users.username} as username, trim_scale(total_score) as total_score, penalty, detailed_scores,
      null::bigint as reached_at, place
    from ${contestStandings} join ${users} on ${users.id} = user_id
    where ${contestStandings.contestId} = ${contest.id}`;
}

/**
 * After somebody became official or unofficial, or went with their account: the stars of the final standings are the
 * only thing in them that others lose or gain by it. By what was kept at the finish, since verdicts may be others by now;
 * where nothing was kept, by an earlier version, they stay.
 */
export async function restoreFirstSolves(db: Queryable, contestId: number): Promise<void> {
  const firsts = sql`
    select distinct on (step ->> 'problem_id') step ->> 'problem_id' as slug, ${contestStandings.userId} as user_id
    from ${contestStandings}
      join ${contestParticipants} on ${contestParticipants.contestId} = ${contestStandings.contestId}
        and ${contestParticipants.userId} = ${contestStandings.userId}
      cross join jsonb_array_elements(${contestStandings.history}) as step
    where ${contestStandings.contestId} = ${contestId} and not ${contestParticipants.isUnofficial} and step ? 'full'
    order by step ->> 'problem_id', (step ->> 'at_ms')::bigint,
      case when jsonb_typeof(step -> 'full') = 'number' then (step -> 'full')::bigint end, ${contestStandings.userId}`;
  await db.execute(sql`
    update ${contestStandings} set detailed_scores = (
      select coalesce(jsonb_object_agg(cells.slug, case when firsts.slug is not null
        then cell || '{"first": true}' else cell - 'first' end), '{}')
      from jsonb_each(${contestStandings.detailedScores}) as cells (slug, cell)
        left join (${firsts}) as firsts on firsts.slug = cells.slug and firsts.user_id = ${contestStandings.userId})
    where ${contestStandings.contestId} = ${contestId} and ${contestStandings.history} is not null`);
}

/**
 * The finished contests in which this user has stars, all that they are in being locked: whoever takes the user out restores
 * the stars of each afterwards.
 */
export async function lockContestsWithStarsOf(db: Queryable, userId: number): Promise<number[]> {
  const isTheirs = eq(contestStandings.userId, userId);
  const stored = db.select({ id: contestStandings.contestId }).from(contestStandings).where(isTheirs);
  await db
    .select({ id: contests.id })
    .from(contests)
    .where(inArray(contests.id, stored))
    .orderBy(asc(contests.id))
    .for('update');
  // In a statement after it: somebody else's account may have gone just before, and left this one the star.
  const starred = await db
    .select({ id: contestStandings.contestId })
    .from(contestStandings)
    .where(and(isTheirs, sql`${contestStandings.detailedScores} @? '$.*.first'`));
  return starred.map(({ id }) => id);
}

/** The columns are the same; what its place says, and who else solved a problem first, is not told by one row. */
export function selectOwnRow(contest: BoardContest, userId: number): SQL {
  if (!contest.finishedAt) return formats[contest.format].rank(contest, 'own', sql`${userId}`);
  return sql`select * from (${selectOverall(contest, 'own')}) as final where user_id = ${userId}`;
}

/** The final standings, with the way to them: from here on they no longer follow from submissions. */
export async function storeStandings(db: Queryable, contest: TracedContest): Promise<void> {
  const { id, format } = contest;
  await db.execute(sql`
    insert into ${contestStandings} (contest_id, place, user_id, total_score, penalty, detailed_scores, progress, history)
    select ${id}::int, place, user_id, total_score, penalty, detailed_scores, '[]', '[]'
    from (${formats[format].rank(contest, 'staff')}) as ranked`);
  const placed = await db
    .select({ userId: contestStandings.userId })
    .from(contestStandings)
    .where(eq(contestStandings.contestId, id));
  await storeHistory(db, contest, await traceAll(db, contest, placed));
}

/** Contests whose scoreboards show this user: they are not the same after the name changed or the account went. */
export async function listContestsOfUser(db: Queryable, userId: number): Promise<number[]> {
  const shown = await db
    .selectDistinct({ contestId: contestResults.contestId })
    .from(contestResults)
    .where(eq(contestResults.userId, userId))
    .orderBy(asc(contestResults.contestId));
  return shown.map(({ contestId }) => contestId);
}
