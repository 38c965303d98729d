/** What runs on the hosts of a test: Debian's PostgreSQL, and Minos's two halves as `npm run` starts them. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { until } from '#harness/until.ts';
import type { Host } from './network.ts';

const debianPostgres = '/usr/lib/postgresql';
const root = join(import.meta.dirname, '../..');

export interface Running {
  readonly host: Host;
  readonly process: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** The newest that is installed, or null. */
export function findDebianPostgres(): string | null {
  try {
    const [newest] = readdirSync(debianPostgres).toSorted((a, b) => Number(b) - Number(a));
    return newest ? join(debianPostgres, newest, 'bin') : null;
  } catch {
    return null;
  }
}

/** A new cluster that the hosts of the subnet may use, with an empty database and the roles for it (docs/scaling.md). */
export async function startDebianPostgres(host: Host, folder: string, subnet: string) {
  const binaries = findDebianPostgres() ?? '';
  const cluster = join(folder, 'cluster');
  const password = 'of the tests';
  const account = postgresAccount();
  await mkdir(folder);
  await writeFile(join(folder, 'password'), password);
  for (const path of [folder, join(folder, 'password')]) chownSync(path, account.uid, account.gid);
  const asPostgres = ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  const [command = '', ...args] = [
    ...asPostgres,
    join(binaries, 'initdb'),
    `--pgdata=${cluster}`,
    '--username=postgres',
    `--pwfile=${join(folder, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ];
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder });
  await appendFile(join(cluster, 'pg_hba.conf'), `host all all ${subnet} scram-sha-256\n`);
  const server = run(
    host,
    [
      ...asPostgres,
      join(binaries, 'postgres'),
      '-D',
      cluster,
      `--listen_addresses=${host.address}`,
      `--unix_socket_directories=${folder}`,
    ],
    { stopSignal: 'SIGINT', cwd: folder },
  );
  await until(() => server.output().includes('ready to accept connections'));
  const url = (role: string, database = 'minos') =>
    `postgres://${role}:${encodeURIComponent(password)}@${host.address}/${database}`;
  const client = new pg.Client({ connectionString: url('postgres', 'postgres') });
  await client.connect();
  const roles = { owner: 'minos', server: 'minos_server', worker: 'minos_worker' };
  for (const role of Object.values(roles))
    await client.query(`create role ${role} login password '${password}'`);
  await client.query('create database minos owner minos');
  await client.end();
  const urls = { owner: url(roles.owner), server: url(roles.server), worker: url(roles.worker) };
  return { ...server, urls };
}

function postgresAccount(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  const [, , uid, gid] = (line ?? '').split(':').map(Number);
  if (!uid || !gid) throw new Error('There is no account named postgres');
  return { uid, gid };
}

/** A process of Minos with an environment in which nothing is set but what is named. */
export function startMinos(host: Host, module: string, env: Record<string, string>): Running {
  const minimal = { PATH: process.env.PATH ?? '', ...env };
  return run(host, [process.execPath, join(root, module)], { env: minimal, cwd: root });
}

function run(
  host: Host,
  what: readonly string[],
  options: { env?: Record<string, string>; cwd: string; stopSignal?: NodeJS.Signals },
): Running {
  const [command = '', ...args] = [...host.within, ...what];
  // None of the commands before it forks: this is the process itself.
  const child = spawn(command, args, {
    env: options.env ?? process.env,
    cwd: options.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const take = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  return {
    host,
    process: child,
    output: () => output,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(options.stopSignal ?? 'SIGTERM');
      const hurry = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await once(child, 'exit');
      clearTimeout(hurry);
    },
  };
}
