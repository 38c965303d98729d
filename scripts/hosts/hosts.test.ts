/**
 * Minos on separate hosts: Debian's PostgreSQL, two servers and three workers, each on a host of its own that has
 * nothing but the network in common with the others; and cables that are pulled.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createUser, getMe, login } from '#contract/accounts.ts';
import { getContestScoreboard } from '#contract/contest-scoreboard.ts';
import { getContest, joinContest } from '#contract/contests.ts';
import { getProblem } from '#contract/problems.ts';
import { isInProgress } from '#contract/statuses.ts';
import { getScoreboard, getSubmission } from '#contract/submissions.ts';
import { listWorkers } from '#contract/workers.ts';
import { shareBuiltAhead } from '#harness/built-ahead.ts';
import { type Client, openClient, signIn } from '#harness/client.ts';
import { createContest, fromNow, moveContest, waitForStatus } from '#harness/sample-contest.ts';
import { createProblem, makeEchoArchive } from '#harness/sample-problem.ts';
import { sendSubmission } from '#harness/sample-submission.ts';
import { until } from '#harness/until.ts';
import { findDebianPostgres, type Running, startDebianPostgres, startMinos } from './machine-park.ts';
import { makeNetwork, type Network, whyNoNetwork } from './network.ts';

const whyNot = findDebianPostgres() ? whyNoNetwork() : "Debian's package postgresql is not installed";
if (whyNot) console.warn(`SKIPPED, the test with separate hosts: ${whyNot}`);

const administrator = { username: 'admin', password: 'the admin of the hosts' };
const serverPort = 3000;
const waitingForServer = 'waiting for a server to bring the database up to date';

/** Each test takes up where the one before it ended. */
describe.skipIf(whyNot !== null)(`separate hosts${whyNot ? ` (skipped: ${whyNot})` : ''}`, () => {
  let folder = '';
  let network: Network;
  let pool: pg.Pool;
  const running: Running[] = [];
  const servers: { a: Running; b: Running } = {} as never;
  const workers = new Map<string, Running>();
  const at: { a: Client; b: Client } = {} as never;
  let contestant: Client;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minos-hosts-'));
    // PostgreSQL's account must get through to its own folder.
    execFileSync('chmod', ['755', folder]);
    network = makeNetwork();
    const postgres = await startDebianPostgres(network.addHost('db'), join(folder, 'db'), network.subnet);
    running.push(postgres);
    const { urls } = postgres;
    pool = new pg.Pool({ connectionString: urls.owner });
    // At the end the database may close what the pool is just closing.
    pool.on('error', () => {});
    const start = async (name: string, module: string, env: Record<string, string> = {}) => {
      await shareBuiltAhead(join(folder, name));
      const started = startMinos(network.addHost(name), module, {
        DATABASE_URL: urls[module === 'judge/worker/main.ts' ? 'worker' : 'server'],
        DATA_DIR: join(folder, name),
        ...env,
      });
      running.push(started);
      return started;
    };
    // Before there is any table: they wait for a server.
    for (const name of ['judge1', 'judge2', 'judge3']) {
      workers.set(name, await start(name, 'judge/worker/main.ts'));
    }
    await until(() => workers.get('judge1')?.output().includes(waitingForServer) ?? false);
    const adminEnv = { ADMIN_USERNAME: administrator.username, ADMIN_PASSWORD: administrator.password };
    // One that may not bring it up to date waits as well.
    servers.b = await start('web2', 'server/main.ts', adminEnv);
    await until(() => servers.b.output().includes('waiting for the database to be brought up to date'));
    servers.a = await start('web1', 'server/main.ts', { ...adminEnv, DATABASE_OWNER_URL: urls.owner });
    await until(() => servers.a.output().includes('Minos is ready'));
    await until(() => servers.b.output().includes('Minos is ready'));
    at.a = openClient(`http://${servers.a.host.address}:${serverPort}`);
    at.b = openClient(`http://${servers.b.host.address}:${serverPort}`);
  }, 240_000);

  afterAll(async () => {
    await pool?.end();
    for (const { host } of running) host.plugIn();
    const [database, ...others] = running;
    await Promise.all(others.map((process) => process.stop()));
    await database?.stop();
    network?.remove();
    await rm(folder, { recursive: true, force: true });
  }, 240_000);

  afterEach(({ task }) => {
    if (task.result?.state !== 'fail') return;
    for (const { host, output } of running) console.log(`── ${host.name}\n${output().slice(-4_000)}`);
  });

  const readyWorkers = async () => {
    const list = await at.a.call(listWorkers);
    return list.filter((worker) => worker.state === 'ready' && !worker.is_lost).map((worker) => worker.name);
  };
  const workerOf = (judgedBy: string) => {
    const worker = workers.get(judgedBy.replace(/-\w{4}$/, ''));
    if (!worker) throw new Error(`${judgedBy} is none of the workers`);
    return worker;
  };
  const rowOf = async (id: number) => {
    const { rows } = await pool.query(
      `select status, score::float8, attempt, judged_by, finished_at, results
       from submissions join judgements on judgements.id = judgement_id where submissions.id = $1`,
      [id],
    );
    return rows[0] as {
      status: string;
      score: number;
      attempt: number;
      judged_by: string;
      finished_at: Date;
    };
  };
  const judged = (id: number) =>
    until(async () => {
      const row = await rowOf(id);
      return isInProgress(row.status as never) ? false : row;
    });

  it('the workers register and take work, with nothing but DATABASE_URL', { timeout: 120_000 }, async () => {
    await at.a.call(login, { body: administrator });
    const ready = await until(async () => {
      const names = await readyWorkers();
      return names.length === 3 ? names : false;
    });
    expect(ready.map((name) => name.replace(/-\w{4}$/, ''))).toEqual(['judge1', 'judge2', 'judge3']);
    const { rows } = await pool.query('select distinct compiler, sandbox from workers');
    expect(rows).toEqual([
      {
        compiler: expect.stringMatching(/^gcc version \d+/m),
        sandbox: expect.stringMatching(/^cgroup|rlimits/),
      },
    ]);
  });

  it('a session made at one server holds at the other, and so does everything else', {
    timeout: 150_000,
  }, async () => {
    at.b.cookie = at.a.cookie;
    expect(await at.b.call(getMe)).toMatchObject({ isAuthenticated: true });
    const account = { username: 'contestant', password: 'secret' };
    await at.a.call(createUser, { body: { ...account, role: 'user' } });
    contestant = await signIn(at.b.url, account);
    await createProblem(at.b, { id: 'echo', timeLimitMs: 300, zip: await makeEchoArchive(4) });
    await createProblem(at.a, { id: 'slow', zip: await makeEchoArchive(8) });
    expect(await at.a.call(getProblem, { params: { problemId: 'echo' } })).toMatchObject({ id: 'echo' });
  });

  it('verdicts are right whichever server was asked and whichever worker judged', {
    timeout: 150_000,
  }, async () => {
    const sent: { id: number; expected: string }[] = [];
    for (const [index, { code, expected }] of [...programs, ...programs, ...programs].entries()) {
      const server = index % 2 === 0 ? at.a : at.b;
      // Each another text, so that none is found compiled already.
      const id = await sendSubmission(server, { problemId: 'echo', code: `${code} // ${index}` });
      sent.push({ id, expected });
    }
    for (const [index, { id, expected }] of sent.entries()) {
      await judged(id);
      // Seen at the other server.
      const other = index % 2 === 0 ? at.b : at.a;
      const seen = await other.call(getSubmission, { params: { id }, query: {} });
      expect(seen).toMatchObject({ overall_status: expected });
    }
    const { rows } = await pool.query('select distinct judged_by from judgements');
    for (const { judged_by } of rows) workerOf(judged_by);
  });

  it('a worker cut off in the middle of a contest: judged elsewhere, counted once, finished once, and it comes back', {
    timeout: 150_000,
  }, async () => {
    await pool.query(`
        create table finishes (contest_id int);
        create function note_finish() returns trigger language plpgsql security definer as
          $$ begin insert into finishes values (new.id); return new; end $$;
        create trigger note_finish after update on contests for each row
          when (old.finished_at is distinct from new.finished_at) execute function note_finish()`);
    const contest = await createContest(at.a, { title: 'Cut', startsInMs: 0, problemIds: ['slow'] });
    await contestant.call(joinContest, { params: { id: contest.id } });
    await waitForStatus(at.a, contest.id, 'running');
    const id = await sendSubmission(contestant, { problemId: 'slow', contestId: contest.id, code: sleeper });
    const first = await until(async () => {
      const row = await rowOf(id);
      return row.status === 'Running' ? row : false;
    });
    const lost = workerOf(first.judged_by);
    lost.host.pullCable();
    const cutAt = Date.now();
    // The contest ends while its only submission hangs with a machine that nobody hears of.
    await moveContest(at.b, contest, { endTime: fromNow(1_000) });

    const row = await judged(id);
    console.log(`judged elsewhere ${((Date.now() - cutAt) / 1000).toFixed(1)} s after the cable was pulled`);
    expect(row).toMatchObject({ status: 'Accepted', score: 100 });
    expect(row.attempt).toBeGreaterThan(first.attempt);
    expect(workerOf(row.judged_by)).not.toBe(lost);
    await until(async () => !(await readyWorkers()).some((name) => workerOf(name) === lost));

    await waitForStatus(at.b, contest.id, 'finished');
    const atOther = await at.a.call(getContest, { params: { id: contest.id } });
    expect(atOther.status).toBe('finished');
    expect((await pool.query('select * from finishes')).rows).toEqual([{ contest_id: contest.id }]);
    const standings = await at.a.call(getContestScoreboard, { params: { id: contest.id } });
    expect(standings).toMatchObject({
      scoreboard: [{ username: 'contestant', total_score: 100, detailed_scores: { slow: { attempts: 1 } } }],
    });

    lost.host.plugIn();
    const pluggedAt = Date.now();
    await until(async () => (await readyWorkers()).length === 3);
    console.log(`heard of again ${((Date.now() - pluggedAt) / 1000).toFixed(1)} s after it was plugged in`);
    // Alone, it must take the next one itself.
    for (const worker of workers.values()) if (worker !== lost) await worker.stop();
    expect(await readyWorkers()).toHaveLength(1);
    const nextRow = await judged(await sendSubmission(at.a, { problemId: 'echo', code: echo }));
    console.log(`took work again ${((Date.now() - pluggedAt) / 1000).toFixed(1)} s after it was plugged in`);
    expect(nextRow).toMatchObject({ status: 'Accepted' });
    expect(workerOf(nextRow.judged_by)).toBe(lost);
    // What it had in hand when it was cut off changed nothing.
    expect(await rowOf(id)).toEqual(row);
    for (const server of [at.a, at.b]) {
      expect(await server.call(getScoreboard)).toContainEqual({
        username: 'contestant',
        problems_solved: 1,
        total_score: 100,
      });
    }
  });

  it('a server cut off says that it is not ready; the other goes on; plugged in, it is ready again', {
    timeout: 120_000,
  }, async () => {
    servers.b.host.pullCable();
    await until(() => readiness(servers.b) === 503);
    expect(readiness(servers.a)).toBe(200);
    const id = await sendSubmission(at.a, { problemId: 'echo', code: echo });
    expect(await judged(id)).toMatchObject({ status: 'Accepted' });
    servers.b.host.plugIn();
    const pluggedAt = Date.now();
    await until(() => readiness(servers.b) === 200);
    console.log(
      `the server was ready ${((Date.now() - pluggedAt) / 1000).toFixed(1)} s after it was plugged in`,
    );
    expect(await at.b.call(getSubmission, { params: { id }, query: {} })).toMatchObject({
      overall_status: 'Accepted',
    });
  });
});

const echo = '#include <cstdio>\nint main() { int n; while (scanf("%d", &n) == 1) printf("%d\\n", n); }';
const programs = [
  { code: echo, expected: 'Accepted' },
  { code: echo.replace('"%d\\n", n)', '"%d\\n", n + 1)'), expected: 'Wrong Answer' },
  { code: 'int main() { volatile int n = 0; for (;;) n = n + 1; }', expected: 'Time Limit Exceeded' },
  { code: 'int main( {', expected: 'Compilation Error' },
  { code: '#include <cstdlib>\nint main() { abort(); }', expected: 'Runtime Error' },
];
/** Long enough to be cut off in the middle, without using the machine. */
const sleeper = `#include <unistd.h>\n${echo.replace('int n;', 'int n; usleep(1500 * 1000);')}`;

/** Asked on the server's own host: from elsewhere it cannot be reached while its cable is out. */
function readiness({ host }: Running): number {
  const ask = `fetch('http://127.0.0.1:${serverPort}/readyz').then((answer) => console.log(answer.status))`;
  const [command = '', ...args] = [...host.within, process.execPath, '-e', ask];
  return Number(execFileSync(command, args, { encoding: 'utf8' }));
}
