import type { Messages } from '#contract/messages/en.ts';
import type { TriedSolution } from '#contract/packages.ts';
import { isMeantRight } from '#contract/test-set-plan.ts';

interface ExpectationTold {
  /** In a word: right, wrong answer, too slow. */
  readonly word: string;
  /** What it takes to be exact, beyond that word. */
  readonly details: readonly string[];
}

type Expected = TriedSolution['expected'];
type Part = NonNullable<Expected['parts']>[number];
type Texts = Messages['problemPackages'];

/** What is expected of a solution of the jury, in words. */
export function tellExpectation({ parts = [], ...ofAll }: Expected, texts: Texts): ExpectationTold {
  const { word, details } = tellDemand(ofAll, texts);
  return { word, details: [...details, ...parts.map((part) => tellPart(part, texts))] };
}

/** How many tests are named one by one. */
const testsTold = 3;

/** What is expected of some of the tests. */
export function tellPart({ tests, group, message, ...demand }: Part, texts: Texts): string {
  const said = message === undefined ? [] : [texts.expectedMessage(message)];
  const isSaid = Boolean(demand.permitted ?? demand.required ?? demand.score);
  const { word, details } = tellDemand(demand, texts);
  const what = [...(isSaid ? [word, ...details] : []), ...said].join('; ');
  if (group !== undefined) return texts.ofGroup(group, what);
  if (!tests) return what;
  return texts.ofTests(tests.slice(0, testsTold), Math.max(tests.length - testsTold, 0), what);
}

function tellDemand(expected: Omit<Expected, 'parts'>, texts: Texts): ExpectationTold {
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
