import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { BestSubmission, bestFirst } from './best-submission.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const { db } = await makeTestDatabase();

const scores = [null, 0, 33.33, 100] as const;

/** As many tries as these, with every score that each may have. */
function listHistories(tries: number): (number | null)[][] {
  if (tries === 0) return [[]];
  return listHistories(tries - 1).flatMap((history) => scores.map((score) => [...history, score]));
}

test.each([0, 1, 2, 3])(
  'of %i submissions the database finds the same best as who is told them one by one',
  async (tries) => {
    for (const history of listHistories(tries)) {
      const best = new BestSubmission();
      for (const [index, score] of history.entries())
        best.add({ id: index + 1, score, submittedAt: new Date(index) });
      const made = JSON.stringify(history.map((score, index) => ({ id: index + 1, score })));
      const { rows } = await db.execute<{ id: number }>(sql`
      select submissions.id from jsonb_to_recordset(${made}::jsonb) as submissions (id int)
        join jsonb_to_recordset(${made}::jsonb) as judgements (id int, score numeric) on judgements.id = submissions.id
      order by ${bestFirst} limit 1`);
      expect([history, best.read().bestSubmissionId]).toEqual([history, rows[0]?.id ?? null]);
    }
  },
);
