/**
 * `npm run demo`: an instance of its own with sample problems, people, a contest that is over and one that runs.
 * Everything is brought in through the API, as staff and contestants would.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createUser } from '#contract/accounts.ts';
import { joinContest, listContests } from '#contract/contests.ts';
import { type Client, signIn } from '#harness/client.ts';
import { writePdf } from '#harness/pdf.ts';
import { createContest, fromNow, moveContest, waitForStatus } from '#harness/sample-contest.ts';
import { createProblem } from '#harness/sample-problem.ts';
import { sendSubmission } from '#harness/sample-submission.ts';
import { namePairs, writeZip } from '#harness/zip.ts';
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
  const admin = await signIn(url, { username: adminName, password: adminPassword });
  const contests = await admin.call(listContests);
  if (contests.length === 0) {
    console.log('Bringing problems, people and contests. This takes a moment.');
    await bringProblems(admin);
    const accounts = demoPeople.map((username) => ({ username, password: peoplePassword }));
    for (const account of accounts) await admin.call(createUser, { body: { ...account, role: 'user' } });
    const people = await Promise.all(accounts.map((account) => signIn(url, account)));
    await holdPastContest(admin, people);
    await openContest(admin, people);
  } else if (!contests.some(({ status }) => status === 'running')) {
    console.log('The demonstration’s contest is over. Delete its folder to see it run again.');
  }
  console.log(`The demonstration is ready at ${url}
  Administrator: ${adminName}, password ${adminPassword}
  Contestants: ${demoPeople.join(', ')}, password ${peoplePassword}`);
}

async function bringProblems(admin: Client): Promise<void> {
  for (const { id, title, statement, tests } of Object.values(demoProblems)) {
    const pdf = await writePdf([[title, ...statement]]);
    await createProblem(admin, { id, title, author: adminName, pdf, zip: await writeZip(namePairs(tests)) });
  }
}

/** Short, so that its results are there from the beginning. */
async function holdPastContest(admin: Client, people: readonly Client[]): Promise<void> {
  const contest = await createContest(admin, {
    title: 'Warm-up',
    description: 'A first try of everything.',
    startsInMs: 0,
    endsInMs: 60_000,
    problemIds: ['sum'],
  });
  await waitForStatus(admin, contest.id, 'running');
  for (const [index, person] of people.entries()) {
    await person.call(joinContest, { params: { id: contest.id } });
    const code = demoSolutions.sum[index % 2 ? 'partial' : 'full'];
    await sendSubmission(person, { problemId: 'sum', code, contestId: contest.id });
  }
  await moveContest(admin, contest, { endTime: fromNow(1_500) });
  await waitForStatus(admin, contest.id, 'finished');
}

async function openContest(admin: Client, people: readonly Client[]): Promise<void> {
  const { id: contestId } = await createContest(admin, {
    title: 'Labyrinth Round',
    description: 'Two problems, five hours. Partial scores count.',
    startsInMs: 0,
    endsInMs: 5 * hour,
    problemIds: ['palindrome', 'stairs'],
  });
  for (const person of people) await person.call(joinContest, { params: { id: contestId } });
  await waitForStatus(admin, contestId, 'running');
  for (const [index, person] of people.entries()) {
    const palindrome = demoSolutions.palindrome[index < 3 ? 'full' : 'partial'];
    await sendSubmission(person, { problemId: 'palindrome', code: palindrome, contestId });
    if (index >= 4) continue;
    const stairs = demoSolutions.stairs[index % 2 ? 'full' : 'partial'];
    await sendSubmission(person, { problemId: 'stairs', code: stairs, contestId });
  }
}
