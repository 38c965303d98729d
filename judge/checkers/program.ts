import { basename } from 'node:path';
import type { CheckerNamed, CheckerProtocol } from '#contract/checkers.ts';
import { type Fraction, one, zero } from '#contract/fractions.ts';
import { findCheckerLanguage } from '#contract/program-files.ts';
import { alwaysJudged } from '#contract/programs.ts';
import { words } from '#contract/words.ts';
import { type Launch, requestOf, type Source } from '../languages/language.ts';
import { CheckerFault, JudgeFault } from '../sandbox/fault.ts';
import type { Content, RunFacts, RunLimits, RunRequest } from '../sandbox/run-types.ts';
import { type PointsRule, readShare } from './points.ts';
import { accepted, type Check, type CheckResult, wrong } from './result.ts';

/**
 * A checker of the problem's author: a program that reads files and says what it thinks, in one of the conventions that
 * are in use.
 */
export async function checkByProgram(
  check: Check,
  protocol: CheckerProtocol,
  points: PointsRule,
): Promise<CheckResult> {
  const { program } = check;
  if (!program) throw new JudgeFault(words('checker_not_there'));
  const facts = await check.run(protocols[protocol].call(program, check));
  return readVerdict(protocol, facts, points);
}

export function readVerdict(protocol: CheckerProtocol, facts: CheckerFacts, points: PointsRule): CheckResult {
  // In wall time too: it is three times the CPU time, which a run that has its core to itself does not wait.
  if (facts.limit !== null) throw new CheckerFault(words('checker_over_limit', { limit: facts.limit }));
  return protocols[protocol].readVerdict(facts, points);
}

interface Protocol {
  readonly call: (program: Launch, check: Check) => RunRequest;
  readonly readVerdict: (facts: CheckerFacts, points: PointsRule) => CheckResult;
}

type CheckerFacts = Pick<RunFacts, 'exitCode' | 'signal' | 'limit' | 'stdout' | 'stderr' | 'givenBack'>;

const protocols: Record<CheckerProtocol, Protocol> = {
  testlib: { call: withFiles('input', 'output', 'answer'), readVerdict: readTestlibVerdict },
  cms: { call: withFiles('input', 'answer', 'output'), readVerdict: readCmsVerdict },
  sinol: { call: withFiles('input', 'output', 'answer'), readVerdict: readSinolVerdict },
  kattis: { call: withFeedbackFolder, readVerdict: readKattisVerdict },
};

/** The names of three files that are shown to it, in this order, are its first arguments. */
function withFiles(...names: readonly ('input' | 'output' | 'answer')[]): Protocol['call'] {
  return (program, { input, output, answer, args }) => {
    const files = { ...program.files, input, output, answer };
    return requestOf(
      { ...program, args: [...(program.args ?? []), ...names, ...args], files },
      { limits: checkerLimits },
    );
  };
}

const feedbackFiles = ['score.txt', 'score_multiplier.txt', 'judgemessage.txt', 'teammessage.txt'] as const;

/**
 * It is told where the input and the answer are, and a folder to write to, and reads the contestant's output from
 * standard input. Only where a compiler runs can a program write files; the test's files are shown there as they lie on
 * this machine, since they may be too large to be copied.
 */
function withFeedbackFolder(program: Launch, { input, output, answer, args }: Check): RunRequest {
  const onDisk = [input, answer].filter((content) => typeof content === 'string');
  const nameOf = (content: Content, name: string) => (typeof content === 'string' ? content : name);
  const launch: Launch = {
    ...program,
    profile: 'toolchain',
    args: [...(program.args ?? []), nameOf(input, 'input'), nameOf(answer, 'answer'), './', ...args],
    files: {
      ...program.files,
      ...(typeof input !== 'string' && { input }),
      ...(typeof answer !== 'string' && { answer }),
    },
    // The answer may be the same file as the input.
    readOnly: [...new Set([...(program.readOnly ?? []), program.program, ...onDisk])],
    showsInput: false,
  };
  return { ...requestOf(launch, { stdin: output, limits: checkerLimits }), giveBack: feedbackFiles };
}

/** Its source as it is compiled: the headers lie beside it, each by its plain name. */
export async function readProgramSource(
  { source, headers }: CheckerNamed<'program'>,
  readFile: (name: string) => Promise<Uint8Array>,
): Promise<Source> {
  const files: Record<string, Uint8Array> = {};
  for (const header of headers) files[basename(header)] = await readFile(header);
  return { language: findCheckerLanguage(source) ?? alwaysJudged, code: await readFile(source), files };
}

/** Generous: a checker reads as much as the contestant's program wrote, and is trusted to be finite. */
export const checkerLimits: RunLimits = {
  cpuMs: 20_000,
  wallMs: 60_000,
  memoryBytes: 1024 * 1024 * 1024,
  outputBytes: 16 * 1024 * 1024,
  processes: 4,
  fileSizeBytes: 16 * 1024 * 1024,
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
  const share = readShare(readText(facts.stdout), { scale: 'share', worth: null });
  return { share, said: quote(readText(facts.stderr)) };
}

/**
 * The verdict is the exit code, 42 or 43, so that no crash looks like one; what else it has to say lies in the feedback
 * folder. A score counts only with an accepted output, and not where there is nothing to be earned.
 */
function readKattisVerdict(facts: CheckerFacts, points: PointsRule): CheckResult {
  const { exitCode, givenBack, stderr } = facts;
  if (exitCode !== 42 && exitCode !== 43) throw brokenChecker(facts);
  const told = readText(givenBack['teammessage.txt'] ?? Buffer.of());
  const feedback = {
    said: quote(readText(givenBack['judgemessage.txt'] ?? stderr)),
    ...(told !== '' && { told }),
  };
  if (exitCode === 43) return { share: zero, ...feedback };
  return { share: readKattisShare(givenBack, points), passed: true, ...feedback };
}

function readKattisShare(given: RunFacts['givenBack'], points: PointsRule): Fraction {
  const score = given['score.txt'];
  const multiplier = given['score_multiplier.txt'];
  if (score && multiplier) throw new CheckerFault(words('points_given_twice'));
  const number = multiplier ?? score;
  if (number === undefined || points.worth === 0) return one;
  const scale = multiplier && points.scale !== null ? 'share' : points.scale;
  return readShare(toPlainDecimal(readText(number)), { ...points, scale });
}

/** As a program prints small numbers: `1e-05`. */
function toPlainDecimal(text: string): string {
  return /^\d+(?:\.\d*)?e[-+]?\d{1,2}$/i.test(text) ? Number(text).toFixed(12) : text;
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
  return { share: readShare(percentage, { scale: 'percent', worth: null }), said };
}

function readText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8').slice(0, 1000).trim();
}

function quote(text: string): CheckResult['said'] {
  return text === '' ? null : words('verbatim', { text });
}

function brokenChecker({ signal, exitCode, stderr }: CheckerFacts): CheckerFault {
  return new CheckerFault(words('checker_ended', { signal, exitCode, said: readText(stderr) }));
}
