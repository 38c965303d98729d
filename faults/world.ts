/**
 * A real instance, as `npm start` runs it, with the people who use it and a worker beside its own that reaches the
 * database through a proxy. Every fault of a run meets the same world.
 */
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createUserBatch } from '#contract/accounts.ts';
import { shareBuiltAhead } from '#harness/built-ahead.ts';
import { type Client, signIn } from '#harness/client.ts';
import { findFreePort } from '#harness/free-port.ts';
import { administrator, type Instance, startInstance } from '#harness/instance.ts';
import { findProcesses } from '#harness/processes.ts';
import { createProblem } from '#harness/sample-problem.ts';
import { sendSubmission } from '#harness/sample-submission.ts';
import { until } from '#harness/until.ts';
import { namePairs, writeZip } from '#harness/zip.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { installJournal, isOnDisk, readJournal } from './journal.ts';
import { mountSmallDisk, type OwnWorker, type SmallDisk, startOwnWorker } from './own-worker.ts';
import { type Kind, languageOf, makeProgram, sums } from './programs.ts';
import type { UploadTarget } from './uploads.ts';

const contestants = 10;
/** Wide enough for a program that sleeps for seconds on a machine that is busy. */
const timeLimitMs = 10_000;

export interface Person {
  readonly username: string;
  readonly client: Client;
}

export interface World {
  instance: Instance;
  readonly dataDir: string;
  readonly pool: pg.Pool;
  readonly admin: Client;
  readonly people: readonly Person[];
  readonly proxy: DatabaseProxy;
  /** The worker beside the instance's own. */
  readonly spare: OwnWorker;
  readonly disk: SmallDisk | null;
  readonly acknowledged: Set<number>;
  /** Of these, what was not on the disk when it was acknowledged. */
  readonly notOnDisk: readonly number[];
  readonly arriving: UploadTarget;
  readonly importing: UploadTarget;
  /** Starts the instance again after its supervisor was killed. */
  restartInstance(): Promise<void>;
  /** Settles when both workers take work; those that are killed before are told to `expectNewWorker`. */
  ready(): Promise<void>;
  expectNewWorker(): void;
  /** The acknowledged id; throws when it was refused or the instance is away. */
  submit(person: Person, kind: Kind, contestId?: number): Promise<number>;
  close(): Promise<void>;
}

export const mainProblem = 'sum';
export const contestProblem = 'contest-sum';
const canMount = process.getuid?.() === 0;

