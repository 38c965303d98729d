/** The verdict as one sentence: what happened, on which test, and why; or how far judging is. */
import type { FullSubmission, Submission } from '#contract/submissions.ts';
import { sayOr, type useMessages } from '../../lib/messages.ts';
import { firstErrorLine } from './compiler-lines.ts';
import type { TestItem } from './test-results.ts';

type Texts = ReturnType<typeof useMessages>['submissions'];
type Told = Pick<
  FullSubmission,
  | 'overall_status'
  | 'score'
  | 'feedback'
  | 'groups'
  | 'tests_done'
  | 'tests_total'
  | 'first_failure'
  | 'reason'
  | 'reason_words'
  | 'compiler_output'
  | 'compiler_words'
>;

/** `items`: the tests' results as far as there are any. */
export function describeVerdict(texts: Texts, submission: Told, items: readonly TestItem[]): string {
  const { headlines } = texts;
  const { overall_status: status, tests_total: total } = submission;
  switch (status) {
    case 'Pending':
      return headlines.pending;
    case 'Compiling':
      return headlines.compiling;
    case 'Running':
      return describeFailing(texts, submission) ?? describeRunning(texts, submission);
    case 'Compilation Error': {
      const line = firstErrorLine(sayOr(submission.compiler_words, submission.compiler_output) ?? '');
      return line === null ? headlines.compilation : headlines.compilationAt(line);
    }
    case 'Judged':
      return headlines.judged;
    case 'Received':
      return headlines.received;
    case 'Frozen':
      return headlines.frozen;
    case 'Accepted': {
      if (total === 0) return texts.statusName(status);
      if (submission.feedback !== 'full') return describeGroups(texts, submission);
      // Tests of a group that is ignored may fail all the same.
      const passed = countPassed(items);
      return items.length > passed ? headlines.passed(passed, total) : headlines.accepted(total);
    }
  }
  if (submission.feedback !== 'full' && status !== 'Skipped') return describeGroups(texts, submission);
  // The verdict is the status of the first test that has it; a Skipped one decides only where no other failed.
  const failure = items.find((item) => item.status === status);
  if (status === 'Skipped' || !failure)
    return sayOr(submission.reason_words, submission.reason) ?? headlines.skipped;
  const why =
    sayOr(failure.differenceWords, failure.difference ?? null) ??
    sayOr(failure.reasonWords, failure.reason ?? null);
  const sentence = headlines.failed(headlines.failure(status, failure.testCase), total, why);
  const passed = countPassed(items);
  // A checker may give a test a part of its points.
  const isInPart = passed === 0 && (submission.score ?? 0) > 0;
  return `${sentence} ${isInPart ? headlines.passedInPart : headlines.passed(passed, total)}`;
}

/** Where most tests are not shown. */
function describeGroups({ headlines }: Texts, { overall_status, groups, tests_total: total }: Told): string {
  const isWhole = ({ status }: Told['groups'][number]) => status === 'Accepted';
  if (overall_status === 'Accepted' && groups.every(isWhole)) return headlines.accepted(total);
  // Those within another count there.
  const scored = groups.filter(({ points, within }) => points > 0 && within === null);
  const full = scored.filter(({ earned, points }) => earned === points);
  return scored.length > 0 ? headlines.fullGroups(full.length, scored.length) : headlines.notAll(total);
}

function describeRunning(
  { headlines }: Texts,
  { feedback, tests_done: done, tests_total: total }: Told,
): string {
  return feedback === 'full' ? headlines.running(done, total) : headlines.runningHidden;
}

const countPassed = (items: readonly TestItem[]) => items.filter((item) => item.status === 'Accepted').length;

/** What has failed already, of a submission that is still judged; null while nothing has. */
function describeFailing(
  { headlines }: Texts,
  { first_failure: failure, tests_done: done, tests_total: total }: Told,
): string | null {
  return failure && headlines.failing(headlines.failure(failure.status, failure.testCase), done, total);
}

/** The same in short, for a row of a list. */
export function describeFirstFailure(
  texts: Texts,
  { first_failure: failure }: Pick<Submission, 'first_failure'>,
): string | null {
  return failure && texts.failedSoFar(texts.headlines.failure(failure.status, failure.testCase));
}
