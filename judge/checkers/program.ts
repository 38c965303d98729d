import { basename } from 'node:path';
import type { CheckerNamed, CheckerProtocol } from '#contract/checkers.ts';
import { words } from '#contract/words.ts';
import type { Source } from '../languages/language.ts';
import { JudgeFault } from '../sandbox/fault.ts';
import type { RunFacts, RunLimits } from '../sandbox/run-types.ts';
import { type PointsRule, readShare } from './points.ts';
import { accepted, type Check, type CheckResult, wrong } from './result.ts';

/**
 * A checker of the problem's author: a program that reads files and says what it thinks, in one of the conventions that
 * are in use.
 */
export async function checkByProgram(
  { input, output, answer, run, program, args }: Check,
  protocol: CheckerProtocol,
  points: PointsRule,
): Promise<CheckResult> {
  if (!program) throw new JudgeFault(words('checker_not_there'));
  const facts = await run({
    ...program,
    args: [...(program.args ?? []), ...protocols[protocol].fileNames, ...args],
    files: { ...program.files, input, output, answer },
    limits: checkerLimits,
  });
  return readVerdict(protocol, facts, points);
}

export function readVerdict(protocol: CheckerProtocol, facts: CheckerFacts, points: PointsRule): CheckResult {
  if (facts.limit !== null) throw new JudgeFault(words('checker_over_limit', { limit: facts.limit }));
  return protocols[protocol].readVerdict(facts, points);
}

interface Protocol {
  /** Its first arguments. */
  readonly fileNames: readonly string[];
  readonly readVerdict: (facts: CheckerFacts, points: PointsRule) => CheckResult;
}

type CheckerFacts = Pick<RunFacts, 'exitCode' | 'signal' | 'limit' | 'stdout' | 'stderr'>;

const protocols: Record<CheckerProtocol, Protocol> = {
  testlib: { fileNames: ['input', 'output', 'answer'], readVerdict: readTestlibVerdict },
  cms: { fileNames: ['input', 'answer', 'output'], readVerdict: readCmsVerdict },
  sinol: { fileNames: ['input', 'output', 'answer'], readVerdict: readSinolVerdict },
};

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

/**
 * The verdict is the exit code, its words are on standard error.
 *
 * | code       | meaning                                                                       |
 * |------------|-------------------------------------------------------------------------------|
 * | 0          | accepted                                                                      |
 * | 1, 2, 4, 8 | wrong answer, bad format, text after the end, unexpected end                  |
 * | 7          | points, as a number on standard error, on the scale that the manifest declares |
 * | 3, others  | the checker or the answer is broken: a fault of the judge                     |
 */
function readTestlibVerdict(facts: CheckerFacts, points: PointsRule): CheckResult {
  const text = readText(facts.stderr);
  const said = quote(text);
  if (facts.exitCode === 0) return { ...accepted, said };
  if (wrongCodes.includes(facts.exitCode)) return wrong(said);
  if (facts.exitCode === 7) return { share: readShare(text, points), said };
  throw brokenChecker(facts);
}

/** The part of the points from 0 to 1 on standard output, its words on standard error, and exit code 0. */
function readCmsVerdict(facts: CheckerFacts): CheckResult {
  if (facts.exitCode !== 0) throw brokenChecker(facts);
  const share = readShare(readText(facts.stdout), { scale: 'share', groupPoints: null });
  return { share, said: quote(readText(facts.stderr)) };
}

/** On standard output: OK in the first line to accept, words in the second, in the third the percentage if not 100. */
function readSinolVerdict(facts: CheckerFacts): CheckResult {
  if (facts.exitCode !== 0 && facts.exitCode !== 1) throw brokenChecker(facts);
  const [verdict = '', text = '', percentage = ''] = readText(facts.stdout)
    .split('\n')
    .map((line) => line.trim());
  const said = quote(text);
  if (verdict !== 'OK') return wrong(said);
  if (percentage === '') return { ...accepted, said };
  return { share: readShare(percentage, { scale: 'percent', groupPoints: null }), said };
}

function readText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8').slice(0, 1000).trim();
}

function quote(text: string): CheckResult['said'] {
  return text === '' ? null : words('verbatim', { text });
}

function brokenChecker({ signal, exitCode, stderr }: CheckerFacts): JudgeFault {
  return new JudgeFault(words('checker_ended', { signal, exitCode, said: readText(stderr) }));
}
