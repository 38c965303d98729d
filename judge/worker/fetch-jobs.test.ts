import { pino } from 'pino';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openQueue } from '#store/queue.ts';
import { makeTestDatabase } from '#store/testing/test-database.ts';
import { fetchJobs, type Slots } from './fetch-jobs.ts';

const { connectionString } = await makeTestDatabase();
const queue = await openQueue(connectionString, () => {});
afterAll(() => queue.stop({ graceful: false }));
const logger = pino({ level: 'silent' });

interface Numbered {
  readonly n: number;
}

/** Takes jobs of a queue of its own, each of which lasts until the test ends it. */
async function startTaking(name: string, slots: Slots) {
  await queue.createQueue(name, { retryLimit: 0 });
  const begun: number[] = [];
  const endings = new Map<number, (error?: Error) => void>();
  let changed = Promise.withResolvers<void>();
  const fetcher = fetchJobs<Numbered>(queue, logger, {
    name,
    slots,
    handle: ({ data: { n } }) =>
      new Promise((resolve, reject) => {
        begun.push(n);
        endings.set(n, (error) => (error ? reject(error) : resolve()));
        changed.resolve();
        changed = Promise.withResolvers();
      }),
  });
  const send = async (n: number, priority = 0) => {
    await queue.send(name, { n }, { priority });
    fetcher.wake();
  };
  async function untilBegun(...wanted: number[]): Promise<void> {
    while (!wanted.every((n) => begun.includes(n))) await changed.promise;
  }
  const end = (n: number, error?: Error) => endings.get(n)?.(error);
  const stateOf = async (n: number) =>
    (await queue.findJobs<Numbered>(name)).find(({ data }) => data.n === n)?.state;
  return { begun, end, fetcher, send, stateOf, untilBegun };
}

describe('the fetcher of a worker', () => {
  it('takes as many as it has slots, and the next as soon as one is free', async () => {
    const { begun, end, fetcher, send, stateOf, untilBegun } = await startTaking('a-few', { any: 2 });
    for (const n of [1, 2, 3, 4]) await send(n);
    await untilBegun(1, 2);
    expect(await stateOf(3)).toBe('created');
    end(2);
    await untilBegun(3);
    expect([begun, await stateOf(4)]).toEqual([[1, 2, 3], 'created']);
    for (const n of [1, 3]) end(n);
    await untilBegun(4);
    end(4);
    await fetcher.stop();
    for (const n of [1, 2, 3, 4]) expect(await stateOf(n)).toBe('completed');
  });

  it('asks once for all that wait, not once a slot', async () => {
    const { end, fetcher, send, untilBegun } = await startTaking('at-once', { any: 8 });
    const asked = vi.spyOn(queue, 'fetch');
    await queue.insert(
      'at-once',
      [1, 2, 3, 4, 5, 6].map((n) => ({ data: { n } })),
    );
    await send(7);
    await untilBegun(1, 2, 3, 4, 5, 6, 7);
    expect(asked.mock.calls.length).toBeLessThan(4);
    asked.mockRestore();
    for (let n = 1; n <= 7; n++) end(n);
    await fetcher.stop();
  });

  it('has slots of their own for jobs of a high priority, and takes no more of the others for them', async () => {
    const slots = { any: 1, reserved: [{ count: 2, priorities: { minPriority: 0 } }] };
    const { begun, end, fetcher, send, stateOf, untilBegun } = await startTaking('kept', slots);
    for (const n of [1, 2, 3]) await send(n, -5);
    await untilBegun(1);
    for (const n of [11, 12, 13]) await send(n, 0);
    await untilBegun(11, 12);
    expect([await stateOf(2), await stateOf(13)]).toEqual(['created', 'created']);
    // The slot for any goes to the first in the queue's order, of whichever kind.
    end(1);
    await untilBegun(13);
    end(11);
    await untilBegun(2);
    expect(begun).toEqual([1, 11, 12, 13, 2]);
    for (const n of [12, 13, 2]) end(n);
    await untilBegun(3);
    end(3);
    await fetcher.stop();
  });

  it('has one for jobs of a low priority, which get on however many others keep coming', async () => {
    const slots = {
      any: 1,
      reserved: [
        { count: 1, priorities: { minPriority: 0 } },
        { count: 1, priorities: { maxPriority: -100 } },
      ],
    };
    const { begun, end, fetcher, send, stateOf, untilBegun } = await startTaking('low', slots);
    for (const n of [1, 2, 3]) await send(n, -5);
    await untilBegun(1);
    for (const n of [21, 22]) await send(n, -100);
    await untilBegun(21);
    // Those before it go first into the slot for any, and those behind it do not.
    end(1);
    await untilBegun(2);
    end(21);
    await untilBegun(22);
    expect([begun, await stateOf(3)]).toEqual([[1, 21, 2, 22], 'created']);
    end(2);
    await untilBegun(3);
    for (const n of [3, 22]) end(n);
    await fetcher.stop();
  });

  it('tells a job under way that the queue has taken it back', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await queue.createQueue('taken-back', { retryLimit: 0, heartbeatSeconds: 10 });
    const begun = Promise.withResolvers<AbortSignal>();
    const told = Promise.withResolvers<void>();
    const fetcher = fetchJobs<Numbered>(queue, logger, {
      name: 'taken-back',
      slots: { any: 1 },
      handle: async ({ signal }) => {
        signal.addEventListener('abort', () => told.resolve());
        begun.resolve(signal);
        await told.promise;
      },
    });
    const id = await queue.send('taken-back', { n: 1 });
    fetcher.wake();
    const signal = await begun.promise;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(signal.aborted).toBe(false);
    // As the queue does it with a job that takes longer than it may.
    await queue.fail('taken-back', id ?? '');
    await vi.advanceTimersByTimeAsync(5_000);
    await told.promise;
    await fetcher.stop();
  });

  it('fails what fails, and stops after what is under way', async () => {
    const { end, fetcher, send, stateOf, untilBegun } = await startTaking('ends', { any: 2 });
    for (const n of [1, 2, 3]) await send(n);
    await untilBegun(1, 2);
    end(1, new Error('broken'));
    await untilBegun(3);
    expect(await stateOf(1)).toBe('failed');
    const stopped = fetcher.stop();
    await send(4);
    for (const n of [2, 3]) end(n);
    await stopped;
    expect([await stateOf(2), await stateOf(3), await stateOf(4)]).toEqual([
      'completed',
      'completed',
      'created',
    ]);
  });
});
