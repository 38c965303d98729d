/**
 * Some calls hold the row of whoever makes them until they are done, so that a burst is counted one by one. If they waited
 * for each other there, each would do so with a connection of its own, and one person's burst would leave none to anybody
 * else. So they wait here, before they take one: of each person one such call is under way in this process.
 */
import type { ErrorCode } from '#contract/error-codes.ts';
import { ApiError } from '#contract/errors.ts';

/** With as many calls of its kind in the line as may be made in a while, a further one is refused at once. */
interface Bound {
  readonly most: number;
  /** Each kind has its own. */
  readonly refusal: ErrorCode;
}

interface Line {
  /** Calls that wait or are under way, by their refusal; null: of kinds without a bound. */
  readonly counts: Map<ErrorCode | null, number>;
  /** When the last of them is done, however it ends. */
  done: Promise<unknown>;
}

export class OneCallPerUser {
  readonly #lines = new Map<number, Line>();

  async run<Result>(
    userId: number,
    work: () => Promise<Result>,
    bound: Bound | null = null,
  ): Promise<Result> {
    const line: Line = this.#lines.get(userId) ?? { counts: new Map(), done: Promise.resolve() };
    const kind = bound?.refusal ?? null;
    const countBy = (change: number) => line.counts.set(kind, (line.counts.get(kind) ?? 0) + change);
    if (bound && (line.counts.get(kind) ?? 0) >= bound.most) throw new ApiError(bound.refusal);
    this.#lines.set(userId, line);
    countBy(1);
    const call = line.done.then(work);
    line.done = call.catch(() => {});
    try {
      return await call;
    } finally {
      countBy(-1);
      if (line.counts.values().every((count) => count === 0)) this.#lines.delete(userId);
    }
  }
}
