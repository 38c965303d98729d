import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { getMe } from '#contract/accounts.ts';
import { listWorkers } from '#contract/workers.ts';
import { shareBuiltAhead } from '#harness/built-ahead.ts';
import { openClient, signIn as signInAs } from '#harness/client.ts';
import { findFreePort } from '#harness/free-port.ts';
import { administrator, type Instance, startInstance } from '#harness/instance.ts';
import { findProcesses, isGone } from '#harness/processes.ts';
import { until } from '#harness/until.ts';
import { roleOf } from '#store/access.ts';
import { makeTestDatabase } from '#store/testing/test-database.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

const root = join(import.meta.dirname, '../..');
const instances: Instance[] = [];
afterEach(async () => {
  await Promise.all(instances.splice(0).map((instance) => instance.stop()));
});

/** Stopped at the end of its test, however that ends. */
async function start(options: Parameters<typeof startInstance>[0]): Promise<Instance> {
  const instance = await startInstance(options);
  instances.push(instance);
  return instance;
}

async function makeFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'minos-supervisor-')));
  folders.push(folder);
  return folder;
}

async function signIn({ url }: Instance): Promise<string> {
  return (await signInAs(url, administrator)).cookie;
}

async function isSignedIn({ url }: { url: string }, cookie: string): Promise<boolean> {
  const me = await openClient(url, cookie)
    .call(getMe)
    .catch(() => null);
  return me?.isAuthenticated ?? false;
}

/** As whom the parts of an instance are in its database. */
async function listRoles(dataDir: string): Promise<string[]> {
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
  const client = new pg.Client({ host: join(dataDir, 'run'), user: 'minos', password, database: 'minos' });
  await client.connect();
  const { rows } = await client.query<{ role: string }>(
    `select distinct usename as role from pg_stat_activity where application_name like 'minos%' order by 1`,
  );
  await client.end();
  return rows.map(({ role }) => role);
}

