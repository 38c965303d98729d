import type { Logger } from 'pino';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { findCheckerLanguage } from '#contract/program-files.ts';
import type { TestSetPlan } from '#contract/test-set-plan.ts';
import { mapTexts, readStoredWords, words } from '#contract/words.ts';
import type { Database } from '#store/database.ts';
import {
  type Claim,
  claimSubmission,
  handBack,
  isStillOurs,
  limitsOf,
  releaseClaim,
  storeProgress,
  storeVerdict,
} from '#store/judgements.ts';
import { describeError } from '#store/log-error.ts';
import type { GivenJob, Queue } from '#store/queue.ts';
import type { Provenance, StoredResult } from '#store/schema.ts';
import { bringNextForward } from '#store/waiting-judgements.ts';
import { toStorable } from '#store/words.ts';
import { getLanguage } from '../languages/catalogue.ts';
import { tellVersion } from '../languages/language.ts';
import type { Judge, Verdict } from '../run/judge.ts';
import type { TestResult, TestSet } from '../run/run-tests.ts';
import type { CoreShare } from '../sandbox/core-share.ts';
import { explainFault } from '../sandbox/fault.ts';
import type { BlobCache } from './blob-cache.ts';
import type { DiskRoom } from './disk-room.ts';
import type { Hindrance, JudgedLanguages } from './judged-languages.ts';
import { fillGroups, outlineGroups } from './stored-groups.ts';
import { watchWanted } from './watch-wanted.ts';

/** How often progress is written at most: a page asks every 2.5 s, and a fast program has a thousand tests. */
const progressEveryMs = 200;
/** When a submission is given out again whose language this machine does not judge, or not yet. */
const languageAgainSeconds = { lasting: 30, passing: 2 };
const megabyte = 1024 * 1024;
const noTests: Pick<TestSetPlan, 'tests' | 'groups'> = { tests: [], groups: [] };

export interface JudgingWorker {
  readonly name: string;
  readonly db: Database;
  readonly judge: Judge;
  readonly languages: Pick<JudgedLanguages, 'findHindrance' | 'listNotJudged'>;
  readonly queue: Queue;
  readonly blobs: BlobCache;
  readonly disk: DiskRoom;
  readonly logger: Logger;
}

/**
 * One job of the queue: claims the submission, judges it, stores what comes. Every write is fenced by the claim's
 * attempt, so it does not matter whether another worker believes that it owns the same submission.
 */
export async function judgeSubmission(
  worker: JudgingWorker,
  submissionId: number,
  { job, given, leaving }: { job: GivenJob; given: AbortSignal; leaving: AbortSignal },
): Promise<void> {
  const { db, queue, disk } = worker;
  await disk.hasRoom();
  const startedAt = Date.now();
  const notJudged = worker.languages.listNotJudged();
  const claim = await claimSubmission(db, submissionId, { name: worker.name, job, notJudged });
  if (!claim) return;
  const logger = worker.logger.child({
    submission: submissionId,
    user: claim.userId,
    judgement: claim.judgementId,
    attempt: claim.attempt,
  });
  logger.info({ waitedMs: claim.waitedMs }, 'claimed');
  const hindrance = findHindrance(worker, claim);
  if (hindrance) {
    // It waits until its language is proved here, or for a machine that has it; and so does its verdict. Staff see why.
    const { fault, isPassing } = hindrance;
    const afterSeconds = languageAgainSeconds[isPassing ? 'passing' : 'lasting'];
    await handBack(db, queue, claim, { fault, afterSeconds });
    logger[isPassing ? 'info' : 'warn'](
      { fault: sayInEnglish(fault) },
      'handed back: this machine does not judge its language',
    );
    return;
  }
  const ms = () => Date.now() - startedAt;
  const tellOvertaken = () =>
    logger.warn({ ms: ms() }, 'overtaken: another attempt has begun, or the submission is gone');
  const { unwanted, stopWatching } = watchWanted(() => isStillOurs(db, claim));
  try {
    const verdict = await judgeClaim({ ...worker, logger }, claim, {
      signal: AbortSignal.any([given, leaving, unwanted]),
      // Nobody waits for a rejudge, and its owner has not asked for it.
      owner: claim.isRejudge ? `rejudge:${claim.userId}` : `${claim.userId}`,
      isAwaited: !claim.isRejudge,
    });
    const stored = verdict && (await storeVerdict(db, claim, verdict));
    if (!stored) return tellOvertaken();
    logger.info({ status: verdict.status, score: verdict.score, ms: ms() }, 'judged');
    // The verdict stands, whatever becomes of the next.
    await bringNextForward(db, queue, claim.userId).catch(() => {});
  } catch (error) {
    if (unwanted.aborted) return tellOvertaken();
    if (leaving.aborted) {
      await handBack(db, queue, claim);
      logger.info({ ms: ms() }, 'handed back: the worker is stopping');
      return;
    }
    if (!(await disk.hasRoom())) {
      logger.error({ err: error, ms: ms() }, 'handed back: no room on the disk, this worker pauses');
      await handBack(db, queue, claim);
      return disk.waitForRoom(leaving);
    }
    const fault = explainFault(error, describeError);
    await releaseClaim(db, claim, fault).catch(() => {});
    logger.warn({ fault: sayInEnglish(fault), ms: ms() }, 'released: the judge failed');
    throw error;
  } finally {
    stopWatching();
  }
}

