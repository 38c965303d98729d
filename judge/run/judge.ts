/**
 * Compile → run → check → score, as a library: it knows no database and no queue.
 *
 * One `Judge` serves a whole worker. Submissions are judged at the same time as they come; the scheduler shares the
 * judging cores among them, the sandbox lets one run at a time have a core. What a caller gets is a stream of progress
 * that ends with a verdict, or an exception: the signal's reason when it was cancelled, otherwise a JudgeFault, which
 * says that the judge failed and nothing about the submission.
 */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FinishedStatus } from '#contract/statuses.ts';
import { type CompilerWords, type SkipReasons, type Words, words } from '#contract/words.ts';
import { type Compiler, createCompiler } from '../compile/compile.ts';
import { type DiskCache, openDiskCache } from '../disk/disk-cache.ts';
import { openProgramCache } from '../disk/program-cache.ts';
import { openWorkFolder } from '../disk/work-folder.ts';
import { openToolchain, type Toolchain } from '../languages/cpp/toolchain.ts';
import { asFault, JudgeFault } from '../sandbox/fault.ts';
import type { RunFacts, RunRequest } from '../sandbox/run-types.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { runTests, type TestResult, type TestRun, type TestSet, tallyOf } from './run-tests.ts';
import { compileInTurn, createScheduler, type Turn } from './scheduler.ts';
import type { Limits } from './verdict.ts';

export interface Verdict {
  overallStatus: FinishedStatus;
  score: number;
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

export interface SubmissionLimits extends Omit<Limits, 'outputLimitBytes'> {
  /** Default: 64 MiB. */
  outputLimitBytes?: number;
}

export interface Judge {
  judgeSubmission: (
    source: string | Uint8Array,
    testSet: TestSet,
    limits: SubmissionLimits,
    turn?: Partial<Turn>,
  ) => AsyncGenerator<Progress, void>;
  sandbox: Sandbox;
  cacheFolder: string;
  compiler: Compiler;
  toolchain: Toolchain;
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
}

const defaultOutputLimitBytes = 64 * 1024 * 1024;
const defaultCacheBytes = 4 * 1024 * 1024 * 1024;

export async function openJudge(options: JudgeOptions): Promise<Judge> {
  const { sandbox, cacheFolder } = options;
  const toolchain = await openToolchain(cacheFolder);
  const workFolder = await openWorkFolder(join(cacheFolder, 'work'));
  const cache = openDiskCache(options.cacheBytes ?? defaultCacheBytes);
  const programs = await openProgramCache(cache, join(cacheFolder, 'programs'));
  const scheduler = createScheduler(sandbox.facts.cores.length);
  const run = (request: RunRequest, signal: AbortSignal): Promise<RunFacts> => sandbox.run(request, signal);
  const compiler = createCompiler({
    toolchain,
    cache: programs,
    workFolder,
    run: (request, turn) =>
      compileInTurn(
        scheduler,
        ({ isExpress, brokenOff }) =>
          run({ ...request, express: isExpress }, AbortSignal.any([turn.signal, brokenOff])),
        turn,
      ),
  });

  async function* judgeSubmission(
    source: string | Uint8Array,
    testSet: TestSet,
    limits: SubmissionLimits,
    { signal = new AbortController().signal, owner = Symbol(), mayUseExpress = false }: Partial<Turn> = {},
  ): AsyncGenerator<Progress, void> {
    const turn = { signal, owner, mayUseExpress };
    const releases: (() => Promise<void>)[] = [];
    const leave = scheduler.enter(owner);
    try {
      signal.throwIfAborted();
      if (testSet.tests.length === 0) return yield withoutTests();
      yield { kind: 'compiling' };
      const code = toBytes(source);
      const nul = code.indexOf(0);
      if (nul >= 0) return yield compilationError(findNul(code, nul));
      const compilation = await compiler.compile({ code }, turn);
      if (!compilation.ok) return yield compilationError(compilation.said);
      releases.push(compilation.release);
      const checkerProgram = await compileChecker(compiler, testSet, releases, turn);
      yield* runAndScore(
        {
          program: compilation.program,
          checkerProgram,
          testSet,
          limits: { outputLimitBytes: defaultOutputLimitBytes, ...limits },
          workFolder,
          scheduler,
          run,
        },
        turn,
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
    toolchain,
    cache,
    workFolder,
    async close() {
      await compiler.settle();
      await rm(workFolder, { recursive: true, force: true });
    },
  };
}

async function* runAndScore(testRun: TestRun, turn: Turn): AsyncGenerator<Progress, void> {
  const tally = tallyOf(testRun.testSet);
  const total = testRun.testSet.tests.length;
  const results: TestResult[] = [];
  yield { kind: 'running', done: 0, total };
  for await (const result of runTests(testRun, tally, turn)) {
    results.push(result);
    yield { kind: 'test', result, done: results.length, total };
  }
  yield { kind: 'verdict', verdict: { ...tally.finish(), results, compilerSaid: null, reason: null } };
}

async function compileChecker(
  compiler: Compiler,
  { checker }: TestSet,
  releases: (() => Promise<void>)[],
  turn: Turn,
): Promise<string | null> {
  if (checker?.name !== 'program') return null;
  // On a share of its own: others may be waiting for it, and not for whatever else the first who asked has to compile.
  const compilation = await compiler.compile(checker.source, { ...turn, owner: Symbol('checker') });
  if (!compilation.ok) throw new JudgeFault(words('checker_not_compiled', { compiler: compilation.said }));
  releases.push(compilation.release);
  return compilation.program;
}

function compilationError(compilerSaid: Words<keyof CompilerWords>): Progress {
  return withoutRuns({ overallStatus: 'Compilation Error', compilerSaid, reason: null });
}

function withoutRuns(verdict: Pick<Verdict, 'overallStatus' | 'compilerSaid' | 'reason'>): Progress {
  return { kind: 'verdict', verdict: { ...verdict, score: 0, results: [] } };
}

/** The compiler would skip it without a word where it stands between tokens; it is never meant. */
function findNul(code: Uint8Array, at: number): Words<'source_has_nul'> {
  const before = Buffer.from(code.subarray(0, at)).toString('latin1').split('\n');
  return words('source_has_nul', { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 });
}

function withoutTests(): Progress {
  return withoutRuns({ overallStatus: 'Skipped', compilerSaid: null, reason: words('no_tests') });
}

function toBytes(source: string | Uint8Array): Uint8Array {
  return typeof source === 'string' ? Buffer.from(source) : source;
}
