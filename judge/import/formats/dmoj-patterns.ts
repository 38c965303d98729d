/** Tests of DMOJ's packages that are found by the names of their files. */

import { matchNames } from '../foreign-patterns.ts';
import { comparePaths } from '../path-order.ts';

/** As DMOJ has them where nothing is said: a number, perhaps behind that of a batch, in a name with `in` or `out`. */
const numbered = String.raw`.*?(?:(?:^|\W)(?P<batch>\d+)[^\d\s]+)?(?P<case>\d+)[^\d\s]*$`;
const formats = {
  input_format: String.raw`^(?=.*?\.in|in)${numbered}`,
  output_format: String.raw`^(?=.*?\.out|out)${numbered}`,
} as const;

type FormatKey = keyof typeof formats;

interface NamedTest {
  readonly in?: string;
  readonly out?: string;
}

interface NamedCase {
  readonly isBatch: boolean;
  readonly tests: readonly NamedTest[];
}

/** What the names make of the patterns, in the order of their numbers. `refuse`: a pattern that says nothing. */
export function findByPatterns(
  said: { readonly [Key in FormatKey]?: string | undefined },
  names: readonly string[],
  refuse: (key: FormatKey, format: string) => never,
): NamedCase[] {
  const found = new Map<string, { isBatch: boolean; tests: Map<string, NamedTest> }>();
  for (const [key, role] of [
    ['input_format', 'in'],
    ['output_format', 'out'],
  ] as const) {
    const format = said[key] ?? formats[key];
    const matched = matchNames(format, names) ?? refuse(key, format);
    matched.forEach((groups, index) => {
      if (groups === null) return;
      const test = toNumber(groups.case) ?? refuse(key, format);
      const batch = toNumber(groups.batch);
      const around = found.get(batch ?? test) ?? { isBatch: false, tests: new Map() };
      found.set(batch ?? test, { ...around, isBatch: around.isBatch || batch !== null });
      around.tests.set(test, { ...around.tests.get(test), [role]: names[index] });
    });
  }
  const inOrder = <T>(byId: ReadonlyMap<string, T>) =>
    [...byId].toSorted(([a], [b]) => compareIds(a, b)).map(([, each]) => each);
  return inOrder(found).map(({ isBatch, tests }) => ({ isBatch, tests: inOrder(tests) }));
}

/** Words come before numbers. */
function compareIds(a: string, b: string): number {
  const isNumber = (id: string) => Number(/^\d+$/.test(id));
  return isNumber(a) - isNumber(b) || comparePaths(a, b);
}

/** `01` is 1. Null: there is none. */
function toNumber(text: string | undefined): string | null {
  if (text === undefined) return null;
  return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text;
}
