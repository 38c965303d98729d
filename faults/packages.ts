/** An archive of problems that a fault finds on its way, while what its juries expect of their solutions is tried. */
import { expect } from 'vitest';
import { getUploadProgress, listAdminProblems } from '#contract/problems.ts';
import { until } from '#harness/until.ts';
import { namePairs, writeZip, type ZipEntry } from '#harness/zip.ts';
import { type JournalEntry, readJournal } from './journal.ts';
import { type Kind, makeProgram, sums } from './programs.ts';
import { ifDown } from './uploads.ts';
import type { World } from './world.ts';

interface SentPackages {
  readonly jobId: string;
  /** One whose solution is right, and one whose solution is not. */
  readonly ids: readonly [right: string, wrong: string];
}

function makePackage(id: string, kind: Kind): ZipEntry[] {
  const entries = [
    { name: 'minos.yaml', content: 'time_limit_ms: 10000\nsolutions: [{file: jury.cpp}]\n' },
    { name: 'jury.cpp', content: makeProgram(kind) },
    ...namePairs(sums.map(([a, b]) => [`${a} ${b}\n`, `${a + b}\n`])),
  ];
  return entries.map(({ name, content }) => ({ name: `${id}/${name}`, content }));
}

export async function sendPackages({ admin }: World, name: string): Promise<SentPackages> {
  const ids = [`${name}-right`, `${name}-wrong`] as const;
  // The solution that is slow is the one that a fault meets.
  const archive = await writeZip([...makePackage(ids[0], 'slow'), ...makePackage(ids[1], 'wrong')]);
  return { jobId: await admin.importPackages(archive, `${name}.zip`), ids };
}

/** A solution of the first is being judged: what was told last, and by whom. */
export async function untilTried({ pool }: World, { jobId }: SentPackages): Promise<JournalEntry> {
  return until(async () => {
    const { rowCount } = await pool.query(
      `select from import_jobs where id = $1 and message #>> '{params,step,code}' = 'import_trying' and packages = '[]'`,
      [jobId],
    );
    return rowCount !== 0 && ((await readJournal(pool, 'import', jobId)).at(-1) ?? false);
  });
}

/** Acknowledged, so it is done to its end: one problem is there, whole and once, and of the other there is nothing. */
export async function expectPackages({ admin, pool }: World, { jobId, ids }: SentPackages): Promise<void> {
  const ended = await until(async () => {
    const told = await admin.call(getUploadProgress, { params: { jobId } }).catch(ifDown);
    return told !== null && (told.status === 'completed' || told.status === 'failed') && told;
  });
  expect(ended.problems).toMatchObject([
    { id: ids[0], status: 'created', trial: { agrees: true, solutions: [{ seen: { results: 'PPPP' } }] } },
    { id: ids[1], status: 'refused', trial: { agrees: false, solutions: [{ seen: { results: '----' } }] } },
  ]);
  const listed = (await admin.call(listAdminProblems)).map(({ id }) => id);
  expect(ids.map((id) => listed.includes(id))).toEqual([true, false]);
  const { rows } = await pool.query(
    `select slug, draft_by is null as made, test_set_id is not null as judges,
       (select count(*)::int from test_sets where problem_id = problems.id) as versions,
       (select count(distinct blob_id)::int from test_sets join test_set_blobs on test_set_id = test_sets.id
        join blobs on blobs.id = blob_id join blob_chunks using (blob_id) where problem_id = problems.id) as files
     from problems where slug = any($1) order by slug`,
    [ids],
  );
  const files = 2 * sums.length + 1;
  expect(rows).toEqual([
    { slug: ids[0], made: true, judges: true, versions: 1, files },
    { slug: ids[1], made: false, judges: false, versions: 1, files },
  ]);
}
