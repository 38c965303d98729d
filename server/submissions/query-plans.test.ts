import { drizzle } from 'drizzle-orm/node-postgres';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '#contract/accounts.ts';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import * as schema from '#store/schema.ts';
import { fillRunningContest, fillSubmissions } from '#store/testing/fill-submissions.ts';
import { makeTestDatabase } from '#store/testing/test-database.ts';
import { readOverview } from '../overview/queries.ts';
import { findRejudge, listAdminProblems, setVisibility } from '../problems/for-staff.ts';
import { describeProblem } from '../problems/groups.ts';
import { listProblems } from '../problems/queries.ts';
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

const staff: SessionUser = { id: 999_998, username: 'z', role: 'staff' };

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

function scans(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scans)];
}

it.each([
  ['all submissions', () => listSubmissions(db, viewer, { limit: 100 })],
  ['an older page', () => listSubmissions(db, viewer, { limit: 100, before: 30_000 })],
  ['the nearest newer one', () => listSubmissions(db, staff, { limit: 1, after: 30_000 })],
  [
    'the nearest newer one of one’s own',
    () => listSubmissions(db, viewer, { userId: viewer.id, limit: 1, after: 30_000 }),
  ],
  ['one’s own', () => listSubmissions(db, viewer, { userId: viewer.id, limit: 100 })],
  ['a problem’s', () => listSubmissions(db, viewer, { problemId: 'problem1', limit: 100 })],
  ['a rare problem’s', () => listSubmissions(db, viewer, { problemId: 'problem100', limit: 100 })],
  [
    'one’s own of a problem',
    () => listSubmissions(db, viewer, { userId: viewer.id, problemId: 'problem2', limit: 100 }),
  ],
  ['a verdict’s', () => listSubmissions(db, viewer, { verdict: 'Wrong Answer', limit: 100 })],
  ['a rare verdict’s', () => listSubmissions(db, viewer, { verdict: 'Memory Limit Exceeded', limit: 100 })],
  ['a verdict’s that nobody has', () => listSubmissions(db, staff, { verdict: 'Skipped', limit: 100 })],
  [
    'a rare verdict’s of a problem',
    () => listSubmissions(db, staff, { problemId: 'problem1', verdict: 'Memory Limit Exceeded', limit: 100 }),
  ],
  ['a person’s', () => listSubmissions(db, staff, { username: 'USER7', verdict: 'Accepted', limit: 100 })],
  ['a language’s', () => listSubmissions(db, viewer, { language: 'cpp', limit: 100 })],
  [
    'a verdict’s in a contest',
    () => listSubmissions(db, viewer, { contestId: 1, verdict: 'Accepted', limit: 100 }),
  ],
  [
    'one submission',
    () =>
      getSubmission(db, viewer, rows[0].latest, { contestId: undefined, now: new Date(), say: sayInEnglish }),
  ],
  ['the problems with stats', () => listProblems(db, viewer)],
  ['a contest’s', () => listSubmissions(db, viewer, { contestId: 1, limit: 100 })],
  ['one problem with stats', () => describeProblem(db, 'problem3', viewer)],
  ['the scoreboard', () => listScores(db)],
  ['the problems for staff', () => listAdminProblems(db)],
  ['what a rejudge of a problem would be', () => findRejudge(db, 'problem100')],
  ['the state of the place', () => readOverview(db, sayInEnglish)],
])('%s: no list reads the whole table of submissions', async (_, ask) => {
  asked.length = 0;
  await ask();
  expect(asked.length).toBeGreaterThan(0);
  for (const { text, params } of asked) {
    const plan = await pool.query(`explain (format json) ${text}`, params);
    const read = scans(plan.rows[0]['QUERY PLAN'][0].Plan);
    expect([text, read]).toEqual([text, expect.not.arrayContaining(['submissions'])]);
    expect([text, read]).toEqual([text, expect.not.arrayContaining(['judgements'])]);
    expect(read).not.toContain('problem_results');
  }
});

describe('a page of submissions is found without reading through those that are not told', () => {
  /** How many submissions the questions of `ask` have looked at. */
  async function countRead(ask: () => Promise<unknown>): Promise<number> {
    asked.length = 0;
    await ask();
    let read = 0;
    for (const { text, params } of asked) {
      const plan = await pool.query(`explain (analyze, format json) ${text}`, params);
      read += rowsRead(plan.rows[0]['QUERY PLAN'][0].Plan);
    }
    return read;
  }

  function rowsRead(node: PlanNode): number {
    const rows = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
    const own = node['Relation Name'] === 'submissions' ? rows * (node['Actual Loops'] ?? 1) : 0;
    return own + (node.Plans ?? []).map(rowsRead).reduce((sum, count) => sum + count, 0);
  }

  const stranger: SessionUser = { id: 999_999, username: 'y', role: 'user' };
  const page = () => listSubmissions(db, stranger, { limit: 100 });

  it('when the newest are those of a contest that runs', async () => {
    await fillRunningContest(pool, 20_000);
    for (const filter of [
      {},
      { problemId: 'problem1' },
      { problemId: 'problem100' },
      { verdict: 'Wrong Answer' },
      { verdict: 'Memory Limit Exceeded' },
      { verdict: 'Wrong Answer', problemId: 'problem1' },
    ] as const) {
      const found = await listSubmissions(db, stranger, { limit: 100, ...filter });
      expect(found.length).toBeGreaterThan(0);
      expect(await countRead(() => listSubmissions(db, stranger, { limit: 100, ...filter }))).toBeLessThan(
        3000,
      );
    }
  });

  it('when most have a verdict that is not told', async () => {
    const accepted = { limit: 100, verdict: 'Accepted' } as const;
    const list = () => listSubmissions(db, stranger, accepted);
    expect((await list()).length).toBe(100);
    await pool.query(`update problems set feedback = 'samples' where slug <> 'problem100'`);
    for (const found of await list()) expect(found.problem_id).toBe('problem100');
    expect(await countRead(list)).toBeLessThan(3000);
    await pool.query(`update problems set feedback = 'full'`);
  });

  it('when all problems are hidden, and when only a rare one is shown', async () => {
    expect(await countRead(page)).toBeLessThan(1000);
    await pool.query('update problems set is_visible = false');
    expect(await page()).toEqual([]);
    expect(await countRead(page)).toBeLessThan(1000);
    expect(await countRead(() => listSubmissions(db, stranger, { limit: 100, problemId: 'problem1' }))).toBe(
      0,
    );
    await setVisibility(db, 'problem100', true);
    expect((await page()).length).toBeGreaterThan(0);
    expect(await countRead(page)).toBeLessThan(3000);
  });
});
