import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { TriedSolution } from '#contract/packages.ts';
import type { TestSetPlan } from '#contract/test-set-plan.ts';
import { makeKattisPackages } from '#harness/sample-packages/kattis.ts';
import { makeOtherPackages } from '#harness/sample-packages/others.ts';
import { writeZip, type ZipEntry } from '#harness/zip.ts';
import { findOnlyPackage } from '#judge/import/packages.ts';
import { withArchive } from '#judge/import/testing/archive-on-disk.ts';
import { echo, startTestWorker } from '#judge/worker/testing.ts';
import { makeTestApp } from '#server/testing/test-app.ts';
import type { Database } from '#store/database.ts';
import { blobs, problems, statementTexts, testSets } from '#store/schema.ts';

const here = await startTestWorker();
const there = await startTestWorker();
const { signUp } = await makeTestApp({}, here.database);
const staff = await signUp('staff');
const author = { here: staff.id, there: await there.makeUser('author') };

const checker = `#include <cstdio>
int main(int, char** names) {
  int output = 0, answer = 0;
  FILE* o = fopen(names[2], "r");
  FILE* a = fopen(names[3], "r");
  if (!a || fscanf(a, "%d", &answer) != 1) return 3;
  if (!o || fscanf(o, "%d", &output) != 1 || output != answer) return 1;
  fprintf(stderr, "points %d", answer > 2 ? 50 : 100);
  return 7;
}`;

/** Everything that minos.yaml can say. */
const own: ZipEntry[] = [
  {
    name: 'minos.yaml',
    content: `title: Everything
name: everything
time_limit_ms: 700
memory_limit_mb: 96
languages: [python, cpp]
language_limits: {cpp: {time_allowance_ms: 50}, python: {time_factor: 2.5, memory_allowance_mb: 16}}
feedback: groups
statement: doc/statement.pdf
texts: [doc/statement.md]
checker: {name: program, source: chk/check.cpp, points: percent}
score_decimals: 2
stop_at_first_failure: false
groups:
  - {name: samples, points: 0, rule: ignore, tests: "sample*"}
  - {name: small, points: 30, tests: ["1", "2"]}
  - {name: large, points: 70, rule: sum, depends_on: small}
  - {name: first, points: 1, within: large, rule: all, tests: "3"}
  - {name: second, points: 2, within: large, rule: max, stop_at_first_failure: true, tests: ["4", "1"]}
tests:
  - {tests: "4", time_limit_ms: 900, memory_limit_mb: 128, checker_args: [strict, "a b"]}
solutions:
  - {file: sol/echo.cpp, permitted: [Accepted, Wrong Answer], score: [30, 99]}
  - file: sol/nothing.cpp
    required: [Wrong Answer]
    score: [0, 0]
    timed: false
    parts:
      - {group: small, permitted: [Wrong Answer], score: [0, 0]}
      - {tests: ["1", "4"], required: [Wrong Answer]}
  - {file: sol/other.py, language: pypy}
  - {file: sol/echo.txt, language: cpp, score: [30, 99]}
  - {file: sol/old.cpp, language: none}
`,
  },
  { name: 'doc/statement.pdf', content: '%PDF-1.4 a statement' },
  { name: 'doc/statement.md', content: '# Everything' },
  { name: 'chk/check.cpp', content: checker },
  { name: 'sol/echo.cpp', content: echo },
  { name: 'sol/nothing.cpp', content: 'int main() {}' },
  { name: 'sol/other.py', content: 'print(input())' },
  { name: 'sol/echo.txt', content: echo },
  { name: 'sol/old.cpp', content: '#include <iostream.h>' },
  { name: 'sample1.in', content: '1' },
  { name: 'sample1.out', content: '1' },
  ...[1, 2, 3, 4].flatMap((n) => [
    { name: `${n}.in`, content: `${n}` },
    { name: `${n}.out`, content: `${n}` },
  ]),
];

const samples: readonly { name: string; entries: readonly ZipEntry[] }[] = [
  { name: 'Minos', entries: own },
  ...[...(await makeKattisPackages()), ...(await makeOtherPackages())].map(({ folder, entries }) => ({
    name: folder,
    entries,
  })),
];

