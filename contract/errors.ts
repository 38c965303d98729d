import { z } from 'zod';
import { type ErrorCode, errorStatuses } from './error-codes.ts';
import { type Words, words } from './words.ts';
import { wordsBeside } from './words-beside.ts';

/** A few errors tell more beside: the hidden page shows which problem it is. */
export const errorBody = z.looseObject({
  code: z.string(),
  message: z.string(),
  /** What the message says, where that is not the sentence of the error's own code. */
  words: wordsBeside.optional(),
});

/** A refusal that the caller is told about in words. Anything else that is thrown is a fault: 500. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly said: Words;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, said: Words = words(code), details: Record<string, unknown> = {}) {
    super(code);
    this.code = code;
    this.status = errorStatuses[code];
    this.said = said;
    this.details = details;
  }
}
