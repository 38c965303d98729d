import type { FaultWords } from '#contract/judge-words.ts';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { type Words, words } from '#contract/words.ts';

/**
 * The judge's own trouble: a missing test file, a helper that died, a checker that crashed. It is retried and shown
 * to staff, and never becomes a contestant's verdict.
 */
export class JudgeFault extends Error {
  override name = 'JudgeFault';
  readonly said: Words<keyof FaultWords>;

  constructor(said: Words<keyof FaultWords>, options?: ErrorOptions) {
    super(sayInEnglish(said), options);
    this.said = said;
  }
}

/** The problem's author gave a checker that failed, or settings that it does not know, and can mend that. */
export class CheckerFault extends JudgeFault {
  override name = 'CheckerFault';
}

/** Passes an abort and a fault on as they are; everything else that was thrown is the judge's fault. */
export function asFault(error: unknown, signal?: AbortSignal): unknown {
  if (error instanceof JudgeFault || (signal?.aborted && error === signal.reason)) return error;
  return new JudgeFault(words('judging_failed'), { cause: error });
}
