/**
 * The most that a person's submissions to a problem earned in each of its groups, as one column of what they have reached
 * (standings.ts, contest-standings.ts), so that no page has to read the submissions. Of those that are judged with the
 * tests in force: what another test set calls by the same name is another group. So the number of that set stands beside
 * it, and when there is a new one nobody has a best until something is judged, or judged again, with it.
 */
import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type BestGroups, judgements, problems, submissions } from './schema.ts';

const own = alias(submissions, 'own');
const made = alias(judgements, 'made');
const asked = alias(problems, 'asked');

interface Whose {
  readonly userId: number | SQLWrapper;
  readonly problemId: number | SQLWrapper;
  /** Of the submissions in this contest, otherwise of those in the main list. */
  readonly contestId?: number;
}

/** As an expression, which is null where nothing has earned anything. */
export function bestGroupsOf({ userId, problemId, contestId }: Whose): SQL<BestGroups | null> {
  const counts = contestId === undefined ? own.inMain : eq(own.contestId, contestId);
  return sql`(
    select jsonb_build_object('testSetId', test_set_id, 'earned', jsonb_object_agg(name, earned))
    from (
      select ${made.testSetId} as test_set_id, part.name, max(part.earned) as earned
      from ${submissions} own
        join ${judgements} made on ${made.id} = ${own.judgementId}
        join ${problems} asked on ${asked.id} = ${own.problemId} and ${asked.testSetId} = ${made.testSetId},
        jsonb_to_recordset(${made.groups}) as part (name text, earned numeric)
      where ${own.userId} = ${userId} and ${own.problemId} = ${problemId} and ${counts}
        and ${own.verdict} is not null
      group by ${made.testSetId}, part.name
    ) best
    group by test_set_id)`;
}
