/**
 * The API under 1,000 people with connections that stay, and the memory of server and worker under an hour's worth
 * of their traffic:
 *
 *   node bench/api.ts [seconds for each call]
 *
 * The baseline is /healthz in the same run: what the server can answer at all when it has nothing to find out.
 */
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { signIn } from '#harness/client.ts';
import { administrator, startInstance } from '#harness/instance.ts';
import { findProcesses } from '#harness/processes.ts';
import { createProblem, makeEchoArchive } from '#harness/sample-problem.ts';
import { findRunningPostgres } from '#store/embedded-postgres.ts';
import { fillSubmissions } from '#store/testing/fill-submissions.ts';

const seconds = Number(process.argv[2] ?? 10);
const people = 1_000;
/** Each of them has a page open that asks every 30 s, and submits twice. */
const hourOfCalls = people * 120;
const hourOfSubmissions = people * 2;
const agent = new Agent({ keepAlive: true, maxSockets: people, maxFreeSockets: people });

const instance = await startInstance({ env: { LOG_LEVEL: 'warn' } });
const pool = new pg.Pool({ connectionString: (await findRunningPostgres(instance.dataDir)) ?? '' });

try {
  await fillSubmissions(pool, { users: people, problems: 100, submissions: 20_000 });
  await pool.query(
    `insert into sessions (token_hash, user_id, expires_at)
     select sha256(convert_to(username, 'UTF8')), id, now() + interval '29 days' from users where username like 'user%'`,
  );
  await benchCalls();
  await benchMemory();
} finally {
  agent.destroy();
  await pool.end();
  await instance.stop();
}

async function benchCalls(): Promise<void> {
  const calls = {
    '/healthz': '/healthz',
    me: '/api/me',
    'problems list': '/api/problems-with-stats',
    'submissions list': '/api/submissions',
    scoreboard: '/api/scoreboard',
  };
  let baseline = 0;
  for (const [name, path] of Object.entries(calls)) {
    const { times, failed } = await askAll(path, performance.now() + seconds * 1000);
    const perSecond = times.length / seconds;
    baseline ||= perSecond;
    const p95 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
    console.log(
      `${name.padEnd(18)} ${perSecond.toFixed(0).padStart(6)}/s  ratio ${(perSecond / baseline).toFixed(2)}  p95 ${p95.toFixed(0)} ms  failed ${failed}`,
    );
  }
  console.log(
    `${people} connections; ${cpus().length} cores, ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`,
  );
}

async function benchMemory(): Promise<void> {
  const admin = await signIn(instance.url, administrator);
  await createProblem(admin, { id: 'echo', zip: await makeEchoArchive(5) });
  const { server = 0, worker = 0 } = findProcesses(instance.dataDir);
  const quarters: Record<string, number>[] = [];
  for (let quarter = 0; quarter < 4; quarter += 1) {
    const judged = submitAndWait(`quarter ${quarter}`, hourOfSubmissions / 4);
    for (const path of ['/api/me', '/api/problems-with-stats', '/api/submissions', '/api/scoreboard'])
      await askAll(path, Number.POSITIVE_INFINITY, hourOfCalls / 16);
    await judged;
    quarters.push({ server: await readMemory(server), worker: await readMemory(worker) });
  }
  console.log(`memory in MB after each quarter of ${hourOfCalls} calls and ${hourOfSubmissions} submissions`);
  for (const name of ['server', 'worker'] as const) {
    const sizes = quarters.map((quarter) => quarter[name] ?? 0);
    const growth = (sizes.at(-1) ?? 0) / (sizes[0] ?? 1);
    console.log(
      `${name.padEnd(18)} ${sizes.map((size) => size.toFixed(0)).join(' → ')}  ratio ${growth.toFixed(2)}`,
    );
  }
}

/** Each by somebody else, and each a program of its own; settles when the last one has its verdict. */
async function submitAndWait(name: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    const code = `#include <iostream>\nint main() { int n; std::cin >> n; std::cout << n; }\n// ${name}, ${sent}\n`;
    const body = JSON.stringify({ problemId: 'echo', language: 'cpp', code });
    const status = await ask('/api/submit', (sent % people) + 1, body);
    if (status !== 201) throw new Error(`A submission was answered with ${status}`);
  }
  const unjudged = `select from judgements where status in ('Pending', 'Compiling', 'Running')`;
  while ((await pool.query(unjudged)).rowCount) await delay(200);
}

/** Everybody asks again as soon as they have an answer. */
async function askAll(path: string, until: number, atMost = Number.POSITIVE_INFINITY) {
  const times: number[] = [];
  let failed = 0;
  let left = atMost;
  const askOn = async (user: number) => {
    while (performance.now() < until && left-- > 0) {
      const startedAt = performance.now();
      if ((await ask(path, user)) >= 400) failed += 1;
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: people }, (_, index) => askOn(index + 1)));
  return { times, failed };
}

function ask(path: string, user: number, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      cookie: `minos_session=user${user}`,
      'accept-encoding': 'br',
      ...(body && { 'content-type': 'application/json', origin: instance.url }),
    };
    request(new URL(path, instance.url), { agent, headers, method: body ? 'POST' : 'GET' }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end(body);
  });
}

/** What is its own: shared libraries left out. */
async function readMemory(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kilobytes = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)].map(([, size]) =>
    Number(size),
  );
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
}
