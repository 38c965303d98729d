import type { StoredReport } from '#contract/import-report.ts';
import type { CheckerNames } from '#contract/import-words.ts';
import { type Words, words } from '#contract/words.ts';
import type { ArchiveEntry } from './entry-content.ts';
import type { PackagePlan } from './formats/format.ts';

/** What staff see after an import. */
export function makeReport(plan: PackagePlan): StoredReport {
  const largest = findLargest(plan.tests.flatMap(({ input, answer }) => [input, answer]));
  return {
    tests: plan.tests.length,
    groups: plan.groupCount,
    shared_tests: plan.tests.filter(({ groups }) => groups.length > 1).length,
    samples: plan.tests.filter(({ isSample }) => isSample).length,
    largest_file: largest && { name: largest.name, bytes: largest.bytes },
    checker: describeChecker(plan),
    paired: plan.tests.map(({ name, input, answer }) => ({
      test: name,
      input: input.name,
      answer: answer.name,
    })),
    ignored: plan.ignored.map(({ name, reason }) => ({ name, reason })),
  };
}

function findLargest(files: readonly ArchiveEntry[]): ArchiveEntry | null {
  return files.reduce<ArchiveEntry | null>(
    (largest, file) => (largest === null || file.bytes > largest.bytes ? file : largest),
    null,
  );
}

function describeChecker({ checker, checkerFiles }: PackagePlan): Words<keyof CheckerNames> {
  switch (checker.name) {
    case 'program': {
      const file = checkerFiles.get(checker.source)?.name ?? checker.source;
      return words('checker_program', { file, points: checker.points });
    }
    case 'floats':
      return words('checker_floats', { absolute: checker.absolute, relative: checker.relative });
    default:
      return words(`checker_${checker.name}`);
  }
}
