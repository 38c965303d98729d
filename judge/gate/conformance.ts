/**
 * The gate: does this machine judge as it should? A worker asks before it takes work, and when something failed it
 * takes none and says what. Known programs must get their known verdicts, the hostile ones among them must do no
 * harm, and after all of that an ordinary program must still pass. The machine shows it by C++; every other language is
 * proved by its own known programs, at any time.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { GateFailures } from '#contract/judge-words.ts';
import { alwaysJudged, type LanguageId } from '#contract/programs.ts';
import { type Words, words } from '#contract/words.ts';
import { getLanguage } from '../languages/catalogue.ts';
import { type KnownProgram, knownAnswer, knownInput, knownLimits } from '../languages/known-programs.ts';
import type { Judge, Progress, Verdict } from '../run/judge.ts';
import type { TestResult, TestSet } from '../run/run-tests.ts';
import { explainFault } from '../sandbox/fault.ts';
import { buildCase, loadCases, runCase } from '../sandbox/suite.ts';

/** Of the hostile suite, one case for each wall that would hurt others when it falls. */
const attacks = [
  'descriptors',
  'files',
  'forbidden-calls',
  'fork-bomb',
  'interpreter-forbidden-calls',
  'interpreter-sees',
  'left-behind',
  'memory-left-behind',
  'shared-memory',
  'thread-bomb',
];

const loadAttacks = () => loadCases().filter(({ name }) => attacks.includes(name));
const attackFolder = (cacheFolder: string) => join(cacheFolder, 'suite');

/** So that the gate has only to run them; what is missing then is built by it. */
export async function buildAttacks(cacheFolder: string): Promise<void> {
  for (const attack of loadAttacks()) await buildCase(attack, attackFolder(cacheFolder));
}

/** For staff; an empty list means that the machine may judge. */
export function conformance(judge: Judge, signal?: AbortSignal): Promise<Words<keyof GateFailures>[]> {
  return withKnownTest(async (testSet, folder) => {
    const known = knownPrograms(judge, alwaysJudged);
    const [verdicts, broken] = await Promise.all([
      failuresOf(judge, known, testSet, { signal }),
      attackFailures(judge, folder, signal),
    ]);
    const afterwards = await failuresOf(judge, known.filter(isOrdinary), testSet, { signal });
    return [...verdicts, ...broken, ...afterwards.map((failure) => words('failed_afterwards', { failure }))];
  });
}

/**
 * Does it judge this language right? An empty list means that it does. `owner`: on one share of the cores, since others
 * have work meanwhile.
 */
export function proveLanguage(
  judge: Judge,
  language: LanguageId,
  coreShare: ProvingShare = {},
): Promise<Words<keyof GateFailures>[]> {
  return withKnownTest(async (testSet) => {
    const known = knownPrograms(judge, language);
    const verdicts = await failuresOf(judge, known, testSet, coreShare);
    const afterwards = await failuresOf(judge, known.filter(isOrdinary), testSet, coreShare);
    return [...verdicts, ...afterwards.map((failure) => words('failed_afterwards', { failure }))];
  });
}

/** Without an owner each program has a share of its own. */
interface ProvingShare {
  readonly signal?: AbortSignal | undefined;
  readonly owner?: symbol;
}

type KnownSource = KnownProgram & { language: LanguageId };

const isOrdinary = ({ name }: KnownProgram) => name === 'right';

function knownPrograms({ languages }: Judge, language: LanguageId): KnownSource[] {
  const { knownPrograms: all, packages = [] } = getLanguage(languages, language);
  const allowed = packages.filter(({ isAllowed }) => isAllowed).map(({ id }) => id);
  return all
    .filter(({ needs }) => needs === undefined || allowed.includes(needs))
    .map((known) => ({ ...known, language }));
}

async function attackFailures(
  judge: Judge,
  folder: string,
  signal?: AbortSignal,
): Promise<Words<keyof GateFailures>[]> {
  const { sandbox } = judge;
  const cases = loadAttacks().filter((attack) => !attack.notIn?.[sandbox.facts.tier]);
  const failures: Words<keyof GateFailures>[] = [];
  for (const attack of cases) {
    signal?.throwIfAborted();
    const { name: program } = attack;
    try {
      const built = await buildCase(attack, attackFolder(judge.cacheFolder));
      const problems = await runCase(sandbox, attack, built, folder);
      failures.push(...problems.map((said) => words('known_program_failed', { program, said })));
    } catch (error) {
      failures.push(words('known_program_not_judged', { program, fault: explainFault(error) }));
    }
  }
  return failures;
}

async function withKnownTest<T>(use: (testSet: TestSet, folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'minos-conformance-'));
  try {
    const input = join(folder, 'input');
    const answer = join(folder, 'answer');
    await writeFile(input, knownInput);
    await writeFile(answer, knownAnswer);
    return await use({ tests: [{ input, answer }], pathOf: (path) => path }, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function failuresOf(
  judge: Judge,
  known: readonly KnownSource[],
  testSet: TestSet,
  coreShare: ProvingShare,
): Promise<Words<keyof GateFailures>[]> {
  const failures = await Promise.all(known.map((program) => failureOf(judge, program, testSet, coreShare)));
  return failures.filter((failure) => failure !== null);
}

async function failureOf(
  judge: Judge,
  known: KnownSource,
  testSet: TestSet,
  { signal, owner }: ProvingShare,
): Promise<Words<keyof GateFailures> | null> {
  const program = `${known.name} (${known.language})`;
  try {
    const coreShare = { ...(signal && { signal }), ...(owner && { owner }) };
    const verdict = await lastVerdict(judge.judgeSubmission(known, testSet, knownLimits, coreShare));
    const why = verdict.compilerSaid ?? verdict.reason ?? verdict.results[0]?.reason ?? null;
    const { status: expected } = known;
    const { overallStatus: status } = verdict;
    if (status !== expected) return words('known_program_status', { program, status, expected, why });
    return isAsKnown(known, why) ? null : words('known_program_reason', { program, why });
  } catch (error) {
    signal?.throwIfAborted();
    return words('known_program_not_judged', { program, fault: explainFault(error) });
  }
}

/** The reason by its words; a compiler has nothing but its text. */
function isAsKnown(
  { reason, compilerPrints }: KnownProgram,
  why: Verdict['compilerSaid' | 'reason'] | TestResult['reason'],
): boolean {
  if (compilerPrints !== undefined)
    return why?.code === 'verbatim' && why.params.text.includes(compilerPrints);
  return reason === undefined || isDeepStrictEqual(why, reason);
}

async function lastVerdict(steps: AsyncIterable<Progress>): Promise<Verdict> {
  for await (const step of steps) if (step.kind === 'verdict') return step.verdict;
  throw new Error('no verdict');
}
