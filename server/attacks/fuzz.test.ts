/**
 * Every call that the API documents, with requests made up from its document: right ones, wrong ones and ones meant
 * ill, by everyone from a stranger to an administrator. A call that is added later is attacked without a line here.
 */
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { errorStatuses } from '#contract/error-codes.ts';
import { requestsTo } from './testing/hostile-requests.ts';
import { listOperations, type Operation } from './testing/operations.ts';
import { type Attacker, makeWorld, type World } from './testing/secrets.ts';

const runsPerCall = 30;

const worlds = {
  anonymous: await makeWorld('anonymous'),
  user: await makeWorld('user'),
  staff: await makeWorld('staff'),
  admin: await makeWorld('admin'),
};
// What deletes comes last: the others need something to work on.
const operations = (await listOperations(worlds.anonymous.app)).sort(
  (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
);

describe.each(Object.keys(worlds) as Attacker[])('random and wrong requests as %s', (role) => {
  const world = worlds[role];
  const { app, attacker, known, log, renewSession } = world;

  it.each(operations.map((operation) => [operation.method, operation.path, operation] as const))(
    '%s %s: an answer as documented, no fault, nothing of another’s',
    async (_method, _path, operation) => {
      await fc.assert(
        fc.asyncProperty(requestsTo(operation, known), async (request) => {
          await renewSession();
          const cookies = attacker.cookie ? { minos_session: attacker.cookie } : {};
          const response = await app.inject({ ...request, cookies });
          expectDocumented(operation, response);
          expectNoSecret(world, response);
        }),
        { numRuns: runsPerCall },
      );
    },
  );

  if (role === 'anonymous' || role === 'user') {
    it('and nothing that belongs to others has changed', async () => {
      expect(await world.snapshot()).toEqual(before[role]);
    });
  }

  it('and the server is well and has logged no fault', async () => {
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    const faults = log.filter((line) => JSON.parse(line).level >= 50);
    expect(faults).toEqual([]);
  });
});

const before: Partial<Record<Attacker, unknown>> = {
  anonymous: await worlds.anonymous.snapshot(),
  user: await worlds.user.snapshot(),
};

function expectDocumented({ answers }: Operation, response: LightMyRequestResponse): void {
  const { statusCode, body } = response;
  expect(statusCode, body.slice(0, 500)).toBeLessThan(500);
  const key = [String(statusCode), `${Math.floor(statusCode / 100)}XX`].find((name) => answers.has(name));
  expect(key, `status ${statusCode} is documented`).toBeDefined();
  const checker = answers.get(key as string);
  if (checker) expect(checker.safeParse(response.json()).error?.message).toBeUndefined();
  if (statusCode === 204) expect(body).toBe('');
  if (key === '4XX') {
    const { code } = response.json() as { code: keyof typeof errorStatuses };
    expect([code, errorStatuses[code]]).toEqual([code, statusCode]);
  }
}

function expectNoSecret({ secrets }: World, { body, headers }: LightMyRequestResponse): void {
  const text = `${body}\n${JSON.stringify(headers)}`;
  const told = [...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => name);
  expect(told, `secrets in ${body.slice(0, 500)}`).toEqual([]);
  expect(body).not.toMatch(/node_modules|\.ts:\d+|select .* from /);
}
