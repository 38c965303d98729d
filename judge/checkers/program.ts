import { basename } from 'node:path';
import type { CheckerNamed } from '#contract/checkers.ts';
import { words } from '#contract/words.ts';
import type { Launch, Source } from '../languages/language.ts';
import { JudgeFault } from '../sandbox/fault.ts';
import type { Content, RunFacts, RunLimits, RunRequest } from '../sandbox/run-types.ts';
import { type PointsRule, readShare } from './points.ts';
import { accepted, type CheckResult, wrong } from './result.ts';

/**
 * A checker of the problem's author, a program in the widespread calling convention: the names of input, output and
 * answer as arguments, the verdict as exit code, words on standard error.
 *
 * | code       | meaning                                                                       |
 * |------------|-------------------------------------------------------------------------------|
 * | 0          | accepted                                                                      |
 * | 1, 2, 4, 8 | wrong answer, bad format, text after the end, unexpected end                  |
 * | 7          | points, as a number on standard error, on the scale that the manifest declares |
 * | 3, others  | the checker or the answer is broken: a fault of the judge                     |
 */
export async function checkByProgram(
  run: (request: RunRequest) => Promise<RunFacts>,
  program: Launch | null,
  files: { input: Content; output: Content; answer: Content },
  points: PointsRule,
): Promise<CheckResult> {
  if (!program) throw new JudgeFault(words('checker_not_there'));
  const facts = await run({
    ...program,
    args: [...(program.args ?? []), 'input', 'output', 'answer'],
    files: { ...program.files, ...files },
    limits: checkerLimits,
  });
  return readVerdict(facts, points);
}

/** Its source as it is compiled: the headers lie beside it, each by its plain name. */
export async function readProgramSource(
  { source, headers }: CheckerNamed<'program'>,
  readFile: (name: string) => Promise<Uint8Array>,
): Promise<Source> {
  const files: Record<string, Uint8Array> = {};
  for (const header of headers) files[basename(header)] = await readFile(header);
  return { language: 'cpp', code: await readFile(source), files };
}

/** Generous: a checker reads as much as the contestant's program wrote, and is trusted to be finite. */
const checkerLimits: RunLimits = {
  cpuMs: 20_000,
  wallMs: 60_000,
  memoryBytes: 1024 * 1024 * 1024,
  outputBytes: 16 * 1024 * 1024,
  processes: 4,
};

const wrongCodes: readonly (number | null)[] = [1, 2, 4, 8];

export function readVerdict(
  facts: Pick<RunFacts, 'exitCode' | 'signal' | 'limit' | 'stderr'>,
  points: PointsRule,
): CheckResult {
  const text = Buffer.from(facts.stderr).toString('utf8').slice(0, 1000).trim();
  const said = text === '' ? null : words('verbatim', { text });
  if (facts.limit !== null) throw new JudgeFault(words('checker_over_limit', { limit: facts.limit }));
  if (facts.exitCode === 0) return { ...accepted, said };
  if (wrongCodes.includes(facts.exitCode)) return wrong(said);
  if (facts.exitCode === 7) return { share: readShare(text, points), said };
  const { signal, exitCode } = facts;
  throw new JudgeFault(words('checker_ended', { signal, exitCode, said: text }));
}
