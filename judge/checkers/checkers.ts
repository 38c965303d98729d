/** The one list of checkers. A new one is a new entry, and a file beside this one. */

import type { Launch, Source } from '../languages/language.ts';
import type { Content, RunFacts, RunRequest } from '../sandbox/run-types.ts';
import { checkExact } from './exact.ts';
import { checkFloats, type Tolerance } from './floats.ts';
import { checkLines } from './lines.ts';
import type { PointsScale } from './points.ts';
import { checkByProgram } from './program.ts';
import type { CheckResult } from './result.ts';
import { checkTokens } from './tokens.ts';

/** What each checker is told by the problem. */
interface CheckerSettings {
  tokens: object;
  exact: object;
  lines: object;
  floats: Tolerance;
  program: { source: Source; points: PointsScale | null };
}

export type CheckerName = keyof CheckerSettings;
export type CheckerSpec = { [Name in CheckerName]: { name: Name } & CheckerSettings[Name] }[CheckerName];

/** One finished run to be judged. */
export interface Check {
  input: Content;
  output: Content;
  answer: Content;
  run: (request: RunRequest) => Promise<RunFacts>;
  /** The author's program, compiled; null for a checker without one. */
  program: Launch | null;
  /** The points of the test's group, or null where there are no groups. */
  groupPoints: number | null;
}

export const checkers: {
  [Name in CheckerName]: (check: Check, settings: CheckerSettings[Name]) => Promise<CheckResult>;
} = {
  tokens: ({ output, answer }) => checkTokens(output, answer),
  exact: ({ output, answer }) => checkExact(output, answer),
  lines: ({ output, answer }) => checkLines(output, answer),
  floats: ({ output, answer }, tolerance) => checkFloats(output, answer, tolerance),
  program: ({ input, output, answer, run, program, groupPoints }, { points: scale }) =>
    checkByProgram(run, program, { input, output, answer }, { scale, groupPoints }),
};

export function runChecker(spec: CheckerSpec, check: Check): Promise<CheckResult> {
  const checker = checkers[spec.name] as (check: Check, settings: CheckerSpec) => Promise<CheckResult>;
  return checker(check, spec);
}
