/**
 * Which submission of a user on a problem is the best, in the main list as in a contest: of those that have their
 * verdict the one with the highest score, of equal ones the latest. One that is judged again counts with the verdict
 * that is in force until it has another. Said twice, for a query and for submissions that are told one by one; a test
 * holds the two together.
 */
import { sql } from 'drizzle-orm';
import { judgements, submissions } from './schema.ts';

/** To be asked of submissions joined with their judgements in force. */
export const bestFirst = sql`${judgements.score} desc nulls last, ${submissions.id} desc`;

interface JudgedSubmission {
  readonly id: number;
  readonly score: number | null;
  readonly submittedAt: Date;
}

/** The best of those told so far, in the order in which they were made, and which of them reached its score first. */
export class BestSubmission {
  #score = -1;
  #id: number | null = null;
  #reachedAt: Date | null = null;
  #reachedBy: number | null = null;

  add({ id, score, submittedAt }: JudgedSubmission): void {
    const known = score ?? -1;
    if (this.#id === null || known > this.#score) {
      this.#score = known;
      this.#id = id;
      this.#reachedAt = submittedAt;
      this.#reachedBy = id;
    } else if (known === this.#score) {
      this.#id = Math.max(this.#id, id);
    }
  }

  read() {
    return {
      bestSubmissionId: this.#id,
      bestScore: Math.max(0, this.#score),
      bestScoreAt: this.#reachedAt,
      bestScoreBy: this.#reachedBy,
    };
  }
}
