import { afterAll, describe, expect, it } from 'vitest';
import { openQueue, queues } from './queue.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const { connectionString } = await makeTestDatabase();
const queue = await openQueue(connectionString, () => {});
afterAll(() => queue.stop({ graceful: false }));

describe('queue names', () => {
  it('have a dead letter each', async () => {
    for (const name of [queues.judge, queues.import]) {
      expect((await queue.getQueue(name))?.deadLetter).toBe(`${name}-failed`);
    }
  });
});
