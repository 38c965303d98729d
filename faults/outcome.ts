/** What must hold after every fault, read from the database and the API and compared with a recount. */
import type pg from 'pg';
import { expect } from 'vitest';
import { getMe } from '#contract/accounts.ts';
import { getContestScoreboard } from '#contract/contest-scoreboard.ts';
import { getScoreboard } from '#contract/submissions.ts';
import type { Client } from '#harness/client.ts';
import { isVerdict, readJournal } from './journal.ts';
import { readExpected } from './programs.ts';
import type { Person, World } from './world.ts';

interface SubmissionRow {
  readonly id: number;
  readonly username: string;
  readonly problem_id: string;
  readonly contest_id: number | null;
  readonly in_main: boolean;
  readonly status: string;
  readonly score: number | null;
  readonly fault: string | null;
  readonly submitted_at: Date;
  readonly code: Buffer;
}

export async function readSubmissions(pool: pg.Pool): Promise<SubmissionRow[]> {
  const { rows } = await pool.query(
    `select submissions.*, status, score::float8, fault, username, slug as problem_id from submissions
     join judgements on judgements.id = judgement_id join users on users.id = submissions.user_id
     join problems on problems.id = problem_id order by submissions.id`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Acknowledged or not: whatever is stored is judged right, and once. */
export async function expectRightVerdicts({
  pool,
  acknowledged,
  notOnDisk,
}: Pick<World, 'pool' | 'acknowledged' | 'notOnDisk'>): Promise<void> {
  const stored = await readSubmissions(pool);
  const ids = new Set(stored.map(({ id }) => id));
  expect(
    [...acknowledged].filter((id) => !ids.has(id)),
    'acknowledged and lost',
  ).toEqual([]);
  expect(notOnDisk, 'acknowledged before it was on the disk').toEqual([]);
  const verdicts = new Map<string, number>();
  const journal = await readJournal(pool, 'submission');
  for (const entry of journal.filter(isVerdict)) {
    verdicts.set(entry.subject, (verdicts.get(entry.subject) ?? 0) + 1);
  }
  const outcome = stored.map(({ id, status, score, fault }) => ({
    id,
    status,
    score,
    fault,
    verdicts: verdicts.get(String(id)),
  }));
  const expected = stored.map(({ id, code }) => ({
    id,
    ...readExpected(code.toString()),
    fault: null,
    verdicts: 1,
  }));
  expect(outcome).toEqual(expected);
  expect([...new Set(journal.map(({ durability }) => durability))], 'durability of the database').toEqual([
    'on on',
  ]);
}

/** Problem by problem, the best score of each person, and how often they tried. */
function recount(submissions: readonly SubmissionRow[]) {
  const people = new Map<string, Map<string, { score: number; attempts: number; reachedAt: Date }>>();
  for (const { username, problem_id, score, submitted_at } of submissions) {
    const problems = people.get(username) ?? new Map();
    people.set(username, problems);
    const best = problems.get(problem_id) ?? { score: -1, attempts: 0, reachedAt: submitted_at };
    const isBetter = (score ?? 0) > best.score;
    problems.set(problem_id, {
      score: Math.max(best.score, score ?? 0),
      attempts: best.attempts + 1,
      reachedAt: isBetter ? submitted_at : best.reachedAt,
    });
  }
  return [...people].map(([username, problems]) => {
    const results = [...problems.values()];
    return {
      username,
      problems,
      total: results.reduce((sum, { score }) => sum + score, 0),
      solved: results.filter(({ score }) => score === 100).length,
      reachedAt: Math.max(
        0,
        ...results.filter(({ score }) => score > 0).map(({ reachedAt }) => Number(reachedAt)),
      ),
    };
  });
}

export async function expectRightScoreboard(pool: pg.Pool, reader: Client): Promise<void> {
  const counted = recount((await readSubmissions(pool)).filter(({ in_main }) => in_main));
  const shown = await reader.call(getScoreboard);
  expect(shown.toSorted(byName)).toEqual(
    counted
      .map(({ username, solved, total }) => ({ username, problems_solved: solved, total_score: total }))
      .toSorted(byName),
  );
  const { rows } = await pool.query(
    `select username, slug as problem_id, submission_count as attempts, best_score::float8 as score from problem_results
     join users on users.id = user_id join problems on problems.id = problem_id
     order by username collate "C", slug collate "C"`,
  );
  expect(rows, 'standings per problem').toEqual(
    counted
      .toSorted(byName)
      .flatMap(({ username, problems }) =>
        [...problems]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([problem_id, { attempts, score }]) => ({ username, problem_id, attempts, score })),
      ),
  );
}

function byName(a: { username: string }, b: { username: string }): number {
  return a.username < b.username ? -1 : 1;
}

function findFirstSolver(people: ReturnType<typeof recount>, problemId: string): string | undefined {
  const solvedAt = ({ problems }: (typeof people)[number]) => {
    const result = problems.get(problemId);
    return result?.score === 100 ? Number(result.reachedAt) : Number.POSITIVE_INFINITY;
  };
  const [first] = people.toSorted((a, b) => solvedAt(a) - solvedAt(b));
  return first && Number.isFinite(solvedAt(first)) ? first.username : undefined;
}

/** Finished, once, with the standings that follow from its submissions. */
export async function expectFinishedOnce(pool: pg.Pool, reader: Client, contestId: number): Promise<void> {
  expect(await readJournal(pool, 'contest finished', contestId)).toHaveLength(1);
  const own = (await readSubmissions(pool)).filter(({ contest_id }) => contest_id === contestId);
  expect(own.every(({ in_main }) => in_main)).toBe(true);
  const { scoreboard } = await reader.call(getContestScoreboard, { params: { id: contestId } });
  const ranked = recount(own).toSorted(
    (a, b) => b.total - a.total || a.reachedAt - b.reachedAt || byName(a, b),
  );
  expect(
    scoreboard.map(({ username, total_score, detailed_scores }) => ({
      username,
      total_score,
      detailed_scores,
    })),
  ).toEqual(
    ranked.map(({ username, total, problems }) => ({
      username,
      total_score: total,
      detailed_scores: Object.fromEntries(
        [...problems].map(([id, { score, attempts }]) => [
          id,
          { score, attempts, ...(findFirstSolver(ranked, id) === username && { first: true }) },
        ]),
      ),
    })),
  );
}

export async function expectSessions(people: readonly Person[]): Promise<void> {
  const named = await Promise.all(
    people.map(async ({ client }) => (await client.call(getMe)).user?.username),
  );
  expect(named).toEqual(people.map(({ username }) => username));
}
