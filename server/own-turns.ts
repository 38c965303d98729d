/**
 * Some calls hold the row of whoever makes them until they are done, so that a burst is counted one by one. If they waited
 * for each other there, each would do so with a connection of its own, and one person's burst would leave none to anybody
 * else. So they wait here, before they take one: of each person one such call is under way in this process.
 */
import type { ErrorCode } from '#contract/error-codes.ts';
import { ApiError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';

interface Line {
  length: number;
  /** When the last of those that stand there is done, however it ends. */
  done: Promise<unknown>;
}

export class OwnTurns {
  readonly #lines = new Map<number, Line>();

  /** `tooMany`: refused with this at once where as many stand there as may be sent in a while. */
  async take<Result>(userId: number, work: () => Promise<Result>, tooMany?: ErrorCode): Promise<Result> {
    const line = this.#lines.get(userId) ?? { length: 0, done: Promise.resolve() };
    if (tooMany && line.length >= limits.submitRateMax) throw new ApiError(tooMany);
    this.#lines.set(userId, line);
    line.length += 1;
    const turn = line.done.then(work);
    line.done = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      line.length -= 1;
      if (line.length === 0) this.#lines.delete(userId);
    }
  }
}
