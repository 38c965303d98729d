/**
 * Compile → run → check → score, as a library: it knows no database and no queue.
 *
 * One `Judge` serves a whole worker. Submissions are judged at the same time as they come; the scheduler shares the
 * judging cores among them, the sandbox lets one run at a time have a core. What a caller gets is a stream of progress
 * that ends with a verdict, or an exception: the signal's reason when it was cancelled, otherwise a JudgeFault, which
 * says that the judge failed and nothing about the submission.
 */

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompilerWords, SkipReasons } from '#contract/judge-words.ts';
import { type Allowance, usualAllowances } from '#contract/language-limits.ts';
import type { LanguageId, PackageId } from '#contract/programs.ts';
import type { FinishedStatus } from '#contract/statuses.ts';
import { type Words, words } from '#contract/words.ts';
import { checkerLimits, readProgramSource } from '../checkers/program.ts';
import { type Compiler, createCompiler } from '../compile/compile.ts';
import { type DiskCache, openDiskCache } from '../disk/disk-cache.ts';
import { openProgramCache } from '../disk/program-cache.ts';
import { openWorkFolder } from '../disk/work-folder.ts';
import { getLanguage, type Languages, openLanguages } from '../languages/catalogue.ts';
import type { Launch } from '../languages/language.ts';
import { allOf } from '../languages/limits.ts';
import type { CoreShare } from '../sandbox/core-share.ts';
import { asFault, CheckerFault, JudgeFault } from '../sandbox/fault.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { runTests, type TestResult, type TestRun, type TestSet, tallyOf } from './run-tests.ts';
import { createScheduler } from './scheduler.ts';
import type { GroupScore } from './score.ts';
import type { Limits } from './verdict.ts';

export interface Verdict {
  overallStatus: FinishedStatus;
  score: number;
  /** What each group earned; none where there are no groups, or nothing ran. */
  groups: readonly GroupScore[];
  results: readonly TestResult[];
  /** When the source does not compile. */
  compilerSaid: Words<keyof CompilerWords> | null;
  /** When nothing ran. */
  reason: Words<keyof SkipReasons> | null;
}

export type Progress =
  | { kind: 'compiling' }
  | { kind: 'running'; done: number; total: number }
  | { kind: 'test'; result: TestResult; done: number; total: number }
  | { kind: 'verdict'; verdict: Verdict };

export interface SubmittedSource {
  language: LanguageId;
  code: string | Uint8Array;
}

/** The problem's. */
export interface SubmissionLimits extends Omit<Limits, 'outputLimitBytes'> {
  /** What the source's language gets over them. Default: what is usual. */
  allowance?: Allowance;
  /** Default: 64 MiB. */
  outputLimitBytes?: number;
}

export interface Judge {
  judgeSubmission: (
    source: SubmittedSource,
    testSet: TestSet,
    limits: SubmissionLimits,
    coreShare?: Partial<CoreShare>,
  ) => AsyncGenerator<Progress, void>;
  sandbox: Sandbox;
  cacheFolder: string;
  compiler: Compiler;
  languages: Languages;
  /** Compiled programs, and whatever else the caller wants to have within the same bound. */
  cache: DiskCache;
  /** For passing files; gone after `close`, and after a crash with the next start. */
  workFolder: string;
  /** Frees the disk; the sandbox stays open, since it was the caller's. */
  close: () => Promise<void>;
}

export interface JudgeOptions {
  sandbox: Sandbox;
  /**
   * Programs, precompiled headers and passing files: any of it may be deleted while no judge is open. It belongs to one
   * process at a time.
   */
  cacheFolder: string;
  /** Bound of the cache on disk. Default: 4 GiB. */
  cacheBytes?: number;
  /** That programs may import beside their language's own library. Default: none. */
  packages?: readonly PackageId[];
}

const defaultOutputLimitBytes = 64 * 1024 * 1024;
const defaultCacheBytes = 4 * 1024 * 1024 * 1024;

