/** Submissions of ten tests through the whole product, one after the other, and what they cost its database. */

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { signIn } from '#harness/client.ts';
import { administrator, startInstance } from '#harness/instance.ts';
import { createProblem, makeEchoArchive } from '#harness/sample-problem.ts';
import { sendSubmission } from '#harness/sample-submission.ts';
import { followChanges } from '#store/changes.ts';
import { findRunningPostgres } from '#store/embedded-postgres.ts';

const count = 10;
/** PostgreSQL counts what a connection has done when it has been idle for ten seconds, at the latest. */
const countedAfterMs = 11_000;

export interface Source {
  readonly kind: string;
  /** Another program each round, with the same effect: it prints the number that it reads. */
  readonly write: (round: number) => string;
}

export interface SubmissionTimes {
  /** All statements and commits of one submission, whatever else goes on meanwhile. */
  readonly databaseMs: number;
  /** From its receipt to its verdict, of the fastest. */
  readonly verdictMs: number;
}

export async function measureSubmissions(
  cacheFolder: string,
  sources: readonly Source[],
): Promise<Map<string, SubmissionTimes>> {
  process.env.MINOS_BUILT_AHEAD = cacheFolder;
  const instance = await startInstance();
  const connectionString = (await findRunningPostgres(instance.dataDir)) ?? '';
  const database = new pg.Pool({ connectionString, max: 1 });
  const changes = followChanges(connectionString, (error) => {
    throw error;
  });
  try {
    const admin = await signIn(instance.url, administrator);
    const measured = new Map<string, SubmissionTimes>();
    const submit = async (code: string) => {
      const id = await sendSubmission(admin, { problemId: 'tests-10', code });
      await judged(id);
      return id;
    };
    await createProblem(admin, { id: 'tests-10', zip: await makeEchoArchive(10) });
    for (const { write } of sources) await submit(write(-1));
    await delay(countedAfterMs);
    const idle = await activeDuring(async () => {});
    for (const { kind, write } of sources) {
      const ids: number[] = [];
      const busy = await activeDuring(async () => {
        for (let round = 0; round < count; round += 1) ids.push(await submit(write(round)));
      });
      measured.set(kind, {
        databaseMs: (busy.activeMs - (idle.activeMs / idle.ms) * busy.ms) / count,
        verdictMs: await fastestOf(ids),
      });
    }
    return measured;
  } finally {
    changes.close();
    await database.end();
    await instance.stop();
  }

  /** Told by the database's own notices: to ask again and again would be counted too. */
  async function judged(id: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const look = async () => {
      const status = await statusOf(id);
      if (status === 'Accepted') resolve();
      else if (!['Pending', 'Compiling', 'Running'].includes(status)) reject(new Error(`judged ${status}`));
    };
    const unsubscribe = changes.subscribe((change) => {
      if (change.kind === 'submission' && change.submissionId === id) look().catch(reject);
    });
    await look();
    await promise.finally(unsubscribe);
  }

  async function statusOf(id: number): Promise<string> {
    const { rows } = await database.query<{ status: string }>(
      'select status from submissions join judgements on judgements.id = judgement_id where submissions.id = $1',
      [id],
    );
    return rows[0]?.status ?? '';
  }

  async function fastestOf(ids: readonly number[]): Promise<number> {
    const { rows } = await database.query<{ ms: string }>(
      `select min(extract(epoch from finished_at - submitted_at)) * 1000 as ms
       from submissions join judgements on judgements.id = judgement_id where submissions.id = any($1)`,
      [ids],
    );
    return Number(rows[0]?.ms);
  }

  /** How long PostgreSQL's connections were at work meanwhile, together. */
  async function activeDuring(work: () => Promise<void>) {
    const startedAt = performance.now();
    const before = await readActiveMs();
    await work();
    await delay(countedAfterMs);
    return { activeMs: (await readActiveMs()) - before, ms: performance.now() - startedAt };
  }

  async function readActiveMs(): Promise<number> {
    const { rows } = await database.query<{ ms: number }>(
      'select active_time as ms from pg_stat_database where datname = current_database()',
    );
    return rows[0]?.ms ?? Number.NaN;
  }
}
