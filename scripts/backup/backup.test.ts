import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createUser, getMe } from '#contract/accounts.ts';
import { problemPdf } from '#contract/problems.ts';
import { getSubmission, listSubmissions } from '#contract/submissions.ts';
import { type Client, openClient, signIn } from '#harness/client.ts';
import { administrator, type Instance, startInstance } from '#harness/instance.ts';
import { findProcesses } from '#harness/processes.ts';
import { createProblem, makeEchoArchive } from '#harness/sample-problem.ts';
import { sendSubmission, waitForVerdict } from '#harness/sample-submission.ts';
import { decodeBackup } from '#store/backup/file-format.ts';
import { makeTestDatabase } from '#store/testing/test-database.ts';

const folder = await realpath(await mkdtemp(join(tmpdir(), 'minos-backups-')));
afterAll(() => rm(folder, { recursive: true, force: true }));
const instances: Instance[] = [];
afterEach(async () => {
  await Promise.all(instances.splice(0).map((instance) => instance.stop()));
});

async function start(dataDir: string): Promise<Instance> {
  const instance = await startInstance({ dataDir });
  instances.push(instance);
  return instance;
}

function launch(script: string, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  return { child, ended: once(child, 'close').then(([code]) => ({ code, output })) };
}

const backUp = (file: string, env: NodeJS.ProcessEnv) => launch('backup.ts', [file], env).ended;
const restore = (args: string[], env: NodeJS.ProcessEnv) => launch('restore.ts', args, env).ended;
const tryToStart = (DATA_DIR: string) =>
  launch('../supervisor/main.ts', [], { DATA_DIR, PORT: '0', HOST: '127.0.0.1' }).ended;

const right = '#include <cstdio>\nint main() { int n; scanf("%d", &n); printf("%d\\n", n); }';
const wrong = right.replace('", n)', '", n + 1)');
/** Each its own source, so that none is judged by what another was compiled to. */
const sourceOf = (number: number) => `// ${number}\n${number % 3 === 0 ? wrong : right}`;
const verdictOf = (number: number) => (number % 3 === 0 ? 'Wrong Answer' : 'Accepted');

async function keepSubmitting(client: Client, enough: AbortSignal) {
  const made: { id: number; number: number }[] = [];
  for (let number = 1; !enough.aborted; number++) {
    const id = await sendSubmission(client, { problemId: 'echo', code: sourceOf(number) });
    made.push({ id, number });
    await delay(250);
  }
  return made;
}

