/**
 * Regular expressions that a package brings, in the words of Python. Whoever writes one can make it run for ever on the
 * name of a file, so that it runs where it can be stopped.
 */

import { runInNewContext } from 'node:vm';

/** For all names together. */
const timeoutMs = 500;

export type PatternGroups = Readonly<Record<string, string | undefined>>;

/** What each name gives its groups; null for a name that does not match. Null: it is none, or takes too long. */
export function matchNames(
  pattern: string,
  names: readonly string[],
): readonly (PatternGroups | null)[] | null {
  const code = `JSON.stringify(names.map((name) => {
    const found = new RegExp(pattern, 'iy').exec(name);
    return found && { ...found.groups };
  }))`;
  try {
    return JSON.parse(
      runInNewContext(code, { pattern: fromPython(pattern), names }, { timeout: timeoutMs }),
    ) as (PatternGroups | null)[];
  } catch {
    return null;
  }
}

/** Only what is written otherwise. Its flags are those that are set here. */
function fromPython(pattern: string): string {
  return pattern
    .replace(/^\(\?[aiLmsux]+\)/, '')
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\(\?P=(\w+)\)/g, '\\k<$1>')
    .replaceAll(/(?<!\\)\\A/g, '^')
    .replaceAll(/(?<!\\)\\Z/g, '$$');
}
