import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { LanguageId } from '#contract/programs.ts';
import type { Expectation, JurySolution, TestSetPlan } from '#contract/test-set-plan.ts';
import { makeKattisPackages } from '#harness/sample-packages/kattis.ts';
import { makeOtherPackages } from '#harness/sample-packages/others.ts';
import type { SamplePackage } from '#harness/sample-packages/sample-package.ts';
import type { Archive } from '#judge/import/archive.ts';
import type { ArchiveEntry } from '#judge/import/entry-content.ts';
import type { PackagePlan } from '#judge/import/formats/format.ts';
import { mergeEqualTests } from '#judge/import/merge-equal-tests.ts';
import { findOnlyPackage } from '#judge/import/packages.ts';
import { withArchive } from '#judge/import/testing/archive-on-disk.ts';
import type { Verdict } from '#judge/run/judge.ts';
import { openTestBench, type TestBench, verdictOf } from '#judge/run/testing.ts';

// Compilers and a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

let bench: TestBench;
beforeAll(async () => {
  bench = await openTestBench();
});
afterAll(() => bench?.close());

const packages = [...(await makeKattisPackages()), ...(await makeOtherPackages())];

describe.each(packages.map((each) => [each.folder, each] as const))('the package %s', (_, sample) => {
  test('is read to the last file', async () => {
    const plan = await withArchive(sample.entries, planOnly);
    const planned = plan.tests.flatMap(({ input, answer }) => [input.name, answer.name]);
    const listed = plan.ignored.map(({ name }) => name);
    const names = sample.entries.map(({ name }) => name);
    const lost = names.filter((name) => !planned.includes(name) && !listed.includes(name));
    // What an archive within holds is planned instead of it.
    expect(lost).toEqual(names.filter((name) => name.endsWith('.zip')));
    expect(listed.filter((name, index) => planned.includes(name) || listed.indexOf(name) < index)).toEqual(
      [],
    );
    expect(plan.title).toBe(sample.title);
    expect(plan.solutions.map(({ name }) => name).toSorted()).toEqual(
      sample.solutions.map(({ name }) => name).toSorted(),
    );
  });

  test('gives each of its solutions the verdict and the score that it must get', async () => {
    const seen = await withArchive(sample.entries, (archive) => judgeSolutions(archive, sample));
    const { python } = bench.judge.languages.installed;
    expect(seen).toEqual([
      ...sample.solutions.map((each) =>
        python || !each.name.endsWith('.py') ? each : { ...each, verdict: null },
      ),
      ...(sample.programs ?? []).map(({ name, verdict }) => ({ name, verdict })),
    ]);
  });
});

function planOnly(archive: Archive): Promise<PackagePlan> {
  const found = findOnlyPackage(archive);
  return found.format.plan(found.archive);
}

async function judgeSolutions(archive: Archive, { solutions, programs = [] }: SamplePackage) {
  const plan = await planOnly(archive);
  const paths = new Map<string, string>();
  const stored = mergeEqualTests(await storePlan(archive, plan, paths));
  const testSet = { ...stored, pathOf: (sha256: string) => paths.get(sha256) ?? '' };
  const timeLimitMs = plan.timeLimit && 'ms' in plan.timeLimit ? plan.timeLimit.ms : 1000;
  const limits = { timeLimitMs, memoryLimitBytes: (plan.memoryLimitMb ?? 256) * 1024 * 1024 };
  const judgeCode = (code: Uint8Array, language: LanguageId = 'cpp') =>
    verdictOf(bench.judge.judgeSubmission({ language, code }, testSet, limits));
  const judgeOne = async (solution: JurySolution<ArchiveEntry>) => {
    const { language } = solution;
    if (language === null || !bench.judge.languages.installed[language]) return null;
    const verdict = await judgeCode(await readEntry(archive, solution.file), language);
    expect([solution.name, meets(solution.expected, verdict)]).toEqual([solution.name, true]);
    return { status: verdict.overallStatus, score: verdict.score };
  };
  const seen: { name: string; verdict: Awaited<ReturnType<typeof judgeOne>> }[] = [];
  for (const { name } of solutions) {
    const solution = plan.solutions.find((each) => each.name === name);
    seen.push({ name, verdict: solution ? await judgeOne(solution) : null });
  }
  for (const { name, code } of programs) {
    const { overallStatus, score } = await judgeCode(Buffer.from(code));
    seen.push({ name, verdict: { status: overallStatus, score } });
  }
  return seen;
}

/** As an import stores it: files by their hashes. */
async function storePlan(
  archive: Archive,
  plan: PackagePlan,
  paths: Map<string, string>,
): Promise<TestSetPlan> {
  const store = async (entry: ArchiveEntry) => {
    const content = await readEntry(archive, entry);
    const sha256 = createHash('sha256').update(content).digest('hex');
    paths.set(sha256, paths.get(sha256) ?? (await bench.file(content)));
    return sha256;
  };
  const tests = plan.tests.map(async (each) => ({
    ...each,
    input: await store(each.input),
    answer: await store(each.answer),
  }));
  const checkerFiles: Record<string, string> = {};
  for (const [name, entry] of plan.checkerFiles) checkerFiles[name] = await store(entry);
  const { groups, stopAtFirstFailure, scoreDecimals, checker } = plan;
  return {
    tests: await Promise.all(tests),
    groups,
    stopAtFirstFailure,
    scoreDecimals,
    checker,
    checkerFiles,
  };
}

async function readEntry(archive: Archive, entry: ArchiveEntry): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(archive.read(entry)));
}

function meets({ permitted, required, score }: Expectation, verdict: Verdict): boolean {
  const statuses = verdict.results
    .map(({ status, passed }) => (passed ? 'Accepted' : status))
    .filter((status) => status !== 'Skipped');
  const [least, most] = score ?? [0, 100];
  return (
    statuses.every((status) => permitted?.includes(status) ?? true) &&
    (required === undefined || statuses.some((status) => required.includes(status))) &&
    verdict.score >= least &&
    verdict.score <= most
  );
}
