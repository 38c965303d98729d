/** A package's files into the database, as a version of its problem that nobody is judged by yet. */

import { listImported } from '#contract/imported-packages.ts';
import type { StoredSolution } from '#contract/packages.ts';
import type { TestSetPlan } from '#contract/test-set-plan.ts';
import { words } from '#contract/words.ts';
import { writeBlob } from '#store/blobs.ts';
import type { NewVersion } from '#store/versions.ts';
import { readProgramSource } from '../checkers/program.ts';
import type { Archive } from '../import/archive.ts';
import type { ArchiveEntry } from '../import/entry-content.ts';
import type { PackagePlan } from '../import/formats/format.ts';
import { minos } from '../import/formats/minos.ts';
import { normaliseLineEnds } from '../import/line-ends.ts';
import { createNameFinder, mergeEqualTests } from '../import/merge-equal-tests.ts';
import type { FoundPackage } from '../import/packages.ts';
import { ArchiveRefused } from '../import/refusal.ts';
import { makeReport } from '../import/report.ts';
import { getLanguage } from '../languages/catalogue.ts';
import type { Import, ImportingWorker } from './import-task.ts';

export type StoredPackageFiles = Pick<NewVersion, 'plan' | 'report' | 'solutions' | 'blobIds'>;

const progressEveryMs = 300;

/** Streams each file: however large the archive, little of it is ever in memory. */
export async function storePackage(
  { worker, signal, tell }: Import,
  { archive, format }: FoundPackage,
  found: PackagePlan,
): Promise<StoredPackageFiles> {
  const { db } = worker;
  const total = found.tests.length * 2;
  const blobIds = new Set<number>();
  let done = 0;
  let toldAt = 0;

  const store = async (content: AsyncIterable<Uint8Array>): Promise<string> => {
    signal.throwIfAborted();
    const { id, sha256 } = await writeBlob(db, content);
    blobIds.add(id);
    return sha256;
  };
  const storeTestFile = async (entry: ArchiveEntry): Promise<string> => {
    const sha256 = await store(normaliseLineEnds(archive.read(entry)));
    done++;
    if (done === total || Date.now() - toldAt >= progressEveryMs) {
      toldAt = Date.now();
      await tell(words('import_unpacking'), done, total);
    }
    return sha256;
  };

  const tests: TestSetPlan['tests'][number][] = [];
  for (const test of found.tests) {
    const input = await storeTestFile(test.input);
    tests.push({ ...test, input, answer: await storeTestFile(test.answer) });
  }
  await tell(words('import_checking'), done, total);
  await compileChecker(worker, archive, found, signal);
  const checkerFiles: Record<string, string> = {};
  for (const [name, entry] of found.checkerFiles) checkerFiles[name] = await store(archive.read(entry));
  const solutions: StoredSolution[] = [];
  for (const solution of found.solutions)
    solutions.push({ ...solution, file: await store(archive.read(solution.file)) });
  const { groups, stopAtFirstFailure, scoreDecimals, checker } = found;
  const listed: TestSetPlan = { tests, groups, stopAtFirstFailure, scoreDecimals, checker, checkerFiles };
  const plan = format === minos ? listed : mergeEqualTests(listed);
  const report = makeReport(keepTests(found, plan));
  const nameOf = createNameFinder(listed, plan);
  return {
    plan,
    report,
    solutions: solutions.map((each) => renameTests(each, nameOf)),
    blobIds: [...blobIds],
  };
}

/** What is expected on single tests, by the names that these are judged by. */
function renameTests(
  { expected, ...solution }: StoredSolution,
  nameOf: (name: string) => string,
): StoredSolution {
  const parts = expected.parts?.map(({ tests, ...part }) => ({
    ...part,
    ...(tests && { tests: [...new Set(tests.map(nameOf))] }),
  }));
  return { ...solution, expected: { ...expected, ...(parts && { parts }) } };
}

/** What was found, with the tests that are judged; a copy of one that is in another group is accounted for. */
function keepTests(found: PackagePlan, { tests }: TestSetPlan): PackagePlan {
  const kept = new Map(tests.map((test) => [test.name, test]));
  const copies = found.tests.filter(({ name }) => !kept.has(name));
  return {
    ...found,
    tests: found.tests.flatMap((test) => {
      const judged = kept.get(test.name);
      return judged ? [{ ...test, groups: judged.groups, isSample: judged.isSample }] : [];
    }),
    ignored: [
      ...found.ignored,
      ...copies
        .flatMap(({ input, answer }) => [input, answer])
        .map(({ name }) => ({ name, reason: words('ignored_copy') })),
    ],
  };
}

/** A checker that does not compile is told now, to staff, and not with the first submission, to a contestant. */
async function compileChecker(
  { judge, judged }: ImportingWorker,
  archive: Archive,
  { checker, checkerFiles }: PackagePlan,
  signal: AbortSignal,
): Promise<void> {
  if (checker.name !== 'program') return;
  const source = await readProgramSource(checker, async (name) =>
    Buffer.concat(await Array.fromAsync(archive.read(checkerFiles.get(name) as ArchiveEntry))),
  );
  if (!judged.includes(source.language))
    throw new ArchiveRefused(words('archive_checker_language', { language: source.language }));
  const { packages = [] } = getLanguage(judge.languages, source.language);
  const allowed = packages.filter(({ isAllowed }) => isAllowed).map(({ id }) => id);
  const lacking = listImported(source.language, Buffer.from(source.code).toString('latin1')).find(
    (id) => !allowed.includes(id),
  );
  if (lacking) throw new ArchiveRefused(words('archive_checker_package', { package: lacking }));
  const compilation = await judge.compiler.compile(source, { signal });
  if (!compilation.ok)
    throw new ArchiveRefused(words('archive_checker_not_compiled', { compiler: compilation.said }));
  await compilation.release();
}
