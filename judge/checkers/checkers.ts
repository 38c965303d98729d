/** The one list of checkers. A new one is a new entry, and a file beside this one. */

import { type Checker, type CheckerNamed, readKattisFlags } from '#contract/checkers.ts';
import { words } from '#contract/words.ts';
import { CheckerFault } from '../sandbox/fault.ts';
import { checkExact } from './exact.ts';
import { checkFloats } from './floats.ts';
import { checkLines } from './lines.ts';
import { checkByProgram } from './program.ts';
import type { Check, CheckResult } from './result.ts';
import { checkTokens } from './tokens.ts';

export const checkers: {
  [Name in Checker['name']]: (check: Check, checker: CheckerNamed<Name>) => Promise<CheckResult>;
} = {
  tokens: ({ output, answer }) => checkTokens(output, answer),
  exact: ({ output, answer }) => checkExact(output, answer),
  lines({ output, answer }, { ignore_spaces, ignore_blank_lines }) {
    if (ignore_spaces) return checkFloats(output, answer, { breaks: ignore_blank_lines ? 'any' : 'each' });
    return ignore_blank_lines
      ? checkFloats(output, answer, { comparesSpace: 'in-lines' })
      : checkLines(output, answer);
  },
  floats: ({ output, answer }, { by_lines, ...tolerance }) =>
    checkFloats(output, answer, { ...tolerance, ...(by_lines && { breaks: 'any' }) }),
  kattis: checkAsKattis,
  program: (check, { protocol = 'testlib', points: scale }) =>
    checkByProgram(check, protocol, { scale, worth: check.worth() }),
};

/** A test may have flags of its own. */
async function checkAsKattis(
  { output, answer, args }: Check,
  { name: _, ...rules }: CheckerNamed<'kattis'>,
): Promise<CheckResult> {
  const flags = readKattisFlags(args);
  if (flags === null) throw new CheckerFault(words('checker_flags_unknown', { flags: args.join(' ') }));
  const { case_sensitive, space_change_sensitive, ...tolerance } = { ...rules, ...flags };
  return checkFloats(output, answer, {
    ...tolerance,
    ignoresCase: !case_sensitive,
    ...(space_change_sensitive && { comparesSpace: 'everywhere' }),
  });
}

export function runChecker(checker: Checker, check: Check): Promise<CheckResult> {
  const run = checkers[checker.name] as (check: Check, checker: Checker) => Promise<CheckResult>;
  return run(check, checker);
}