describe('an instance', () => {
  it('stops all it started when asked, and finds its data again', async () => {
    const dataDir = await makeFolder();
    const first = await start({ dataDir });
    const cookie = await signIn(first);
    // A worker that is still being loaded has nothing to hand back, and says nothing.
    await until(async () => (await openClient(first.url, cookie).call(listWorkers)).length > 0);
    const pids = Object.values(findProcesses(dataDir));
    expect(pids).toHaveLength(3);
    expect(await listRoles(dataDir)).toEqual([roleOf('server', 'minos'), roleOf('worker', 'minos')]);
    first.process.kill('SIGINT');
    expect(await once(first.process, 'exit')).toEqual([0, null]);
    expect(pids.filter((pid) => !isGone(pid))).toEqual([]);
    const log = readFileSync(join(dataDir, 'logs/minos.log'), 'utf8');
    const moments = [
      '"process":"server","reason":"SIGTERM","msg":"stopping"',
      '"process":"worker","reason":"SIGTERM","msg":"stopping"',
      'database system is shut down',
    ].map((text) => log.lastIndexOf(text));
    expect(moments).not.toContain(-1);
    expect(Math.max(...moments)).toBe(moments[2]);

    const second = await start({ dataDir });
    expect(await isSignedIn(second, cookie)).toBe(true);
    await second.stop();
  });

  it('starts again whichever part is killed', async () => {
    const dataDir = await makeFolder();
    const instance = await start({ dataDir, env: { PORT: String(await findFreePort()) } });
    const cookie = await signIn(instance);
    for (const part of ['server', 'worker', 'postgres'] as const) {
      const before = await until(() => findProcesses(dataDir)[part] ?? false);
      process.kill(before, 'SIGKILL');
      await until(() => (findProcesses(dataDir)[part] ?? before) !== before);
      await until(() => isSignedIn(instance, cookie));
    }
    await instance.stop();
  });

  it('recovers when several parts are killed at once', async () => {
    const dataDir = await makeFolder();
    const instance = await start({ dataDir, env: { PORT: String(await findFreePort()) } });
    const cookie = await signIn(instance);
    const { server, worker, postgres } = findProcesses(dataDir);
    for (const pid of [postgres, server, worker]) process.kill(pid ?? 0, 'SIGKILL');
    await until(() => isGone(server ?? 0));
    await until(() => isSignedIn(instance, cookie));
    await until(() => findProcesses(dataDir).worker ?? false);
    // And asked to stop while the database is on its way back, it stops, the new database with it.
    process.kill(findProcesses(dataDir).postgres ?? 0, 'SIGKILL');
    await until(() => instance.output().split('PostgreSQL ended unexpectedly').length === 3);
    instance.process.kill('SIGTERM');
    await once(instance.process, 'exit');
    expect(findProcesses(dataDir)).toEqual({});
  });

  it('started with npm, stops as a whole when npm is asked to', async () => {
    const dataDir = await makeFolder();
    await shareBuiltAhead(dataDir);
    const env = { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir };
    const npm = spawn('npm', ['start'], { env, cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    npm.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await until(() => output.includes('Minos is ready at'));
    const pids = Object.values(findProcesses(dataDir));
    expect(pids).toHaveLength(3);
    npm.kill('SIGTERM');
    await once(npm, 'exit');
    await until(() => pids.every(isGone));
    await (await start({ dataDir })).stop();
  });

  it('leaves nothing running when its supervisor is killed, and starts again on the same data', async () => {
    const dataDir = await makeFolder();
    const first = await start({ dataDir });
    const cookie = await signIn(first);
    const pids = Object.values(findProcesses(dataDir));
    first.process.kill('SIGKILL');
    // At once: PostgreSQL may still be on its way down, and the new one must wait for it.
    const second = await start({ dataDir });
    expect(await isSignedIn(second, cookie)).toBe(true);
    await until(() => pids.every(isGone));
    await second.stop();
  });

  it('goes on when nobody reads along any more, whatever it has to say', async () => {
    const dataDir = await makeFolder();
    const instance = await start({ dataDir, env: { PORT: String(await findFreePort()) } });
    const cookie = await signIn(instance);
    instance.process.stdout?.destroy();
    instance.process.stderr?.destroy();
    const before = await until(() => findProcesses(dataDir).worker ?? false);
    process.kill(before, 'SIGKILL');
    await until(() => (findProcesses(dataDir).worker ?? before) !== before);
    expect(await isSignedIn(instance, cookie)).toBe(true);
    await instance.stop();
    expect(instance.process.exitCode).toBe(0);
  });

  it('runs as an ordinary user', async () => {
    // Nobody in there, though still who we are outside: the checkout may be in a folder that only we can read.
    const asNobody = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'];
    const dataDir = await makeFolder();
    const instance = await start({ dataDir, within: asNobody });
    expect(await isSignedIn(instance, await signIn(instance))).toBe(true);
    const { postgres, server } = findProcesses(dataDir);
    const namespaceOf = (pid: number | undefined) => readlinkSync(`/proc/${pid}/ns/user`);
    expect(namespaceOf(postgres)).toBe(namespaceOf(server));
    await instance.stop();
  });

  it('prints a generated password the first time, and only then', async () => {
    const dataDir = await makeFolder();
    const first = await start({ dataDir, env: { ADMIN_PASSWORD: '', ADMIN_USERNAME: 'head' } });
    const password = /password {2}(\S+)/.exec(first.output())?.[1] ?? '';
    expect(first.output()).toContain('username  head');
    await signInAs(first.url, { username: 'head', password });
    await first.stop();
    const log = readFileSync(join(dataDir, 'logs/minos.log'), 'utf8');
    expect(log).not.toContain(password);
    const second = await start({ dataDir, env: { ADMIN_PASSWORD: '', ADMIN_USERNAME: 'head' } });
    expect(second.output()).not.toContain('password');
    await second.stop();
  });
});

describe('a start that cannot succeed says why and ends', () => {
  const tryToStart = async (env: NodeJS.ProcessEnv) => {
    const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: { ...process.env, HOST: '127.0.0.1', PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    const [code] = await once(child, 'close');
    return { code, output };
  };

  it('for bad settings', async () => {
    const { code, output } = await tryToStart({ PORT: 'http', LOG_LEVEL: 'loud' });
    expect(code).toBe(78);
    expect(output).toContain('PORT: must be a whole number from 0 to 65535');
    expect(output).toContain('LOG_LEVEL: ');
    expect(output).not.toContain('    at ');
  });

  it('for the address of an owner without one for everyday work', async () => {
    const { code, output } = await tryToStart({
      DATABASE_OWNER_URL: 'postgres://minos@127.0.0.1:1/minos',
      DATA_DIR: await makeFolder(),
    });
    expect(code).toBe(78);
    expect(output).toContain('DATABASE_OWNER_URL: set DATABASE_URL too');
  });

  it('for a port that is taken, and stops its database', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const dataDir = await makeFolder();
    const { code, output } = await tryToStart({ PORT: String(port), DATA_DIR: dataDir });
    taken.close();
    expect(code).toBe(78);
    expect(output).toContain(`PORT: ${port} is already in use`);
    expect(findProcesses(dataDir)).toEqual({});
  });

  it('for a data folder that cannot be written', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'a-file'), '');
    const { code, output } = await tryToStart({ DATA_DIR: join(folder, 'a-file/data') });
    expect(code).toBe(78);
    expect(output).toContain(`DATA_DIR: ${folder}/a-file/data cannot be written`);
  });

  it('for a database that is down', async () => {
    const { code, output } = await tryToStart({
      DATABASE_URL: 'postgres://minos@127.0.0.1:1/minos',
      DATA_DIR: await makeFolder(),
    });
    expect(code).toBe(75);
    expect(output).toContain('Minos cannot reach its database (DATABASE_URL)');
  });

  it('for a data folder that another Minos uses', async () => {
    const dataDir = await makeFolder();
    const instance = await start({ dataDir });
    const { code, output } = await tryToStart({ DATA_DIR: dataDir });
    expect(code).toBe(78);
    expect(output).toContain(`DATA_DIR: another Minos is already running on ${dataDir}`);
    await instance.stop();
  });

  it('for a cluster of another PostgreSQL', async () => {
    const dataDir = await makeFolder();
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '12\n');
    const { code, output } = await tryToStart({ DATA_DIR: dataDir });
    expect(code).toBe(78);
    expect(output).toContain('The data folder was made by PostgreSQL 12');
  });
});

