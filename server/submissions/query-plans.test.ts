import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, it } from 'vitest';
import type { SessionUser } from '#contract/accounts.ts';
import * as schema from '#store/schema.ts';
import { fillSubmissions } from '#store/testing/fill-submissions.ts';
import { makeTestDatabase } from '#store/testing/test-database.ts';
import { findProblem, listProblems } from '../problems/queries.ts';
import { getSubmission, listSubmissions } from './queries.ts';
import { listScores } from './scoreboard.ts';

const { pool } = await makeTestDatabase();
await fillSubmissions(pool, { users: 2000, problems: 100, submissions: 60_000 });

const asked: { text: string; params: unknown[] }[] = [];
const db = drizzle(pool, { schema, logger: { logQuery: (text, params) => asked.push({ text, params }) } });

const { rows } = await pool.query(
  `select user_id as id, max(id)::int as latest from submissions group by 1 order by count(*) desc limit 1`,
);
const viewer: SessionUser = { id: rows[0].id, username: 'x', role: 'user' };

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

function scans(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scans)];
}

it.each([
  ['all submissions', () => listSubmissions(db, viewer, { limit: 100 })],
  ['an older page', () => listSubmissions(db, viewer, { limit: 100, before: 30_000 })],
  ['one’s own', () => listSubmissions(db, viewer, { userId: viewer.id, limit: 100 })],
  ['a problem’s', () => listSubmissions(db, viewer, { problemId: 'problem1', limit: 100 })],
  ['a rare problem’s', () => listSubmissions(db, viewer, { problemId: 'problem100', limit: 100 })],
  [
    'one’s own of a problem',
    () => listSubmissions(db, viewer, { userId: viewer.id, problemId: 'problem2', limit: 100 }),
  ],
  ['one submission', () => getSubmission(db, viewer, rows[0].latest, undefined)],
  ['the problems with stats', () => listProblems(db, viewer.id, { withHidden: false })],
  ['a contest’s', () => listSubmissions(db, viewer, { contestId: 1, limit: 100 })],
  ['one problem with stats', () => findProblem(db, 'problem3', viewer.id)],
  ['the scoreboard', () => listScores(db)],
])('%s: no list reads the whole table of submissions', async (_, ask) => {
  asked.length = 0;
  await ask();
  expect(asked.length).toBeGreaterThan(0);
  for (const { text, params } of asked) {
    const plan = await pool.query(`explain (format json) ${text}`, params);
    const read = scans(plan.rows[0]['QUERY PLAN'][0].Plan);
    expect([text, read]).toEqual([text, expect.not.arrayContaining(['submissions'])]);
    expect(read).not.toContain('problem_results');
  }
});
