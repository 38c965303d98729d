/**
 * `npm run demo`: an instance of its own with sample problems, people, a contest that is over and one that runs.
 * Everything is brought in through the API, as staff and contestants would.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { writePdf } from '#harness/pdf-writer.ts';
import { writeZip } from '#judge/import/testing/zip-writer.ts';
import { demoPeople, demoProblems, demoSolutions } from './content.ts';

const adminName = process.env.ADMIN_USERNAME || 'admin';
const adminPassword = process.env.ADMIN_PASSWORD || 'demo-password';
const peoplePassword = 'demo-password';
const hour = 3_600_000;

const supervisor = spawn(
  process.execPath,
  [fileURLToPath(new URL('../supervisor/main.ts', import.meta.url))],
  {
    env: {
      ...process.env,
      DATA_DIR: process.env.DATA_DIR || 'data-demo',
      ADMIN_USERNAME: adminName,
      ADMIN_PASSWORD: adminPassword,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => supervisor.kill(signal));
supervisor.on('exit', (code) => process.exit(code ?? 1));
process.on('disconnect', () => supervisor.kill('SIGTERM'));

let printed = '';
let isFilling = false;
supervisor.stdout.on('data', (chunk: Buffer) => {
  process.stdout.write(chunk);
  printed += chunk;
  const url = /Minos is ready at (\S+)/.exec(printed)?.[1];
  if (!url || isFilling) return;
  isFilling = true;
  fill(url).catch((error: unknown) => {
    console.error('The demonstration could not be filled:', error);
    supervisor.kill('SIGTERM');
  });
});

async function fill(url: string): Promise<void> {
  const admin = await signIn(url, adminName, adminPassword);
  const contests: { status: string }[] = await admin('GET', '/contests');
  if (contests.length === 0) {
    console.log('Bringing problems, people and contests. This takes a moment.');
    await bringProblems(admin);
    for (const username of demoPeople) {
      await admin('POST', '/admin/users', { username, password: peoplePassword, role: 'user' });
    }
    const people = await Promise.all(demoPeople.map((name) => signIn(url, name, peoplePassword)));
    await holdPastContest(admin, people);
    await openContest(admin, people);
  } else if (!contests.some(({ status }) => status === 'running')) {
    console.log('The demonstration’s contest is over. Delete its folder to see it run again.');
  }
  console.log(`The demonstration is ready at ${url}
  Administrator: ${adminName}, password ${adminPassword}
  Contestants: ${demoPeople.join(', ')}, password ${peoplePassword}`);
}

type Call = <Answer>(method: string, path: string, body?: object | FormData) => Promise<Answer>;

async function signIn(url: string, username: string, password: string): Promise<Call> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { cookie, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? undefined : JSON.parse(await response.text());
  };
}

async function bringProblems(admin: Call): Promise<void> {
  for (const { id, title, statement, tests } of Object.values(demoProblems)) {
    const limits = { time_limit_ms: 1000, memory_limit_mb: 64 };
    await admin('POST', '/admin/problems', { id, title, author: adminName, ...limits });
    const zip = writeZip(
      tests.flatMap(([input, answer], index) => [
        { name: `${index + 1}.in`, content: input },
        { name: `${index + 1}.out`, content: answer },
      ]),
    );
    const form = new FormData();
    form.set('problemPdf', new Blob([new Uint8Array(writePdf([[title, ...statement]]))]), `${id}.pdf`);
    form.set('testcasesZip', new Blob([new Uint8Array(zip)]), `${id}.zip`);
    const { jobId } = await admin<{ jobId: string }>('POST', `/admin/problems/${id}/upload`, form);
    await until(async () => {
      const { status, message } = await admin<{ status: string; message: string }>(
        'GET',
        `/admin/upload-progress/${jobId}`,
      );
      if (status === 'failed') throw new Error(message);
      return status === 'completed';
    });
    await admin('PUT', `/admin/problems/${id}/visibility`, { isVisible: true });
  }
}

/** Short, so that its results are there from the beginning. */
async function holdPastContest(admin: Call, people: readonly Call[]): Promise<void> {
  const id = await createContest(admin, 'Warm-up', 'A first try of everything.', 1_500, 60_000, ['sum']);
  await waitFor(admin, id, 'running');
  for (const [index, person] of people.entries()) {
    await person('POST', `/contests/${id}/join`);
    await submit(person, 'sum', demoSolutions.sum[index % 2 ? 'partial' : 'full'], id);
  }
  const { title, description, start_time } = await getContest(admin, id);
  const endTime = new Date(Date.now() + 1_500).toISOString();
  await admin('PUT', `/admin/contests/${id}`, { title, description, startTime: start_time, endTime });
  await waitFor(admin, id, 'finished');
}

async function openContest(admin: Call, people: readonly Call[]): Promise<void> {
  const id = await createContest(
    admin,
    'Labyrinth Round',
    'Two problems, five hours. Partial scores count.',
    1_500,
    5 * hour,
    ['palindrome', 'stairs'],
  );
  for (const person of people) await person('POST', `/contests/${id}/join`);
  await waitFor(admin, id, 'running');
  for (const [index, person] of people.entries()) {
    await submit(person, 'palindrome', demoSolutions.palindrome[index < 3 ? 'full' : 'partial'], id);
    if (index < 4) await submit(person, 'stairs', demoSolutions.stairs[index % 2 ? 'full' : 'partial'], id);
  }
}

async function createContest(
  admin: Call,
  title: string,
  description: string,
  startsInMs: number,
  lastsMs: number,
  problemIds: readonly string[],
): Promise<number> {
  const start = Date.now() + startsInMs;
  const { id } = await admin<{ id: number }>('POST', '/admin/contests', {
    title,
    description,
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + lastsMs).toISOString(),
  });
  await admin('POST', `/admin/contests/${id}/problems`, { problemIds, action: 'move_to_contest' });
  return id;
}

function submit(person: Call, problemId: string, code: string, contestId: number): Promise<unknown> {
  return person('POST', '/submit', { problemId, language: 'cpp', code, contestId });
}

interface ListedContest {
  readonly status: string;
  readonly title: string;
  readonly description: string;
  readonly start_time: string;
}

function getContest(admin: Call, id: number): Promise<ListedContest> {
  return admin<ListedContest>('GET', `/contests/${id}`);
}

function waitFor(admin: Call, id: number, status: string): Promise<void> {
  return until(async () => (await getContest(admin, id)).status === status);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 200));
}
