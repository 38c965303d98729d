import { describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { makeContestTools, two } from './contests/testing.ts';
import { OneCallPerUser } from './one-call-per-user.ts';
import { type Client, makeTestApp } from './testing/test-app.ts';

const testApp = await makeTestApp();
const { database, signUp } = testApp;
const { makeContest, makeProblem, startContest } = await makeContestTools(testApp);
const problemId = await makeProblem('turns');
const open = await makeContest();
const { contestId, participants } = await startContest('turns', { people: 3 });
const [loud, quiet] = two(participants);
const mixed = participants[2] ?? loud;

/** More than there are connections. */
const burst = 3 * limits.submitRateMax;

interface Sent {
  readonly what: string;
  readonly send: (client: Client, index: number) => ReturnType<Client['post']>;
  /** What the one who sends a burst is told, and how often. */
  readonly told: Readonly<Record<string, number>>;
}

const sent: readonly Sent[] = [
  {
    what: 'submissions',
    send: (client) => client.post('/api/submit', { problemId, language: 'cpp', code: 'x' }),
    told: {
      done: limits.pendingMax,
      too_many_pending: limits.submitRateMax - limits.pendingMax,
      submitting_too_fast: burst - limits.submitRateMax,
    },
  },
  {
    what: 'questions',
    send: (client, index) => client.post(`/api/contests/${contestId}/questions`, { text: `Why ${index}?` }),
    told: {
      done: limits.openQuestionsMax,
      too_many_questions: limits.askRateMax - limits.openQuestionsMax,
      asking_too_fast: burst - limits.askRateMax,
    },
  },
  {
    what: 'attempts to join',
    send: (client) => client.post(`/api/contests/${open}/join`),
    told: { done: burst },
  },
];

describe.each(sent)('a burst of one person’s $what', ({ send, told }) => {
  it('leaves connections to everybody else, and is answered one by one', async () => {
    const release = await database.keepTransactionOpen('select from users where id = $1 for no key update', [
      loud.id,
    ]);
    const answers = Promise.all(Array.from({ length: burst }, (_, index) => send(loud, index)));
    await database.waitForLock();
    expect((await send(quiet, 0)).statusCode).toBeLessThan(300);
    await release();
    const counts: Record<string, number> = {};
    for (const answer of await answers) {
      const code = answer.statusCode < 300 ? 'done' : answer.json().code;
      counts[code] = (counts[code] ?? 0) + 1;
    }
    expect(counts).toEqual(told);
  });
});

it('a burst of one kind refuses nothing of another', async () => {
  const release = await database.keepTransactionOpen('select from users where id = $1 for no key update', [
    mixed.id,
  ]);
  const [submitting, asking] = two(sent);
  const tooMany = Array.from({ length: limits.submitRateMax + 1 }, (_, index) =>
    submitting.send(mixed, index),
  );
  expect((await Promise.race(tooMany)).json().code).toBe('submitting_too_fast');
  const question = asking.send(mixed, 0);
  await release();
  expect((await question).statusCode).toBe(201);
  await Promise.all(tooMany);
});

it('staff wait, however many they send', async () => {
  const staff = await signUp('staff');
  const body = { problemId, language: 'cpp', code: 'x' };
  const answers = await Promise.all(Array.from({ length: burst }, () => staff.post('/api/submit', body)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(burst).fill(201));
});

it('what fails takes nobody’s place', async () => {
  const calls = new OneCallPerUser();
  const order: number[] = [];
  const run = (index: number) =>
    calls.run(1, async () => {
      await null;
      order.push(index);
      if (index === 1) throw new Error('failed');
      return index;
    });
  expect(await Promise.allSettled([run(1), run(2), run(3)])).toMatchObject([
    { status: 'rejected' },
    { value: 2 },
    { value: 3 },
  ]);
  expect(order).toEqual([1, 2, 3]);
});