export async function openJudge(options: JudgeOptions): Promise<Judge> {
  const { sandbox, cacheFolder } = options;
  const languages = await openLanguages(cacheFolder, options.packages);
  const workFolder = await openWorkFolder(join(cacheFolder, 'work'));
  const cache = openDiskCache(options.cacheBytes ?? defaultCacheBytes);
  const programs = await openProgramCache(cache, join(cacheFolder, 'programs'));
  const scheduler = createScheduler(sandbox.facts.cores.length, (request, signal, lane) =>
    sandbox.run(request, signal, lane),
  );
  const compiler = createCompiler({
    languageOf: (id) => getLanguage(languages, id),
    cache: programs,
    workFolder,
    run: scheduler.compile,
  });

  async function* judgeSubmission(
    { language: id, code: text }: SubmittedSource,
    testSet: TestSet,
    { allowance, ...limits }: SubmissionLimits,
    { signal = new AbortController().signal, owner = Symbol(), isAwaited = false }: Partial<CoreShare> = {},
  ): AsyncGenerator<Progress, void> {
    const coreShare = { signal, owner, isAwaited };
    const releases: (() => Promise<void>)[] = [];
    const leave = scheduler.enter(owner);
    try {
      signal.throwIfAborted();
      if (testSet.tests.length === 0) return yield withoutTests();
      // At once: it may be opened with other packages while somebody looks at the progress.
      const language = getLanguage(languages, id);
      yield { kind: 'compiling' };
      const code = toBytes(text);
      const nul = code.indexOf(0);
      if (nul >= 0) return yield compilationError(findNul(language.sourceName, code, nul));
      const compilation = await compiler.compile({ language: id, code }, coreShare);
      if (!compilation.ok) return yield compilationError(compilation.said);
      releases.push(compilation.release);
      const checker = await compileChecker(compiler, languages, testSet, releases, coreShare);
      yield* runAndScore(
        {
          launch: (room) => language.launch(compilation.program, room),
          runtimeWords: language.runtimeWords,
          checker,
          testSet,
          limits: { outputLimitBytes: defaultOutputLimitBytes, ...limits },
          allowance: allowance ?? usualAllowances[id],
          workFolder,
          scheduler,
        },
        coreShare,
      );
    } catch (error) {
      throw asFault(error, signal);
    } finally {
      leave();
      await Promise.all(releases.map((release) => release()));
    }
  }

  return {
    judgeSubmission,
    sandbox,
    cacheFolder,
    compiler,
    languages,
    cache,
    workFolder,
    async close() {
      await compiler.settle();
      await rm(workFolder, { recursive: true, force: true });
    },
  };
}

async function* runAndScore(testRun: TestRun, coreShare: CoreShare): AsyncGenerator<Progress, void> {
  const tally = tallyOf(testRun.testSet);
  const total = testRun.testSet.tests.length;
  const results: TestResult[] = [];
  yield { kind: 'running', done: 0, total };
  for await (const result of runTests(testRun, tally, coreShare)) {
    results.push(result);
    yield { kind: 'test', result, done: results.length, total };
  }
  yield { kind: 'verdict', verdict: { ...tally.finish(), results, compilerSaid: null, reason: null } };
}

async function compileChecker(
  compiler: Compiler,
  languages: Languages,
  { checker, checkerFiles = {}, pathOf }: TestSet,
  releases: (() => Promise<void>)[],
  coreShare: CoreShare,
): Promise<Launch | null> {
  if (checker?.name !== 'program') return null;
  const source = await readProgramSource(checker, async (name) => {
    const file = checkerFiles[name];
    if (file === undefined) throw new JudgeFault(words('checker_file_missing', { file: name }));
    return readFile(await pathOf(file, coreShare.signal));
  });
  // On a share of its own: others may be waiting for it, and not for whatever else the first who asked has to compile.
  const compilation = await compiler.compile(source, { ...coreShare, owner: Symbol('checker') });
  if (!compilation.ok) throw new CheckerFault(words('checker_not_compiled', { compiler: compilation.said }));
  releases.push(compilation.release);
  return getLanguage(languages, source.language).launch(compilation.program, allOf(checkerLimits));
}

function compilationError(compilerSaid: Words<keyof CompilerWords>): Progress {
  return withoutRuns({ overallStatus: 'Compilation Error', compilerSaid, reason: null });
}

function withoutRuns(verdict: Pick<Verdict, 'overallStatus' | 'compilerSaid' | 'reason'>): Progress {
  return { kind: 'verdict', verdict: { ...verdict, score: 0, groups: [], results: [] } };
}

/** The compiler would skip it without a word where it stands between tokens; it is never meant. */
function findNul(file: string, code: Uint8Array, at: number): Words<'source_has_nul'> {
  const before = Buffer.from(code.subarray(0, at)).toString('latin1').split('\n');
  return words('source_has_nul', { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 });
}

function withoutTests(): Progress {
  return withoutRuns({ overallStatus: 'Skipped', compilerSaid: null, reason: words('no_tests') });
}

function toBytes(code: string | Uint8Array): Uint8Array {
  return typeof code === 'string' ? Buffer.from(code) : code;
}
