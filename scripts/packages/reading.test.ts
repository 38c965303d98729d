import { describe, expect, test } from 'vitest';
import { makeSamplePackages } from '#harness/sample-packages/all.ts';
import type { Archive } from '#judge/import/archive.ts';
import { findPackages } from '#judge/import/packages.ts';
import { withArchive } from '#judge/import/testing/archive-on-disk.ts';
import { createTally } from '#judge/run/score.ts';

const samples = await makeSamplePackages();

const formatNames: Record<string, RegExp> = {
  Polygon: /^Polygon/,
  CMS: /^CMS/,
  DMOJ: /^DMOJ/,
  Hydro: /^Hydro/,
  sinol: /^sinol/,
};

async function planOnly(archive: Archive) {
  const [found, ...others] = findPackages(archive);
  expect(others).toEqual([]);
  if (!found) throw new Error('nothing was found');
  return { found, plan: await found.format.plan(found.archive) };
}

describe.each(samples)('$format', ({ format, entries, title, timeLimitMs, memoryLimitMb, programs }) => {
  test('is read as what it is, in a folder of its own too', async () => {
    for (const folder of ['', 'task/']) {
      const files = entries.map(({ name, content }) => ({ name: `${folder}${name}`, content }));
      await withArchive(files, async (archive) => {
        const { found, plan } = await planOnly(archive);
        expect(format).toMatch(formatNames[found.format.name] ?? /never/);
        const { title: said, timeLimit, memoryLimitMb: memory, solutions } = plan;
        expect({ title: said, timeLimit, memory }).toEqual({
          title,
          timeLimit: timeLimitMs === null ? null : { ms: timeLimitMs },
          memory: memoryLimitMb,
        });
        const run = solutions.filter(({ language }) => language !== null).map(({ name }) => name);
        expect(run.toSorted()).toEqual(
          programs
            .filter(({ isJury }) => isJury)
            .map(({ name }) => name)
            .toSorted(),
        );
        expect(() => createTally(plan)).not.toThrow();
      });
    }
  });

  test('every file of it is part of a test, or listed with what becomes of it', async () => {
    await withArchive(entries, async (archive) => {
      const { plan } = await planOnly(archive);
      const listed = plan.ignored.map(({ name }) => name);
      const ofTests = plan.tests.flatMap(({ input, answer }) => [input.name, answer.name]);
      const names = archive.entries.map(({ name }) => name);
      expect(names.filter((name) => !listed.includes(name) && !ofTests.includes(name))).toEqual(
        names.filter((name) => name === 'data.zip'),
      );
      expect(listed.filter((name) => ofTests.includes(name))).toEqual([]);
      expect(new Set(listed).size).toBe(listed.length);
    });
  });
});