/** All that a problem is, with files by their content. What tests are called may change. */
async function readVersion(db: Database, slug: string) {
  const [row] = await db
    .select({ problem: problems, version: testSets, pdf: blobs.sha256 })
    .from(problems)
    .innerJoin(testSets, eq(testSets.id, problems.testSetId))
    .leftJoin(blobs, eq(blobs.id, problems.pdfBlobId))
    .where(eq(problems.slug, slug));
  if (!row) throw new Error(`${slug} is not there`);
  const { problem, version, pdf } = row;
  const texts = await db
    .select({ name: statementTexts.name, sha256: blobs.sha256 })
    .from(statementTexts)
    .innerJoin(blobs, eq(blobs.id, statementTexts.blobId))
    .where(eq(statementTexts.problemId, problem.id))
    .orderBy(statementTexts.name);
  const { tests, checkerFiles, checker, ...plan } = version.plan;
  return {
    title: problem.title,
    limits: [problem.timeLimitMs, problem.memoryLimitMb, problem.languageLimits],
    languages: problem.allowedLanguages,
    feedback: problem.feedback,
    pdf: pdf?.toString('hex'),
    texts: texts.map(({ name, sha256 }) => [name, sha256?.toString('hex')]),
    plan: { ...plan, groups: plan.groups.map(({ rule = 'min', ...group }) => ({ ...group, rule })) },
    tests: tests.map(({ name: _, ...test }) => test),
    checker: 'source' in checker ? { ...checker, source: '', headers: checker.headers.length } : checker,
    checkerFiles: Object.values(checkerFiles),
    solutions: version.trial?.solutions.map(({ name: _, seen, expected, ...solution }) => ({
      ...solution,
      expected: withPositions(expected, tests),
      seen: seen && { ...seen, slowest_ms: 0, against: null },
    })),
    files: version.solutions.map(({ file }) => file),
  };
}

/** Tests by where they stand, since their names may change. */
function withPositions({ parts, ...ofAll }: TriedSolution['expected'], tests: TestSetPlan['tests']) {
  const placeOf = (name: string) => tests.findIndex((test) => test.name === name);
  return { ...ofAll, parts: parts?.map((part) => ({ ...part, tests: part.tests?.map(placeOf) })) };
}

/** As another judge of the format reads it, which knows no manifest of ours. */
function readElsewhere(zip: Buffer) {
  return withArchive(zip, async (archive) => {
    const entries = archive.entries.filter(({ name }) => name !== 'minos.yaml');
    const { format, archive: own } = findOnlyPackage({ ...archive, entries });
    expect(format.name).toBe('Kattis');
    return format.plan(own);
  });
}

it.each(samples)('$name: what goes out comes in as the same problem elsewhere', async ({ name, entries }) => {
  const id = toId(name);
  const order = { kind: 'packages', fileName: `${id}.zip`, choices: [{ folder: '', id }] } as const;
  const brought = await here.importPackages(await writeZip(entries), { ...order, requestedBy: author.here });
  expect(brought.packages).toMatchObject([{ id, status: 'created' }]);
  const exported = await staff.get(`/api/admin/problems/${id}/package`);
  expect(exported.statusCode).toBe(200);
  expect(exported.headers['content-type']).toBe('application/zip');
  const elsewhere = await readElsewhere(exported.rawPayload);
  expect(elsewhere.tests.length).toBeGreaterThan(0);
  const again = await there.importPackages(exported.rawPayload, { ...order, requestedBy: author.there });
  expect(again.packages).toMatchObject([{ id, status: 'created' }]);
  expect(await readVersion(there.database.db, id)).toEqual(await readVersion(here.database.db, id));
});

it('several go out as one archive, each in a folder of its own', async () => {
  const ids = samples.slice(0, 2).map(({ name }) => toId(name));
  const exported = await staff.get(`/api/admin/packages?ids=${ids.join(',')}`);
  const again = await there.importPackages(exported.rawPayload, {
    kind: 'packages',
    fileName: 'problems.zip',
    choices: null,
    requestedBy: author.there,
  });
  expect(again.status).toBe('completed');
  expect(again.packages.map(({ id, status }) => [id, status])).toEqual(
    ids.toSorted().map((id) => [id, 'updated']),
  );
});

function toId(name: string): string {
  return `from-${name.toLowerCase().replace(/\W+/g, '-')}`;
}
