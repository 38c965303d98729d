/**
 * `npm run demo`: an instance of its own with problems, people, months of submissions, contests that are over, one that
 * runs and one that comes. Problems and what is truly judged go in through the API, as staff and contestants would bring
 * them; what happened before is written into its database (store-history.ts).
 */
import { spawn } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { listContests } from '#contract/contests.ts';
import { createProblem, setProblemVisibility } from '#contract/problems.ts';
import { type Client, signIn } from '#harness/client.ts';
import { waitForStatus } from '#harness/sample-contest.ts';
import { waitForImport } from '#harness/sample-problem.ts';
import { sendSubmission } from '#harness/sample-submission.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { type Database, openDatabase } from '#store/database.ts';
import { findRunningPostgres } from '#store/embedded-postgres.ts';
import { demoContests, getDemoProblem, type History, imagineHistory } from './history.ts';
import { demoPeople, demoStaff, guest } from './people.ts';
import { writeTestArchive } from './problem.ts';
import { demoProblems } from './problems.ts';
import { writeStatement } from './statement.ts';
import { backdateFinishes, backdateProblems, storeHistory, storePeople } from './store-history.ts';

const adminName = process.env.ADMIN_USERNAME || 'admin';
const adminPassword = process.env.ADMIN_PASSWORD || 'demo-password';
const peoplePassword = 'demo-password';
const dataDir = process.env.DATA_DIR || 'data-demo';

const supervisor = spawn(
  process.execPath,
  [fileURLToPath(new URL('../supervisor/main.ts', import.meta.url))],
  {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      ADMIN_USERNAME: adminName,
      ADMIN_PASSWORD: adminPassword,
    },
    // By the last of them it notices when this process is killed.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => supervisor.kill(signal));
supervisor.on('exit', (code) => process.exit(code ?? 1));
process.on('disconnect', () => supervisor.kill('SIGTERM'));

let printed = '';
let isFilling = false;
supervisor.stdout?.on('data', (chunk: Buffer) => {
  process.stdout.write(chunk);
  printed += chunk;
  const url = /Minos is ready at (\S+)/.exec(printed)?.[1];
  if (!url || isFilling) return;
  isFilling = true;
  show(url).catch((error: unknown) => {
    console.error('The demonstration could not be filled:', error);
    supervisor.kill('SIGTERM');
  });
});

async function show(url: string): Promise<void> {
  const admin = await signIn(url, { username: adminName, password: adminPassword });
  const contests = await admin.call(listContests);
  if (contests.length === 0) {
    console.log('Bringing problems, people and contests. This takes about half a minute.');
    const { db, close } = openDatabase(await findDatabase(), (error) => console.error(error));
    await fill(db, admin).finally(close);
  } else if (!contests.some(({ status }) => status === 'running')) {
    console.log('The demonstration’s contest is over. Delete its folder to see it run again.');
  }
  console.log(`The demonstration is ready at ${url}
  Administrator: ${adminName}, password ${adminPassword}
  Staff: ${demoStaff.map(({ username }) => username).join(', ')}; contestants: ${guest}, theseus and ${
    demoPeople.length - 2
  } more; password ${peoplePassword}`);
}

async function findDatabase(): Promise<string> {
  const { DATABASE_OWNER_URL, DATABASE_URL } = process.env;
  const found = DATABASE_OWNER_URL || DATABASE_URL || (await findRunningPostgres(await realpath(dataDir)));
  if (!found) throw new Error(`No database runs in ${dataDir}`);
  return found;
}

async function fill(db: Database, admin: Client): Promise<void> {
  const now = new Date();
  await storePeople(db, [...demoStaff, ...demoPeople], await hashPassword(peoplePassword), now);
  const imports = await bringProblems(admin);
  const history = imagineHistory(now);
  // What happened before was judged with their tests.
  for (const jobId of imports) await waitForImport(admin, jobId);
  await storeHistory(db, history, now);
  await backdateProblems(
    db,
    demoProblems.map(({ id }) => id),
    now,
  );
  await waitForFinishes(admin);
  await backdateFinishes(db);
  await submitNow(admin, history);
}

/** The ids of the imports of their tests, which a worker makes as soon as it is ready. */
async function bringProblems(admin: Client): Promise<string[]> {
  const imports: string[] = [];
  for (const [index, problem] of demoProblems.entries()) {
    const { id, title, timeLimitMs, memoryLimitMb } = problem;
    await createDraft(admin, index, { id, title, timeLimitMs, memoryLimitMb });
    const isOpen = !demoContests.some(
      ({ startsInMs, lastsMs, problemIds }) =>
        startsInMs + lastsMs > 0 && (problemIds as readonly string[]).includes(id),
    );
    if (isOpen) await admin.call(setProblemVisibility, { params: { id }, body: { isVisible: true } });
    const [pdf, zip] = await Promise.all([writeStatement(problem), writeTestArchive(problem)]);
    const jobId = await admin.upload(id, { pdf, zip });
    if (jobId !== null) imports.push(jobId);
  }
  // One that somebody has only begun: no statement, no tests.
  await createDraft(admin, 1, {
    id: 'bull',
    title: 'The Path of the Bull',
    timeLimitMs: 1500,
    memoryLimitMb: 256,
  });
  return imports;
}

interface Draft {
  readonly id: string;
  readonly title: string;
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
}

async function createDraft(
  admin: Client,
  index: number,
  { id, title, timeLimitMs, memoryLimitMb }: Draft,
): Promise<void> {
  const author = demoStaff[index % demoStaff.length]?.username ?? adminName;
  await admin.call(createProblem, {
    body: { id, title, author, time_limit_ms: timeLimitMs, memory_limit_mb: memoryLimitMb },
  });
}

async function waitForFinishes(admin: Client): Promise<void> {
  for (const { id, title } of await admin.call(listContests)) {
    const contest = demoContests.find((each) => each.title === title);
    if (contest && contest.startsInMs + contest.lastsMs < 0) await waitForStatus(admin, id, 'finished');
  }
}

/** What is sent now and truly judged while one looks: by people who sit in the running contest, and by the guest. */
async function submitNow(admin: Client, { participants }: History): Promise<void> {
  const contests = await admin.call(listContests);
  const running = contests.find(({ status }) => status === 'running');
  if (!running) return;
  const inContest = participants.get(running.title) ?? [];
  const sent = [
    ...(
      [
        ['thread', 0],
        ['stairs', 1],
        ['bridges', 1],
        ['scroll', 0],
        ['thread', 2],
        ['stairs', 0],
        ['scroll', 3],
      ] as const
    ).map(([problemId, solution], index) => ({
      username: inContest[index * 3] ?? guest,
      problemId,
      solution,
      contestId: running.id,
    })),
    { username: guest, problemId: 'lamps', solution: 1, contestId: undefined },
    { username: 'theseus', problemId: 'mosaic', solution: 0, contestId: undefined },
    { username: 'amelie', problemId: 'caravan', solution: 1, contestId: undefined },
  ];
  for (const { username, problemId, solution, contestId } of sent) {
    const person = await signIn(admin.url, { username, password: peoplePassword });
    const code = getDemoProblem(problemId).solutions[solution]?.code ?? '';
    await sendSubmission(person, { problemId, code, contestId });
  }
}
