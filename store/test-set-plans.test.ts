import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { findBlob, readBlob, sweepUnused } from './blobs.ts';
import { migrateDatabase, migrateThrough } from './migrate.ts';
import { testSets } from './schema.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

it('plans of the release before, with one group a test and checkers inside, are read as those of this one', async () => {
  const { pool, db, connectionString } = await makeTestDatabase({ empty: true });
  await migrateThrough(pool, '0006_mended_promises');
  const file = { input: 'a'.repeat(64), answer: 'b'.repeat(64), isSample: false };
  const groups = [{ name: 'small', points: 33.3, dependsOn: [] }];
  const grouped = {
    tests: [
      { ...file, name: '1', group: 'small' },
      { ...file, name: '2', group: 'small' },
    ],
    groups,
    stopAtFirstFailure: true,
  };
  const plain = { tests: [{ ...file, name: '1', group: null }], groups: [], stopAtFirstFailure: false };
  const floats = { name: 'floats', absolute: 1e-6, relative: 0 };
  const headers = { 'testlib.h': base64('int lib;'), 'empty.h': '' };
  const oldPlans = [
    { ...grouped, checker: floats },
    { ...plain, checker: { name: 'tokens' } },
    { ...plain, checker: { name: 'program', source: base64('int main() {}'), headers, points: 'percent' } },
    { ...plain, checker: { name: 'program', source: base64('int main() {}'), headers: {} } },
    { tests: [], groups: [], stopAtFirstFailure: false, checker: { name: 'exact' } },
  ];
  await pool.query(
    "insert into problems (id, title, time_limit_ms, memory_limit_mb) values ('old', 'Old', 1, 1)",
  );
  for (const plan of oldPlans)
    await pool.query("insert into test_sets (problem_id, plan, report) values ('old', $1, '{}')", [plan]);

  await migrateDatabase(connectionString);

  const plans = (await db.select().from(testSets).orderBy(testSets.id)).map(({ plan }) => plan);
  const tests = [{ ...file, name: '1', groups: [] }];
  const asNow = { groups: [], stopAtFirstFailure: false, scoreDecimals: 0 };
  const files = plans[2]?.checkerFiles ?? {};
  expect(plans).toEqual([
    {
      ...asNow,
      tests: [
        { ...file, name: '1', groups: ['small'] },
        { ...file, name: '2', groups: ['small'] },
      ],
      groups,
      stopAtFirstFailure: true,
      checker: floats,
      checkerFiles: {},
    },
    { ...asNow, tests, checker: { name: 'tokens' }, checkerFiles: {} },
    {
      ...asNow,
      tests,
      checker: {
        name: 'program',
        source: 'checker.cpp',
        headers: expect.toSatisfy((names: string[]) => names.toSorted().join() === 'empty.h,testlib.h'),
        points: 'percent',
      },
      checkerFiles: {
        'checker.cpp': expect.any(String),
        'testlib.h': expect.any(String),
        'empty.h': expect.any(String),
      },
    },
    {
      ...asNow,
      tests,
      checker: { name: 'program', source: 'checker.cpp', headers: [], points: null },
      checkerFiles: { 'checker.cpp': files['checker.cpp'] },
    },
    { ...asNow, tests: [], checker: { name: 'exact' }, checkerFiles: {} },
  ]);

  // A day on, too: what nothing refers to is swept.
  await sweepUnused(db, new Date(Date.now() + 25 * 60 * 60 * 1000));
  const contents = Object.entries(files).map(async ([name, sha256]) => {
    const blob = await findBlob(db, { sha256 });
    if (!blob) throw new Error(`${name} is gone`);
    return [name, Buffer.concat(await Array.fromAsync(readBlob(db, blob))).toString()];
  });
  expect(Object.fromEntries(await Promise.all(contents))).toEqual({
    'checker.cpp': 'int main() {}',
    'testlib.h': 'int lib;',
    'empty.h': '',
  });
  const { rows } = await db.execute(sql`select tgname from pg_trigger where tgname = 'announce_submission'`);
  expect(rows).toHaveLength(1);
});
