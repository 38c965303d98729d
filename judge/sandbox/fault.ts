import type { FaultWords } from '#contract/judge-words.ts';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { type Words, words } from '#contract/words.ts';

/** Something went wrong in the judge itself, in words of the catalogue. */
export abstract class Fault extends Error {
  readonly said: Words<keyof FaultWords>;

  constructor(said: Words<keyof FaultWords>, options?: ErrorOptions) {
    super(sayInEnglish(said), options);
    this.said = said;
  }
}

/**
 * The judge's own trouble: a missing test file, a helper that died, a checker that crashed. It is retried and shown
 * to staff, and never becomes a contestant's verdict.
 */
export class JudgeFault extends Fault {
  override name = 'JudgeFault';
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

/**
 * For staff. What is no fault that the judge knows of is told in the words of whatever threw it. `textOf`: where that
 * may be a query, whose own message holds its values.
 */
export function explainFault(error: unknown, textOf = joinMessages): Words<keyof FaultWords> {
  if (!(error instanceof Fault)) return words('verbatim', { text: textOf(error) });
  if (error.cause === undefined) return error.said;
  return words('fault_caused', { fault: error.said, cause: explainFault(error.cause, textOf) });
}

function joinMessages(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${joinMessages(error.cause)}`;
}
