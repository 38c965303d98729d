import fastify from 'fastify';
import { expect, it } from 'vitest';
import { raiseRevision } from '#store/revisions.ts';
import { makeTestDatabase } from '#store/testing/test-database.ts';
import { keepAnswers } from './kept-answer.ts';

const { db } = await makeTestDatabase();

/** An app whose only answer counts how often it was written. */
function makeApp(name: string) {
  const app = fastify();
  const kept = keepAnswers(db);
  let written = 0;
  let fails = false;
  app.get('/', (request, reply) =>
    kept.send(request, reply, name, async () => {
      written += 1;
      if (fails) throw new Error('no answer');
      return JSON.stringify({ written });
    }),
  );
  return {
    ask: (headers: Record<string, string> = {}) => app.inject({ url: '/', headers }),
    countWritten: () => written,
    setFailing: (failing: boolean) => {
      fails = failing;
    },
  };
}

it('is written once a change, however many ask', async () => {
  const { ask, countWritten } = makeApp('many');
  const first = await Promise.all(Array.from({ length: 50 }, () => ask()));
  expect(new Set(first.map(({ body }) => body))).toEqual(new Set(['{"written":1}']));
  await raiseRevision(db, 'many');
  await Promise.all(Array.from({ length: 50 }, () => ask()));
  await ask();
  expect(countWritten()).toBe(2);
});

it('is never older than the change before the question, and not sent again to who has it', async () => {
  const { ask } = makeApp('fresh');
  let etag = '';
  for (let round = 1; round <= 5; round += 1) {
    await raiseRevision(db, 'fresh');
    const answer = await ask({ 'if-none-match': etag });
    expect([answer.statusCode, answer.body]).toEqual([200, `{"written":${round}}`]);
    etag = String(answer.headers.etag);
    expect((await ask({ 'if-none-match': etag })).statusCode).toBe(304);
  }
});

it('is written anew after it could not be', async () => {
  const { ask, setFailing } = makeApp('failing');
  setFailing(true);
  expect((await ask()).statusCode).toBe(500);
  setFailing(false);
  expect((await ask()).json()).toEqual({ written: 2 });
});
