/** Packages and trials as staff are told of them. */
import { and, eq, inArray } from 'drizzle-orm';
import type { ImportedProblem, StoredPackage, StoredTrial, Trial } from '#contract/packages.ts';
import type { Say } from '#contract/words.ts';
import type { Queryable } from '#store/database.ts';
import { problems, testSets } from '#store/schema.ts';
import { tell, tellReport } from '../words.ts';
import { isNoDraft } from './drafts.ts';

/** What became of each problem of an import, or would. */
export async function tellPackages(
  db: Queryable,
  packages: readonly StoredPackage[],
  say: Say,
): Promise<ImportedProblem[]> {
  const versionIds = packages.flatMap(({ testSetId }) => testSetId ?? []);
  const versions = await db
    .select({ id: testSets.id, trial: testSets.trial, inForce: problems.testSetId })
    .from(testSets)
    .innerJoin(problems, eq(problems.id, testSets.problemId))
    .where(inArray(testSets.id, versionIds));
  const versionOf = new Map(versions.map((version) => [version.id, version]));
  const ids = packages.map(({ id }) => id);
  const present = await db
    .select({ slug: problems.slug })
    .from(problems)
    .where(and(inArray(problems.slug, ids), isNoDraft));
  const slugs = new Set(present.map(({ slug }) => slug));
  return packages.map(({ message, preview, testSetId, files: _, ...told }) => {
    const { text, words: beside } = tell(message, say);
    const version = versionOf.get(testSetId ?? 0);
    return {
      ...told,
      message: text,
      message_words: beside,
      preview: preview && {
        ...preview,
        exists: slugs.has(told.id),
        report: tellReport(preview.report, say),
      },
      trial: tellTrial(version?.trial ?? null, say),
      can_be_forced: told.status === 'refused' && version !== undefined && version.inForce !== version.id,
    };
  });
}

export function tellTrial(trial: StoredTrial | null, say: Say): Trial | null {
  return (
    trial && {
      ...trial,
      solutions: trial.solutions.map(({ seen, ...solution }) => {
        if (!seen) return { ...solution, seen };
        const { compilerSaid, ...rest } = seen;
        return { ...solution, seen: { ...rest, compiler_output: tell(compilerSaid, say).text } };
      }),
    }
  );
}
