import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#store/database.ts';
import { userScores, users } from '#store/schema.ts';

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
    .orderBy(
      desc(userScores.totalScore),
      desc(userScores.problemsSolved),
      asc(sql`lower(${users.username})`),
    );
}