describe('npm run server', () => {
  it('that waits for somebody to bring the database up to date ends when it is asked to', async () => {
    const { openAs } = await makeTestDatabase({ empty: true });
    const env = { ...process.env, DATABASE_URL: openAs('server').connectionString };
    const server = spawn(process.execPath, [join(root, 'server/main.ts')], { env, stdio: 'pipe' });
    let output = '';
    server.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await until(() => output.includes('waiting for the database to be brought up to date'));
    server.kill('SIGTERM');
    expect(await once(server, 'exit')).toEqual([0, null]);
  });

  it('greets, and tells the generated password, without a supervisor', async () => {
    const { connectionString } = await makeTestDatabase({ empty: true });
    const env = {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: connectionString,
      PUBLIC_URL: 'https://judge.example.org',
      ADMIN_PASSWORD: '',
      DATA_DIR: await makeFolder(),
    };
    const npm = spawn('npm', ['run', 'server'], { env, cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    npm.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await until(() => output.includes('Minos is ready at'));
    expect(output).toMatch(/username {2}admin\n\s+password {2}\S{16}\n/);
    // Somebody speaks https for it.
    await until(() => output.includes('set TRUST_PROXY=(its address)'));
    // The one address is the owner's.
    expect(output).toContain('this server connects as a role that may do everything in the database');
    npm.kill('SIGTERM');
    await once(npm, 'exit');
  });
});
