/**
 * Takes jobs out of one of the queues: a single loop asks for as many as there are free slots, whenever it is told of a
 * new job, whenever a slot becomes free, and every few seconds for what nobody told of. Each job is kept alive by a
 * heartbeat while it is under way, and is completed or failed in the queue at its end; one that the queue has taken back
 * meanwhile, because its heartbeats were lost or it took longer than it may, is told so by its signal.
 */
import type { JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import { keepAlive, type Queue } from '#store/queue.ts';

/** The queue tells of new jobs at once; asking is for the ones whose telling was lost, and for what is given out again. */
const askEveryMs = 2_000;

export interface Slots {
  /** For whatever comes. */
  readonly any: number;
  /** Beside those, each for jobs of these priorities alone. No two of them have one in common. */
  readonly reserved?: readonly ReservedSlots[];
}

interface ReservedSlots {
  readonly count: number;
  readonly priorities: Priorities;
}

interface Priorities {
  readonly minPriority?: number;
  readonly maxPriority?: number;
}

interface Fetching<Data> {
  readonly name: string;
  readonly slots: Slots;
  readonly handle: (job: JobWithMetadata<Data>) => Promise<void>;
}

export interface Fetcher {
  /** There may be a new job. */
  wake(): void;
  /** Asks for no more, and waits for what is under way. */
  stop(): Promise<void>;
}

interface UnderWay {
  readonly priority: number;
  /** Settles when the queue knows of its end, and is never rejected. */
  readonly ended: Promise<void>;
}

function isAmong(priority: number, { minPriority, maxPriority }: Priorities): boolean {
  return priority >= (minPriority ?? priority) && priority <= (maxPriority ?? priority);
}

function inOrder(a: JobWithMetadata<unknown>, b: JobWithMetadata<unknown>): number {
  return b.priority - a.priority || a.createdOn.getTime() - b.createdOn.getTime();
}

export function fetchJobs<Data extends object>(
  queue: Queue,
  logger: Logger,
  { name, slots, handle }: Fetching<Data>,
): Fetcher {
  const underWay = new Set<UnderWay>();
  const stopping = new AbortController();
  const reserved = slots.reserved ?? [];
  let woken = Promise.withResolvers<void>();

  async function ask(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers();
      const hasAll = await fill().catch((error) => {
        logger.warn({ err: error, queue: name }, 'asking for jobs');
        return true;
      });
      if (!hasAll) continue;
      const timer = setTimeout(woken.resolve, askEveryMs);
      await woken.promise;
      clearTimeout(timer);
    }
  }

  /** A job is in one of the slots that are reserved for its like, as long as there are, and only then in any other. */
  function countTaken({ count, priorities }: ReservedSlots): number {
    const alike = [...underWay].filter(({ priority }) => isAmong(priority, priorities));
    return Math.min(count, alike.length);
  }

  function countFreeForAny(): number {
    const inReserved = reserved.reduce((sum, group) => sum + countTaken(group), 0);
    return slots.any - (underWay.size - inReserved);
  }

  /** False when there may be more for the slots that are left. */
  async function fill(): Promise<boolean> {
    const any = countFreeForAny();
    if ((await begin(any)) < any) return true;
    for (const group of reserved) await begin(group.count - countTaken(group), group.priorities);
    // What was begun above may have left slots for anything free.
    return any === 0 || countFreeForAny() === 0;
  }

  /** How many there were. */
  async function begin(batchSize: number, priorities: Priorities = {}): Promise<number> {
    if (batchSize === 0) return 0;
    const jobs = await queue.fetch<Data>(name, { batchSize, includeMetadata: true, ...priorities });
    // The queue chooses by its order, but does not give them out in it.
    for (const job of jobs.toSorted(inOrder)) {
      const begun: UnderWay = { priority: job.priority, ended: take(job) };
      underWay.add(begun);
      void begun.ended.then(() => {
        underWay.delete(begun);
        woken.resolve();
      });
    }
    return jobs.length;
  }

  async function take(job: JobWithMetadata<Data>): Promise<void> {
    const lost = new AbortController();
    const beating = setInterval(
      () =>
        void beat(job, lost).catch((error) => logger.warn({ err: error, queue: name }, 'heartbeat of a job')),
      ((job.heartbeatSeconds ?? 10) * 1000) / 2,
    );
    try {
      await handle({ ...job, signal: lost.signal });
      await queue.complete(name, job);
    } catch (error) {
      // A queue that does not hear of it gives the job out again when its heartbeat has lapsed.
      await queue.fail(name, job, error as object).catch(() => {});
    } finally {
      clearInterval(beating);
    }
  }

  async function beat(job: JobWithMetadata<Data>, lost: AbortController): Promise<void> {
    if (!(await keepAlive(queue, name, job))) lost.abort(new Error('The queue has taken the job back'));
  }

  const asking = ask();
  return {
    wake: () => woken.resolve(),
    async stop() {
      stopping.abort();
      woken.resolve();
      await asking;
      await Promise.all([...underWay].map(({ ended }) => ended));
    },
  };
}