describe('an instance whose data folder is lost', () => {
  it('is back as it was when its backup was taken, at work', { timeout: 240_000 }, async () => {
    const dataDir = join(folder, 'lost');
    const file = join(folder, 'lost.backup');
    const first = await start(dataDir);
    const admin = await signIn(first.url, administrator);
    const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(2_500_000)]);
    await createProblem(admin, { id: 'echo', pdf, zip: await makeEchoArchive(3) });
    const somebody = { username: 'somebody', password: 'of the class', role: 'user' } as const;
    await admin.call(createUser, { body: somebody });
    const pupil = await signIn(first.url, somebody);
    const judgedId = await sendSubmission(admin, { problemId: 'echo', code: wrong });
    const judged = await waitForVerdict(admin, judgedId);
    expect(judged).toMatchObject({ overall_status: 'Wrong Answer', score: 0 });

    const enough = new AbortController();
    const submitting = keepSubmitting(admin, enough.signal);
    const acknowledged = () => admin.call(listSubmissions, { query: { limit: '100' } });
    while ((await acknowledged()).length < 8) await delay(50);
    const before = (await acknowledged()).map(({ id }) => id);
    // However fast the machine is: some are not judged when the backup is taken. Another person's, since the worker may
    // just have locked what is to be told of the first one.
    const { worker = 0 } = findProcesses(dataDir);
    process.kill(worker, 'SIGSTOP');
    await sendSubmission(pupil, { problemId: 'echo', code: right });
    expect(await backUp(file, { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    process.kill(worker, 'SIGCONT');
    enough.abort();
    const made = new Map((await submitting).map(({ id, number }) => [id, number]));
    const waiting = await listWaiting(file);
    expect(waiting.length).toBeGreaterThan(0);
    expect(await restore([file, '--replace'], { DATA_DIR: dataDir })).toEqual({
      code: 78,
      output: `DATA_DIR: another Minos is already running on ${dataDir}.\n`,
    });

    await first.stop();
    await rm(dataDir, { recursive: true });
    const restored = await restore([file], { DATA_DIR: dataDir });
    expect(restored).toMatchObject({ code: 0 });
    expect(restored.output).toContain('2 users, 1 problems,');

    const second = await start(dataDir);
    const again = openClient(second.url, admin.cookie);
    expect(await again.call(getMe)).toMatchObject({ isAuthenticated: true, user: { username: 'admin' } });
    expect(await again.download(problemPdf.path, { problemId: 'echo' })).toEqual(pdf);
    expect(await again.call(getSubmission, { params: { id: judgedId }, query: {} })).toEqual(judged);
    for (const id of before.filter((each) => each !== judgedId)) {
      const { overall_status, results } = await waitForVerdict(again, id);
      expect(overall_status).toBe(verdictOf(made.get(id) ?? 0));
      expect(results).toHaveLength(3);
    }
    for (const id of waiting) await waitForVerdict(again, id);
    const next = await sendSubmission(again, { problemId: 'echo', code: right });
    expect(next).toBeGreaterThan(Math.max(...before));
    expect(await waitForVerdict(again, next)).toMatchObject({ overall_status: 'Accepted', score: 100 });
    // What had no verdict at that moment was judged now, and once; nothing that had one was judged again.
    const judgedNow = listJudged(dataDir);
    expect(judgedNow).toHaveLength(new Set(judgedNow).size);
    expect(judgedNow.filter((id) => id !== next && !waiting.includes(id))).toEqual([]);
  });
});

/** The submissions whose jobs are in a backup. */
async function listWaiting(file: string): Promise<number[]> {
  const ids: number[] = [];
  for await (const record of decodeBackup(file)) {
    if (record.kind === 'jobs')
      ids.push(...record.value.map(({ data }) => (data as { submissionId: number }).submissionId));
  }
  return ids;
}

/** Since the restore: the log was lost with the folder. */
function listJudged(dataDir: string): number[] {
  return readFileSync(join(dataDir, 'logs/submissions.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"msg":"judged"'))
    .map((line) => JSON.parse(line).submission);
}

describe('a backup', () => {
  it('that is killed leaves no file of its name, and the next is not disturbed', async () => {
    const { connectionString } = await makeTestDatabase();
    const file = join(folder, 'killed.backup');
    const blocker = new pg.Client({ connectionString });
    await blocker.connect();
    await blocker.query('begin; lock table submissions in access exclusive mode');
    const { child, ended } = launch('backup.ts', [file], { DATABASE_URL: connectionString });
    while (!existsSync(`${file}.partial`)) await delay(20);
    const rival = await backUp(file, { DATABASE_URL: connectionString });
    expect(rival).toEqual({ code: 78, output: `Another backup to ${file} is being written.\n` });
    child.kill('SIGKILL');
    await ended;
    await blocker.end();
    expect(existsSync(file)).toBe(false);
    expect(await backUp(file, { DATABASE_URL: connectionString })).toMatchObject({ code: 0 });
    expect((await readdir(folder)).filter((name) => name.startsWith('killed'))).toEqual(['killed.backup']);
  });

  it('of a folder without data says so and makes none', async () => {
    const DATA_DIR = join(folder, 'nothing-here');
    expect(await backUp(join(folder, 'x'), { DATA_DIR })).toEqual({
      code: 78,
      output: `DATA_DIR: ${DATA_DIR} holds no data of a Minos.\n`,
    });
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it('and a restore say how they are called', async () => {
    const { code, output } = await launch('backup.ts', [], {}).ended;
    expect({ code, output }).toEqual({ code: 78, output: 'Usage: npm run backup -- FILE\n' });
    expect((await restore([], {})).output).toBe('Usage: npm run restore -- FILE [--replace]\n');
    expect((await restore(['a', '--force'], {})).output).toBe('Usage: npm run restore -- FILE [--replace]\n');
  });
});

describe('a restore', () => {
  const file = join(folder, 'small.backup');
  const made = makeTestDatabase().then(async ({ pool, connectionString }) => {
    await pool.query(`insert into settings (key, value) values ('restored', 'true')`);
    return backUp(file, { DATABASE_URL: connectionString });
  });

  it.each(['postgres.restoring', 'postgres.restoring/postmaster.pid'])(
    'that is killed once there is %s is refused by a start and can be repeated',
    async (sign) => {
      await made;
      const dataDir = join(folder, `killed-at-${sign.replace('/', '-')}`);
      const { child, ended } = launch('restore.ts', [file], { DATA_DIR: dataDir });
      while (!existsSync(join(dataDir, sign))) await delay(5);
      child.kill('SIGKILL');
      await ended;
      const refused = await tryToStart(dataDir);
      expect(refused.code).toBe(78);
      expect(refused.output).toContain(`A restore into ${dataDir} was broken off. Run it again`);
      expect(await restore([file], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
      expect(existsSync(join(dataDir, 'postgres.restoring'))).toBe(false);
      expect(await readSettings(dataDir)).toBe(1);
    },
  );

  it('never overwrites data, and moves it aside only when told to', async () => {
    await made;
    const dataDir = join(folder, 'used');
    expect(await restore([file], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    const refused = await restore([file], { DATA_DIR: dataDir });
    expect(refused).toMatchObject({ code: 78 });
    expect(refused.output).toContain('holds data already. With --replace it is moved aside');
    const replaced = await restore([file, '--replace'], { DATA_DIR: dataDir });
    expect(replaced).toMatchObject({ code: 0 });
    const aside = (await readdir(dataDir)).filter((name) => name.startsWith('postgres.replaced-'));
    expect(aside).toHaveLength(1);
    expect(replaced.output).toContain(`What was there is now in ${join(dataDir, aside[0] ?? '')}.`);
    expect(existsSync(join(dataDir, aside[0] ?? '', 'PG_VERSION'))).toBe(true);
    expect(await readSettings(dataDir)).toBe(1);
  });

  it('touches nothing when the file is no good', async () => {
    const dataDir = join(folder, 'untouched');
    const { code, output } = await restore([import.meta.filename], { DATA_DIR: dataDir });
    expect({ code, output }).toEqual({
      code: 78,
      output: `${import.meta.filename} is not a backup of Minos.\n`,
    });
    expect(existsSync(dataDir)).toBe(false);
  });
});

/** How many settings a folder's database holds, by a backup of it: it works while the instance is stopped, too. */
async function readSettings(dataDir: string): Promise<number> {
  const file = join(dataDir, 'check.backup');
  expect(await backUp(file, { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  let table = '';
  for await (const record of decodeBackup(file)) {
    if (record.kind === 'table') table = record.value.name;
    if (record.kind === 'rows' && table === 'settings') return record.value;
  }
  return 0;
}
