import { asc, desc, eq, not, notInArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '#store/database.ts';
import { userScores, users } from '#store/schema.ts';
import { rolesThatCan } from '../policy.ts';
import { scoreboardLeavesOutStaff } from '../settings/queries.ts';

/** Who stands on the global scoreboard: everybody, or by a setting all but those who run the place. */
const stands = or(
  not(scoreboardLeavesOutStaff),
  notInArray(users.role, [...rolesThatCan('scoreboard.be-left-out')]),
);

/** Rows that verdicts keep up to date: reading them costs the same however many submissions there are. */
export function listScores(db: Queryable) {
  return db
    .select({
      username: users.username,
      problems_solved: userScores.problemsSolved,
      total_score: userScores.totalScore,
    })
    .from(userScores)
    .innerJoin(users, eq(users.id, userScores.userId))
    .where(stands)
    .orderBy(
      desc(userScores.totalScore),
      desc(userScores.problemsSolved),
      asc(sql`lower(${users.username})`),
    );
}
