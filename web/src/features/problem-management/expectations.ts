import type { Messages } from '#contract/messages/en.ts';
import type { TriedSolution } from '#contract/packages.ts';
import { isMeantRight } from './trial-margins.ts';

interface ExpectationTold {
  /** In a word: right, wrong answer, too slow. */
  readonly word: string;
  /** What it takes to be exact, beyond that word. */
  readonly details: readonly string[];
}

/** What is expected of a solution of the jury, in words. */
export function tellExpectation(
  expected: TriedSolution['expected'],
  texts: Messages['problemPackages'],
): ExpectationTold {
  const { permitted, required, score } = expected;
  const name = (statuses: readonly string[]) => statuses.map((status) => texts.expectedOf[status] ?? status);
  const details = score ? [texts.expectedScore(...score)] : [];
  if (isMeantRight(expected)) return { word: texts.expectedRight, details };
  if (required) {
    const others = permitted?.filter((status) => !required.includes(status)) ?? [];
    const only = permitted && permitted.length > 0 ? [texts.besidesThese(name(others))] : [];
    return { word: texts.or(name(required)), details: [...(others.length > 0 ? only : []), ...details] };
  }
  if (permitted) return { word: texts.onlyThese(name(permitted)), details };
  return score
    ? { word: texts.expectedScore(...score), details: [] }
    : { word: texts.expectedAnything, details };
}
