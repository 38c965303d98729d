/** Tests of a language where this machine has it. Not used by the product. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { languageNames } from '#contract/messages/en-languages.ts';
import type { LanguageId, PackageId } from '#contract/programs.ts';
import type { FinishedStatus } from '#contract/statuses.ts';
import { words } from '#contract/words.ts';
import { compileLimits, createCompiler } from '../compile/compile.ts';
import type { ProgramCache } from '../disk/program-cache.ts';
import { proveLanguage } from '../gate/conformance.ts';
import type { SubmissionLimits } from '../run/judge.ts';
import { openTestBench, type TestBench, usualLimits, verdictOf } from '../run/testing.ts';
import { JudgeFault } from '../sandbox/fault.ts';
import type { RunLimits } from '../sandbox/run-types.ts';
import { getLanguage, type Languages, openLanguage } from './catalogue.ts';
import { knownAnswer, knownInput } from './known-programs.ts';

export interface LanguageBench {
  /** The judge, its sandbox and folder. */
  bench: () => TestBench;
  /** What becomes of a source, asked for the sum of two numbers unless told otherwise, and why, in English. */
  judge: (code: string | Uint8Array, asked?: Asked) => Promise<Judged>;
  /** What the contestant hears when a source does not compile, within other limits than the usual; null: it does. */
  compile: (code: string | Uint8Array, limits?: Partial<RunLimits>) => Promise<string | null>;
}

interface Asked {
  input?: string;
  answer?: string;
  limits?: Partial<SubmissionLimits>;
}

interface Judged {
  status: FinishedStatus;
  /** What the compiler said, or the reason of the only test. */
  why: string | null;
}

/** What set-up has no package for cannot be asked for. */
const notInDebian: readonly LanguageId[] = ['kotlin'];
const isAskedFor = (id: LanguageId) =>
  process.env.MINOS_TEST_LANGUAGES === 'all' && !notInDebian.includes(id);

type Skip = (note: string) => never;

/** In a test of several languages: skips it where the machine lacks this one, which is a failure when every one is asked for. */
export function needLanguage({ installed, missing }: Languages, id: LanguageId, skip: Skip): void {
  if (installed[id]) return;
  const said = sayInEnglish(missing.get(id)?.said ?? words('language_broken'));
  if (isAskedFor(id)) expect.fail(said);
  skip(said);
}

/** The same for a package of a language. */
export function needPackage(languages: Languages, id: LanguageId, name: PackageId, skip: Skip): void {
  needLanguage(languages, id, skip);
  const found = getLanguage(languages, id).packages?.find((each) => each.id === name)?.found;
  if (!found || !('missing' in found)) return;
  const said = sayInEnglish(found.missing);
  if (isAskedFor(id)) expect.fail(said);
  skip(said);
}

/**
 * Where the machine lacks the language, its tests are skipped, with what is missing in their title; when every language
 * is asked for, that is a failure. Its known programs are judged in any case.
 */
export async function testLanguage(id: LanguageId, define: (bench: LanguageBench) => void): Promise<void> {
  // Compilers and a busy machine take their time.
  vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });
  const missing = await whyMissing(id);
  if (missing !== null && isAskedFor(id)) {
    test(`${languageNames[id]} is installed`, () => expect.fail(missing));
    return;
  }
  const title = missing === null ? languageNames[id] : `${languageNames[id]}: ${missing}`;
  describe.skipIf(missing !== null)(title, () => {
    let bench: TestBench;
    beforeAll(async () => {
      bench = await openTestBench();
    });
    afterAll(() => bench?.close());

    test('known programs get their verdicts', async () => {
      expect((await proveLanguage(bench.judge, id)).map(sayInEnglish)).toEqual([]);
    });

    define({
      bench: () => bench,
      async judge(code, { input = knownInput, answer = knownAnswer, limits = {} } = {}) {
        const testSet = await bench.testSet([[input, answer]]);
        const steps = bench.judge.judgeSubmission({ language: id, code }, testSet, {
          ...usualLimits,
          ...limits,
        });
        const { overallStatus: status, compilerSaid, results } = await verdictOf(steps);
        const why = compilerSaid ?? results[0]?.reason ?? null;
        return { status, why: why && sayInEnglish(why) };
      },
      async compile(code, limits) {
        const compiler = createCompiler({
          languageOf: () => getLanguage(bench.judge.languages, id),
          cache: withoutMemory,
          workFolder: bench.folder,
          run: (request, { signal }) => bench.sandbox.run(request, signal),
          limits: { ...compileLimits, ...limits },
        });
        const compiled = await compiler.compile({ language: id, code: Buffer.from(code) });
        if (compiled.ok) await compiled.release();
        return compiled.ok ? null : sayInEnglish(compiled.said);
      },
    });
  });
}

const withoutMemory: ProgramCache = {
  fetchProgram: async () => false,
  storeProgram: async () => {},
  fetchRefusal: async () => null,
  storeRefusal: async () => {},
};

async function whyMissing(id: LanguageId): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'minos-language-'));
  try {
    await openLanguage(id, folder);
    return null;
  } catch (error) {
    if (!(error instanceof JudgeFault)) throw error;
    return sayInEnglish(error.said);
  } finally {
    await rm(folder, { recursive: true });
  }
}
