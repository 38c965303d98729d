/**
 * What a plan may hold, whichever format it was read from: it is one row of the database, which every judgement reads,
 * and short settings can say much. What lists and pages show of it must be seen.
 */

import { limits } from '#contract/limits.ts';
import { hasUnseen } from '#contract/texts.ts';
import { words } from '#contract/words.ts';
import type { Archive } from './archive.ts';
import type { PackagePlan } from './formats/format.ts';
import { groupsMax } from './package-groups.ts';
import { ArchiveRefused, cutName } from './refusal.ts';
import { membershipsMax } from './test-groups.ts';

/** As many as an archive has room for when each has files of its own. */
const testsMax = limits.archiveMaxEntries / 2;
/** Each is judged on every test, and what it came to is kept. */
const solutionsMax = 500;
/** Characters, in all: each test has those of its group. */
const checkerArgsMax = 4_000_000;

export function checkPlan({ tests, groups, solutions }: PackagePlan): void {
  refuseOver('tests', tests.length, testsMax);
  refuseOver('groups', groups.length, groupsMax);
  refuseOver('memberships', sumOf(tests.map((test) => test.groups.length)), membershipsMax);
  refuseOver('solutions', solutions.length, solutionsMax);
  refuseOver(
    'checker_args',
    sumOf(tests.flatMap(({ checkerArgs = [] }) => checkerArgs.map(({ length }) => length))),
    checkerArgsMax,
  );
  const strange = groups.find(({ name }) => hasUnseen(name) || !name.isWellFormed());
  if (strange) throw new ArchiveRefused(words('archive_strange_group', { group: cutName(strange.name) }));
}

type Counted = 'tests' | 'groups' | 'memberships' | 'solutions' | 'checker_args';

function refuseOver(of: Counted, count: number, most: number): void {
  if (count > most) throw new ArchiveRefused(words('archive_too_much', { of, most }));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

const pdfSignature = '%PDF-';

/** As for one that is uploaded by itself. */
export async function checkStatement(archive: Archive, { statement }: PackagePlan): Promise<void> {
  if (!statement) return;
  const { name, bytes } = statement;
  if (bytes > limits.pdfMaxBytes) {
    const limitBytes = limits.pdfMaxBytes;
    throw new ArchiveRefused(words('archive_file_too_large', { file: cutName(name), limitBytes }));
  }
  const beginning: Buffer[] = [];
  for await (const chunk of archive.read(statement)) {
    beginning.push(chunk);
    if (sumOf(beginning.map(({ length }) => length)) >= pdfSignature.length) break;
  }
  if (!Buffer.concat(beginning).toString('latin1').startsWith(pdfSignature))
    throw new ArchiveRefused(words('archive_no_pdf', { file: cutName(name) }));
}
