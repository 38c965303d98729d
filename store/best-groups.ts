/**
 * The most that a person's submissions to a problem earned in each of its groups, as one column of what they have reached
 * (standings.ts, contest-standings.ts), so that no page has to read the submissions. Of those that are judged with the
 * tests in force: what another test set calls by the same name is another group. So the number of that set stands beside
 * it, and when there is a new one nobody has a best until something is judged, or judged again, with it.
 */
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { hasVerdictOf } from './in-force.ts';
import { type BestGroups, judgements, problems, submissions } from './schema.ts';

/** As the submissions are called in `selectBestGroups`. */
export const counted = alias(submissions, 'counted');
const made = alias(judgements, 'made');
const asked = alias(problems, 'asked');

/** Those of these submissions that are judged, as rows of user_id, problem_id and best_groups. */
export function selectBestGroups(isCounted: SQL | undefined): SQL {
  return sql`
    select user_id, problem_id,
      jsonb_build_object('testSetId', test_set_id, 'earned', jsonb_object_agg(name, earned)) as best_groups
    from (
      select ${counted.userId}, ${counted.problemId}, ${made.testSetId}, part.name, max(part.earned) as earned
      from ${submissions} counted
        join ${judgements} made on ${made.id} = ${counted.judgementId}
        join ${problems} asked on ${asked.id} = ${counted.problemId} and ${asked.testSetId} = ${made.testSetId},
        jsonb_to_recordset(${made.groups}) as part (name text, earned numeric)
      where ${and(isCounted, hasVerdictOf(counted), isNotNull(made.groups))}
      group by ${counted.userId}, ${counted.problemId}, ${made.testSetId}, part.name
    ) best
    group by user_id, problem_id, test_set_id`;
}

interface Whose {
  readonly userId: number;
  readonly problemId: number;
  /** Of the submissions in this contest, otherwise of those in the main list. */
  readonly contestId?: number;
}

/** As an expression, which is null where nothing has earned anything. */
export function bestGroupsOf({ userId, problemId, contestId }: Whose): SQL<BestGroups | null> {
  const isCounted = and(
    eq(counted.userId, userId),
    eq(counted.problemId, problemId),
    contestId === undefined ? counted.inMain : eq(counted.contestId, contestId),
  );
  return sql`(select best_groups from (${selectBestGroups(isCounted)}) own)`;
}
