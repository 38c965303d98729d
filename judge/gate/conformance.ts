/**
 * The gate: does this machine judge as it should? A worker asks before it takes work, and when something failed it
 * takes none and says what. Known programs must get their known verdicts, the hostile ones among them must do no
 * harm, and after all of that an ordinary program must still pass.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageId } from '#contract/submissions.ts';
import { type KnownProgram, knownAnswer, knownInput, knownLimits } from '../languages/known-programs.ts';
import type { Judge, Progress, Verdict } from '../run/judge.ts';
import type { TestSet } from '../run/run-tests.ts';
import { buildCase, loadCases, runCase } from '../sandbox/suite.ts';

/** Of the hostile suite, one case for each wall that would hurt others when it falls. */
const coreCases = [
  'descriptors',
  'files',
  'forbidden-calls',
  'fork-bomb',
  'left-behind',
  'memory-left-behind',
  'shared-memory',
  'thread-bomb',
];

/** One line a failure, for staff; an empty list means that the machine may judge. */
export async function conformance(judge: Judge, signal?: AbortSignal): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'minos-conformance-'));
  try {
    const testSet = await knownTestSet(folder);
    const known = knownPrograms(judge);
    const [verdicts, attacks] = await Promise.all([
      Promise.all(known.map((program) => failureOf(judge, program, testSet, signal))),
      attackFailures(judge, folder, signal),
    ]);
    const ordinary = known.filter(({ name }) => name === 'right');
    const afterwards = await Promise.all(
      ordinary.map((program) => failureOf(judge, program, testSet, signal)),
    );
    const again = afterwards.map((failure) => failure && `after all others, ${failure}`);
    return [...verdicts, ...attacks, ...again].filter((failure) => failure !== null);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type KnownSource = KnownProgram & { language: LanguageId };

/** Of all languages. */
function knownPrograms({ languages }: Judge): KnownSource[] {
  return Object.entries(languages).flatMap(([id, { knownPrograms }]) =>
    knownPrograms.map((known) => ({ ...known, language: id as LanguageId })),
  );
}

async function attackFailures(judge: Judge, folder: string, signal?: AbortSignal): Promise<string[]> {
  const { sandbox } = judge;
  const cases = loadCases().filter(
    (attack) => coreCases.includes(attack.name) && !attack.notIn?.[sandbox.facts.tier],
  );
  const failures: string[] = [];
  for (const attack of cases) {
    signal?.throwIfAborted();
    const problems = await buildCase(attack, join(judge.cacheFolder, 'suite'))
      .then((program) => runCase(sandbox, attack, program, folder))
      .catch((error: Error) => [error.message]);
    failures.push(...problems.map((problem) => `${attack.name}: ${problem}`));
  }
  return failures;
}

async function knownTestSet(folder: string): Promise<TestSet> {
  const input = join(folder, 'input');
  const answer = join(folder, 'answer');
  await writeFile(input, knownInput);
  await writeFile(answer, knownAnswer);
  return { tests: [{ input, answer }], pathOf: (path) => path };
}

async function failureOf(
  judge: Judge,
  known: KnownSource,
  testSet: TestSet,
  signal?: AbortSignal,
): Promise<string | null> {
  try {
    const coreShare = signal ? { signal } : {};
    const verdict = await lastVerdict(judge.judgeSubmission(known, testSet, knownLimits, coreShare));
    const words = `${verdict.message}${verdict.results[0]?.reason ?? ''}`;
    if (verdict.overallStatus !== known.status) {
      return `${known.name}: ${verdict.overallStatus} instead of ${known.status}${words && ` (${words})`}`;
    }
    return words.includes(known.says ?? '') ? null : `${known.name}: the reason is “${words}”`;
  } catch (error) {
    signal?.throwIfAborted();
    return `${known.name}: ${error instanceof Error ? error.message : error}`;
  }
}

async function lastVerdict(steps: AsyncIterable<Progress>): Promise<Verdict> {
  for await (const step of steps) if (step.kind === 'verdict') return step.verdict;
  throw new Error('no verdict');
}
