import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { makeSamplePackages } from '#harness/sample-packages/all.ts';
import { writeZip } from '#harness/zip.ts';
import { problems, testSets } from '#store/schema.ts';
import { startTestWorker } from './testing.ts';

const { database, importPackages, makeUser, submit } = await startTestWorker();
const author = await makeUser('author');
const samples = await makeSamplePackages();

it.each(samples)('$format: every program gets the verdict and score that it must get', async (sample) => {
  const id = sample.format.toLowerCase().replace(/\W+/g, '-');
  const job = await importPackages(await writeZip(sample.entries), {
    kind: 'packages',
    fileName: `${id}.zip`,
    choices: [{ folder: '', id }],
    requestedBy: author,
  });
  expect(job.packages).toMatchObject([{ id, status: 'created' }]);
  const [row] = await database.db
    .select({ key: problems.id, trial: testSets.trial })
    .from(problems)
    .innerJoin(testSets, eq(testSets.id, problems.testSetId))
    .where(eq(problems.slug, id));
  const seen = new Map(row?.trial?.solutions.map(({ name, seen }) => [name, seen]));
  for (const { name, isJury, code, status, score } of sample.programs) {
    const got = isJury ? seen.get(name) : await submit(id, code);
    expect([name, got?.status, got?.score], name).toEqual([name, status, score]);
  }
});