export async function makeWorld(): Promise<World> {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'minos-faults-')));
  const port = await findFreePort();
  const start = () => startInstance({ dataDir, env: { PORT: String(port) } });
  let instance = await start();
  const { url } = instance;
  const socketFolder = join(dataDir, 'run');
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
  const pool = new pg.Pool({
    connectionString: `postgresql://minos:${password}@localhost/minos?host=${encodeURIComponent(socketFolder)}`,
    application_name: 'faults',
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  await installJournal(pool);
  await keepUnawaitedOffDisk(pool);
  const admin = await signIn(url, administrator);
  const zip = await writeZip(namePairs(sums.map(([a, b]) => [`${a} ${b}\n`, `${a + b}\n`])));
  for (const id of [mainProblem, contestProblem]) await createProblem(admin, { id, timeLimitMs, zip });
  for (const id of ['arriving', 'importing']) await createProblem(admin, { id, timeLimitMs });
  const proxy = await startDatabaseProxy(join(socketFolder, '.s.PGSQL.5432'));
  const disk = canMount ? await mountSmallDisk(1024) : null;
  const spareDir = disk?.folder ?? (await mkdtemp(join(tmpdir(), 'minos-faults-worker-')));
  await shareBuiltAhead(spareDir);
  const workersPassword = await readFile(join(dataDir, 'postgres-worker-password'), 'utf8');
  const spare = startOwnWorker(
    `postgresql://minos_worker:${workersPassword}@127.0.0.1:${proxy.port}/minos`,
    spareDir,
  );
  const acknowledged = new Set<number>();
  const notOnDisk: number[] = [];
  /** When the instance's own worker was last killed. */
  let killedAt = new Date(0);
  const target = { admin, pool };
  return {
    get instance() {
      return instance;
    },
    dataDir,
    pool,
    admin,
    people: await registerContestants(admin),
    proxy,
    spare,
    disk,
    acknowledged,
    notOnDisk,
    arriving: { ...target, problemId: 'arriving', tests: 20 },
    importing: { ...target, problemId: 'importing', tests: 300 },
    async restartInstance() {
      instance = await start();
    },
    async ready() {
      await until(() => {
        spare.expectRunning();
        return isTakingWork(pool, `name = '${spare.name}'`, spare.startedAt);
      });
      await until(() => isTakingWork(pool, `name <> '${spare.name}'`, killedAt));
    },
    expectNewWorker() {
      killedAt = new Date();
    },
    async submit({ client }, kind, contestId) {
      const problemId = contestId === undefined ? mainProblem : contestProblem;
      const program = { code: makeProgram(kind), language: languageOf(kind) };
      const id = await sendSubmission(client, { problemId, ...program, contestId });
      acknowledged.add(id);
      // Where the database is away nobody can tell; what it had acknowledged must be there when it is back.
      if (!(await isOnDisk(pool, id).catch(() => true))) notOnDisk.push(id);
      return id;
    },
    async close() {
      await spare.stop();
      proxy.close();
      await pool.end();
      await instance.stop();
      disk?.remove();
      if (!disk) await rm(spareDir, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * What nobody waits for stays off the disk for ten seconds, the longest there is, instead of a fifth of one, so that it
 * shows when something is acknowledged too early.
 */
async function keepUnawaitedOffDisk(pool: pg.Pool): Promise<void> {
  await pool.query(`alter system set wal_writer_delay to '10s'`);
  await pool.query('select pg_reload_conf()');
}

/** As the list of judge machines tells it, of a worker that started after that moment. */
async function isTakingWork(pool: pg.Pool, which: string, startedAfter: Date): Promise<boolean> {
  const { rows } = await pool.query(
    `select from workers where ${which} and state = 'ready' and started_at > $1
      and seen_at > now() - interval '10 seconds'`,
    [startedAfter],
  );
  return rows.length > 0;
}

async function registerContestants(admin: Client): Promise<Person[]> {
  const { users } = await admin.call(createUserBatch, {
    body: { prefix: 'contestant', count: contestants },
  });
  const people: Person[] = [];
  for (const user of users) {
    people.push({ username: user.username, client: await signIn(admin.url, user) });
  }
  return people;
}

/** The worker beside the instance's own says to staff that its disk is full. */
export async function isOutOfRoom({ pool, spare }: World): Promise<boolean> {
  const { rows } = await pool.query(
    `select from workers where name = $1 and state = 'refused' and reason ->> 'code' = 'disk_full'`,
    [spare.name],
  );
  return rows.length > 0;
}

/** Which worker has the submission, and the number of its process. */
export async function findOwner(
  world: World,
  submissionId: number,
): Promise<{ isSpare: boolean; pid: number } | null> {
  const claims = await readJournal(world.pool, 'submission', submissionId);
  const last = claims.findLast(({ status }) => status === 'Compiling');
  return last ? findWorker(world, last.application) : null;
}

export function findWorker(world: World, application: string): { isSpare: boolean; pid: number } {
  const isSpare = application === world.spare.application;
  const pid = isSpare ? world.spare.pid : findProcesses(world.dataDir).worker;
  return { isSpare, pid: pid ?? 0 };
}

/** What a person would look at first when a fault was not got over. */
export async function printState({ pool, spare, dataDir }: World): Promise<void> {
  const ask = async (question: string) =>
    (await pool.query(question).catch((error) => ({ rows: [error] }))).rows;
  console.log(
    'unjudged',
    await ask(`select submission_id, status, attempt, fault, judged_by, started_at from judgements
    where status in ('Pending', 'Compiling', 'Running') order by id limit 20`),
  );
  console.log(
    'jobs',
    await ask(`select name, state, retry_count, started_on, heartbeat_on, submission_id, status, judged_by, attempt, delivery, finished_at
    from pgboss.job left join judgements on job_id = job.id where state <> 'completed' order by started_on`),
  );
  console.log('workers', await ask('select name, state, reason, cores_busy, seen_at from workers'));
  console.log(
    'connections',
    await ask(`select application_name, state, wait_event_type, wait_event, left(query, 80) as query
    from pg_stat_activity where datname = current_database()`),
  );
  console.log('spare', spare.output());
  console.log('instance', (await readFile(join(dataDir, 'logs/minos.log'), 'utf8')).slice(-4000));
}

export async function readStatus(pool: pg.Pool, submissionId: number): Promise<string> {
  const { rows } = await pool.query(
    'select status from submissions join judgements on judgements.id = judgement_id where submissions.id = $1',
    [submissionId],
  );
  return rows[0]?.status ?? '';
}
