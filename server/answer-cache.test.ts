import fastify from 'fastify';
import { expect, it } from 'vitest';
import { raiseRevision } from '#store/revisions.ts';
import { makeTestDatabase } from '#store/testing/test-database.ts';
import { createAnswerCache } from './answer-cache.ts';

const { db } = await makeTestDatabase();

/** An app whose only answer counts how often it was written, for the audience that a request names. */
function makeApp(revision: string) {
  const app = fastify();
  const cache = createAnswerCache(db);
  let written = 0;
  let fails = false;
  app.get('/', (request, reply) => {
    const audience = String(request.headers['x-audience'] ?? 'all');
    const write = async () => {
      written += 1;
      if (fails) throw new Error('no answer');
      return { text: JSON.stringify(audience === 'all' ? { written } : { audience }) };
    };
    return cache.send(request, reply, { revision, audience, write });
  });
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

it('is let go for others when they take too much room together, the one that was asked for first', async () => {
  const kilobytes = (number: number) => number * 1024;
  const cache = createAnswerCache(db, kilobytes(100));
  const written: string[] = [];
  const ask = (audience: string, length: number) =>
    cache.find({
      revision: 'roomy',
      audience,
      write: async () => {
        written.push(audience);
        return { text: 'x'.repeat(length) };
      },
    });
  for (const audience of ['a', 'b', 'c', 'b', 'c', 'a']) await ask(audience, 100);
  expect(written).toEqual(['a', 'b', 'c']);
  await ask('large', kilobytes(42));
  await ask('a', 100);
  expect(written).toEqual(['a', 'b', 'c', 'large']);
  await ask('b', 100);
  expect(written.at(-1)).toBe('b');
  // One that is too large by itself is kept as long as nothing else is asked for.
  for (const _ of [1, 2]) await ask('huge', kilobytes(200));
  expect(written.filter((audience) => audience === 'huge')).toHaveLength(1);
  await ask('a', 100);
  await ask('huge', kilobytes(200));
  expect(written.slice(-2)).toEqual(['a', 'huge']);
});

it('is kept apart for each audience, in browsers too', async () => {
  const { ask, countWritten } = makeApp('apart');
  const asked = (audience: string, etag = '') => ask({ 'x-audience': audience, 'if-none-match': etag });
  for (let round = 1; round <= 2; round += 1) {
    const [staff, contestants] = [await asked('staff'), await asked('contestants')];
    expect([staff.json(), contestants.json()]).toEqual([{ audience: 'staff' }, { audience: 'contestants' }]);
    // Whoever was in one audience and now is in the other has an answer that is not theirs.
    const moved = await asked('contestants', String(staff.headers.etag));
    expect([moved.statusCode, moved.json()]).toEqual([200, { audience: 'contestants' }]);
    expect((await asked('staff', String(staff.headers.etag))).statusCode).toBe(304);
    expect(countWritten()).toBe(2 * round);
    await raiseRevision(db, 'apart');
  }
});

it('is not written anew before it may be, and those who ask wait for it', async () => {
  const cache = createAnswerCache(db);
  const may = Promise.withResolvers<void>();
  let written = 0;
  const answer = {
    revision: 'paced',
    audience: 'all',
    write: async () => {
      written += 1;
      return { text: String(written) };
    },
    mayBegin: () => (written === 0 ? Promise.resolve() : may.promise),
  };
  expect((await cache.find(answer)).text).toBe('1');
  await raiseRevision(db, 'paced');
  const asked = [cache.find(answer), cache.find(answer)];
  // Nothing else waits for it.
  const other = { ...answer, revision: 'not paced', mayBegin: () => Promise.resolve() };
  expect((await cache.find(other)).text).toBe('2');
  // Longer than it would rest after so short a work.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(written).toBe(2);
  may.resolve();
  expect((await Promise.all(asked)).map(({ text }) => text)).toEqual(['3', '3']);
});