/** In its own language, or in that of the checker. */
function findHindrance({ languages }: JudgingWorker, { language, plan }: Claim): Hindrance | null {
  const checkedIn = plan?.checker.name === 'program' ? findCheckerLanguage(plan.checker.source) : null;
  return languages.findHindrance(language) ?? (checkedIn && languages.findHindrance(checkedIn));
}

export function tellProvenance({ judge }: Pick<JudgingWorker, 'judge'>, claim: Claim): Provenance {
  const { language } = claim;
  const installed = getLanguage(judge.languages, language);
  const { flags } = installed;
  return {
    language,
    compiler: tellVersion(installed),
    flags,
    sandbox: judge.sandbox.facts.tier,
    ...limitsOf(claim),
  };
}

/** Null when the judgement was taken over by somebody else meanwhile. */
async function judgeClaim(worker: JudgingWorker, claim: Claim, coreShare: CoreShare) {
  const { db, judge, blobs, logger } = worker;
  const plan = claim.plan ?? noTests;
  const groups = outlineGroups(plan);
  const toItem = (result: TestResult) => toStoredResult(result, plan);
  const lease = await blobs.lease(listFiles(plan));
  try {
    const { timeLimitMs, memoryLimitMb, allowance } = claim;
    const limits = { timeLimitMs, memoryLimitBytes: memoryLimitMb * megabyte, allowance };
    const testSet = { ...plan, pathOf: lease.pathOf };
    let newResults: StoredResult[] = [];
    let storedAt = 0;
    let hasFailed = false;
    const startedAt = Date.now();
    let compilingMs = 0;
    // At the moment when the judge takes the language: before the verdict other packages may be allowed.
    const provenance = tellProvenance(worker, claim);
    for await (const step of judge.judgeSubmission(claim, testSet, limits, coreShare)) {
      if (step.kind === 'verdict') {
        const { compilerSaid } = step.verdict;
        return {
          ...toStored(step.verdict, toItem),
          groups: fillGroups(groups, step.verdict.groups),
          compilingMs: compilerSaid ? Date.now() - startedAt : compilingMs,
          provenance,
        };
      }
      if (step.kind === 'running') {
        compilingMs = Date.now() - startedAt;
        logger.info({ ms: compilingMs }, 'compiled');
      }
      if (step.kind === 'test') newResults.push(toItem(step.result));
      if (step.kind === 'compiling') continue;
      // Whoever waits for an endless loop is told of its first test at once, and not when the next one has ended.
      const isFirstFailure: boolean = !hasFailed && step.kind === 'test' && step.result.status !== 'Accepted';
      hasFailed ||= isFirstFailure;
      if (!isFirstFailure && Date.now() - storedAt < progressEveryMs) continue;
      storedAt = Date.now();
      const progress = { testsDone: step.done, testsTotal: step.total, newResults };
      if (!(await storeProgress(db, claim, step.kind === 'running' ? { ...progress, groups } : progress)))
        return null;
      newResults = [];
    }
    throw new Error('Judging ended without a verdict');
  } finally {
    lease.release();
  }
}

function listFiles({ tests, checkerFiles = {} }: Pick<TestSet, 'tests' | 'checkerFiles'>): string[] {
  return [...tests.flatMap(({ input, answer }) => [input, answer]), ...Object.values(checkerFiles)];
}

function toStored(verdict: Verdict, toItem: (result: TestResult) => StoredResult) {
  const wordsMax = Math.max(leastWords, Math.floor(wordsOfAllMax / verdict.results.length));
  return {
    status: verdict.overallStatus,
    score: verdict.score,
    results: verdict.results.map((result) => ({ ...toItem(result), ...toCheckerWords(result, wordsMax) })),
    compilerOutput: verdict.compilerSaid,
    reason: verdict.reason,
  };
}

/** Characters of a checker's words: a problem may have ten thousand tests, and each judgement of it is a row. */
const wordsOfAllMax = 250_000;
const leastWords = 100;

/** With the verdict only: progress is written several times a second. */
function toCheckerWords({ checkerSaid }: TestResult, max: number): Pick<StoredResult, 'checkerMessage'> {
  return { checkerMessage: checkerSaid && mapTexts(checkerSaid, (text) => toStorable(text.slice(0, max))) };
}

function toStoredResult(
  { testCase, status, timeMs, memoryKb, reason, difference }: TestResult,
  { tests }: Pick<TestSetPlan, 'tests'>,
): StoredResult {
  const isSample = tests[testCase - 1]?.isSample ?? false;
  return {
    testCase,
    status,
    timeMs,
    memoryKb,
    reason,
    ...(difference && { difference }),
    ...(isSample && { isSample }),
  };
}

/**
 * The queue gave up on a job: the judgement ends with a word to the submission's owner, the cause is for staff. After a
 * rejudge the verdict before it stays in force.
 */
export async function endFaultySubmission(
  { db, queue, logger, name }: JudgingWorker,
  submissionId: number,
  job: GivenJob,
): Promise<void> {
  const claim = await claimSubmission(db, submissionId, { name, job });
  if (!claim) return;
  const fault = claim.earlierFault ?? words('workers_lost');
  const ended = await storeVerdict(db, claim, {
    status: 'Skipped',
    score: 0,
    results: [],
    reason: words('not_judged'),
    fault,
  });
  if (!ended) return;
  const { userId: user, attempt } = claim;
  logger.error(
    { submission: submissionId, user, attempt, fault: sayInEnglish(readStoredWords(fault)) },
    'given up',
  );
  await bringNextForward(db, queue, user).catch(() => {});
}
