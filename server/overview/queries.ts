/**
 * The state of the place, for staff. It is asked again and again while somebody looks, also on a busy day: each part is
 * read from an index of what is unfinished or has failed, from the counts of the last hour, or from the problems.
 */
import { and, desc, eq, isNull, not, sql } from 'drizzle-orm';
import { type Overview, troublesTold } from '#contract/overview.ts';
import type { StoredPackage } from '#contract/packages.ts';
import type { Say } from '#contract/words.ts';
import type { Queryable } from '#store/database.ts';
import { isImporting } from '#store/imports.ts';
import { isGivenUpAtKnownTime } from '#store/in-force.ts';
import { listMinutes } from '#store/judge-minutes.ts';
import { importJobs, judgements, problems, submissions, users } from '#store/schema.ts';
import { countUnfinished } from '#store/waiting-judgements.ts';
import { isNoDraft } from '../problems/drafts.ts';
import { tell } from '../words.ts';

export async function readOverview(db: Queryable, say: Say): Promise<Overview> {
  return {
    queue: await readQueue(db),
    ...(await readLastHour(db)),
    without_tests: await findWithoutTests(db),
    failed_imports: await listFailedImports(db, say),
    archive_imports: await listArchiveImports(db, say),
    judge_faults: await listJudgeFaults(db, say),
  };
}

async function readQueue(db: Queryable): Promise<Overview['queue']> {
  const { oldest, ...unfinished } = await countUnfinished(db);
  return {
    ...unfinished,
    oldest_waiting_since: oldest?.toISOString() ?? null,
    importing: await db.$count(importJobs, isImporting),
  };
}

async function readLastHour(db: Queryable): Promise<Pick<Overview, 'minutes' | 'machines'>> {
  const rows = await listMinutes(db, { hours: 1 });
  const minutes = Map.groupBy(rows, ({ minute }) => minute.toISOString());
  const machines = Map.groupBy(rows, ({ judgedBy }) => judgedBy);
  const sum = (of: typeof rows, name: 'verdicts' | 'waitedMs') =>
    of.reduce((total, row) => total + row[name], 0);
  return {
    minutes: [...minutes].map(([at, ofMinute]) => {
      const verdicts = sum(ofMinute, 'verdicts');
      return { at, verdicts, waited_ms: Math.round(sum(ofMinute, 'waitedMs') / verdicts) };
    }),
    machines: [...machines].map(([name, ofMachine]) => ({ name, verdicts: sum(ofMachine, 'verdicts') })),
  };
}

async function findWithoutTests(db: Queryable): Promise<Overview['without_tests']> {
  const isWithout = and(isNoDraft, isNull(problems.testSetId));
  const found = await db
    .select({ id: problems.slug, title: problems.title, is_visible: problems.isVisible })
    .from(problems)
    .where(isWithout)
    .orderBy(desc(problems.isVisible), desc(problems.id))
    .limit(troublesTold);
  return { count: await db.$count(problems, isWithout), problems: found };
}

async function listFailedImports(db: Queryable, say: Say): Promise<Overview['failed_imports']> {
  const rows = await db
    .select({
      slug: problems.slug,
      draftBy: problems.draftBy,
      message: importJobs.message,
      at: importJobs.createdAt,
    })
    .from(importJobs)
    .innerJoin(problems, eq(problems.id, importJobs.problemId))
    .where(eq(importJobs.status, 'failed'))
    .orderBy(desc(importJobs.createdAt))
    .limit(troublesTold);
  return rows.map(({ slug, draftBy, message, at }) => {
    const told = tell(message, say);
    return {
      problem_id: slug,
      is_unmade: draftBy !== null,
      message: told.text,
      message_words: told.words,
      at: at.toISOString(),
    };
  });
}

/** What is kept with each problem of an archive may be much: no more is read than is told. */
async function listArchiveImports(db: Queryable, say: Say): Promise<Overview['archive_imports']> {
  const refused = sql`jsonb_array_elements(${importJobs.packages}) with ordinality as packaged (item, place)
    where item ->> 'status' = 'refused'`;
  const rows = await db
    .select({
      jobId: importJobs.id,
      fileName: importJobs.fileName,
      requestedBy: users.username,
      at: importJobs.createdAt,
      message: importJobs.message,
      refused: sql<number>`(select count(*)::int from ${refused})`,
      refusals: sql<Pick<StoredPackage, 'folder' | 'id' | 'message'>[]>`array(
        select jsonb_build_object('folder', item -> 'folder', 'id', item -> 'id', 'message', item -> 'message')
        from ${refused} order by place limit ${troublesTold})`,
    })
    .from(importJobs)
    .leftJoin(users, eq(users.id, importJobs.requestedBy))
    .where(and(eq(importJobs.kind, 'packages'), not(isImporting)))
    .orderBy(desc(importJobs.createdAt))
    .limit(troublesTold);
  const inWords = (message: StoredPackage['message'] | typeof importJobs.$inferSelect.message) => {
    const { text, words } = tell(message, say);
    return { message: text, message_words: words };
  };
  return rows.map(({ jobId, fileName, requestedBy, at, message, refused, refusals }) => ({
    job_id: jobId,
    file_name: fileName,
    requested_by: requestedBy,
    at: at.toISOString(),
    ...inWords(message),
    refused,
    refusals: refusals.map((refusal) => ({ ...refusal, ...inWords(refusal.message) })),
  }));
}

async function listJudgeFaults(db: Queryable, say: Say): Promise<Overview['judge_faults']> {
  const rows = await db
    .select({
      submissionId: submissions.id,
      slug: problems.slug,
      judgedBy: judgements.judgedBy,
      fault: judgements.fault,
      at: judgements.finishedAt,
    })
    .from(judgements)
    .innerJoin(submissions, eq(submissions.id, judgements.submissionId))
    .innerJoin(problems, eq(problems.id, submissions.problemId))
    .where(isGivenUpAtKnownTime)
    .orderBy(desc(judgements.finishedAt))
    .limit(troublesTold);
  return rows.flatMap(({ submissionId, slug, judgedBy, fault, at }) => {
    if (fault === null || at === null) return [];
    const told = tell(fault, say);
    return {
      submission_id: submissionId,
      problem_id: slug,
      judged_by: judgedBy,
      fault: told.text,
      fault_words: told.words,
      at: at.toISOString(),
    };
  });
}
