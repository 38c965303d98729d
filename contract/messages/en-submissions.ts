import type { ToldStatus } from '../statuses.ts';
import { languageNames } from './en-languages.ts';
import { counted } from './en-quantities.ts';

/** As they are called in answers too, which every client shows. */
const statuses: Record<ToldStatus | 'Hidden', string> = {
  Pending: 'Pending',
  Compiling: 'Compiling',
  Running: 'Running',
  Accepted: 'Accepted',
  'Wrong Answer': 'Wrong Answer',
  'Time Limit Exceeded': 'Time Limit Exceeded',
  'Runtime Error': 'Runtime Error',
  'Memory Limit Exceeded': 'Memory Limit Exceeded',
  'Compilation Error': 'Compilation Error',
  Skipped: 'Skipped',
  Judged: 'Judged',
  Received: 'Received',
  Frozen: 'Frozen',
  /** Of a test whose result is not told. */
  Hidden: 'Not shown',
};

interface Outcome {
  readonly status: string;
  readonly score: number | null;
}

/** A newer server may know another. */
const statusName = (status: string) => (statuses as Readonly<Record<string, string>>)[status] ?? status;

function outcome(status: string, score: number | null): string {
  return score === null ? statusName(status) : `${statusName(status)} ${score}`;
}

/** What went wrong on a test, before where and why. A newer server may know another. */
const failures: Readonly<Record<string, string>> = {
  'Wrong Answer': 'Wrong answer',
  'Time Limit Exceeded': 'Time limit',
  'Runtime Error': 'Runtime error',
  'Memory Limit Exceeded': 'Memory limit',
};

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1);

const tests = (count: number) => counted(count, 'test', 'tests');

/** The viewer's first line: the verdict in one sentence, and how it stands until then. */
const headlines = {
  pending: 'Waiting for a judge.',
  compiling: 'Being compiled.',
  running: (done: number, total: number) =>
    done === 0 ? `Running ${tests(total)}.` : `${done} of ${tests(total)} done, all passed so far.`,
  failure: (status: string, test: number) => `${failures[status] ?? statusName(status)} on test ${test}`,
  failing: (failure: string, done: number, total: number) =>
    `${failure} so far; ${done} of ${tests(total)} done.`,
  /** Where one is not told how far it is. */
  runningHidden: 'Running the tests.',
  accepted: (total: number) => (total === 1 ? 'The test passed.' : `All ${total} tests passed.`),
  failed: (failure: string, total: number, why: string | null) =>
    sentence(why === null ? `${failure} of ${total}` : `${failure} of ${total}: ${lowerFirst(why)}`),
  passed: (passed: number, total: number) =>
    passed === 0 ? 'No test passed.' : `${passed} of ${tests(total)} passed.`,
  passedInPart: 'No test passed in full.',
  fullGroups: (full: number, groups: number) =>
    full === 0
      ? 'No group has all its points.'
      : `${full} of ${counted(groups, 'group', 'groups')} ${full === 1 ? 'has all its points' : 'have all their points'}.`,
  notAll: (total: number) =>
    total === 1 ? 'The test did not pass.' : `Not all of the ${total} tests passed.`,
  judged: 'It has been judged. Only the results of the samples are shown.',
  received: 'It has been received. What came of it is told when the contest has finished.',
  frozen: 'It was made after the freeze. Its result is shown when the scoreboard thaws.',
  compilation: 'It does not compile.',
  compilationAt: (line: number) => `It does not compile: see line ${line}.`,
  skipped: 'Nothing was judged.',
};

/** The submissions page, the code viewer and the global scoreboard. */
export const submissionTexts = {
  title: 'Recent Submissions',
  loading: 'Loading submissions...',
  fetchFailed: 'Failed to fetch data. Please log in.',
  empty: 'No submissions found.',
  emptyNext: 'Open a problem and submit a solution; it appears here at once.',
  emptyForProblem: "You haven't made any submissions for this problem yet.",
  toProblems: 'To the problems',
  which: 'Which submissions',
  all: 'All Submissions',
  mine: 'My Submissions',
  when: 'When',
  user: 'User',
  problem: 'Problem',
  status: 'Status',
  statusName,
  score: 'Score',
  noScore: 'N/A',
  language: 'Language',
  languages: languageNames,
  actions: 'Actions',
  viewCode: 'View Code',
  ofSubmission: (id: number) => ` of submission ${id}`,
  runningAt: (status: string, done: number, total: number) => `${status} ${done}/${total}`,
  /** Behind a status that others follow: what has failed while the rest is still judged. */
  failedSoFar: (failure: string) => `${failure} so far`,
  newest: 'Newest',
  areNewest: 'These are the newest.',
  older: 'Older',
  areOldest: 'There are no older ones.',
  pages: 'Pages of the list',

  filters: 'Filters',
  clearFilters: 'Clear filters',
  noFilters: 'No filter is set.',
  anyProblem: 'Any problem',
  verdict: 'Verdict',
  anyVerdict: 'Any verdict',
  anyLanguage: 'Any language',
  person: 'Person',
  anyPerson: 'Any person',
  noneMatch: 'None matches these filters.',

  viewerTitle: (id: number) => `Submission #${id}`,
  viewerLoading: 'Loading submission...',
  viewerFailed: (id: number) => `Failed to fetch submission #${id}.`,
  previous: 'Previous submission',
  next: 'Next submission',
  /** Why one cannot turn that way. */
  neighbourFailed: 'What stands there in the list could not be fetched.',
  firstToOpen: 'It is the first in the list that you may open.',
  lastToOpen: 'It is the last in the list that you may open.',
  code: 'Code',
  copy: 'Copy code',
  copied: 'Copied',
  copyFailed: 'The browser did not allow copying.',
  headlines,
  compilerOutput: 'Compiler output',
  goToLine: (line: number) => `Show line ${line} in the code`,
  noCompilerOutput: 'The compiler said nothing.',
  skippedBecause: 'Why it was skipped',
  tests: 'Test cases',
  testNumber: '#',
  testRange: (first: number, last: number) => `${first}–${last}`,
  /** Begins with what is seen, so that who speaks to the page finds it. */
  showEach: (first: number, last: number) => `${first}–${last}: Tests ${first} to ${last}, one by one`,
  time: 'Time(ms)',
  memory: 'Memory(KB)',
  limitsUsed: (timeMs: number, memoryMb: number) => `Limits: ${timeMs} ms, ${memoryMb} MB`,
  withheld: '–',
  factsWithheld: 'Times, memory and reasons are withheld until the contest has finished.',
  checkerSaid: (words: string) => `Checker: ${words}`,
  noResults: 'No test results available.',
  resultsBroken: 'Error parsing test results.',
  noTests: 'No test cases found.',
  rejudge: 'Rejudge',
  rejudging: 'Rejudging...',
  isBeingJudged: 'It is being judged now.',
  rejudged: 'The submission is being judged again.',
  rejudgeFailed: 'Failed to rejudge the submission.',
  history: 'Judgements',
  inForce: 'in force',
  change: (before: Outcome, after: Outcome) =>
    `${outcome(before.status, before.score)} → ${outcome(after.status, after.score)}`,
  noChange: 'The rejudge has changed nothing.',
  judgedWith: (timeMs: number, memoryMb: number, compiler: string, flags: readonly string[]) =>
    [`${timeMs} ms, ${memoryMb} MB, ${compiler}`, ...flags].join(' '),
  testSet: (id: number) => `tests #${id}`,
  judgedOn: (machine: string) => `on ${machine}`,
  rejudgeGivenUp: (fault: string) => `The judge could not judge it again, and its verdict stays: ${fault}`,
};

/** Groups of tests, also called subtasks, and what a problem tells of them. */
export const groupTexts = {
  title: 'Groups',
  /** Many are called by a number alone. */
  name: (name: string) => (/^\d+$/.test(name) ? `Group ${name}` : name),
  unknown: '–',
  outOf: (points: number) => ` / ${points}`,
  unscored: 'no points',
  tests: (count: number) => counted(count, 'test', 'tests'),
  testsDone: (done: number, count: number) => `${done} of ${counted(count, 'test', 'tests')} done`,
  feedback: {
    groups:
      'This problem shows your score and what each group earned; of the tests it shows only the samples.',
    samples:
      'This problem shows only how your program does on the samples. Verdict and score are kept back; a contest tells the scores in its final standings.',
    nothing: 'What comes of your submissions is told when the contest has finished.',
  },
};

export const scoreboardTexts = {
  title: 'Scoreboard',
  loading: 'Loading scoreboard...',
  fetchFailed: 'Failed to fetch scoreboard. Please log in.',
  empty: 'Nobody is on the scoreboard yet.',
  emptyNext: 'The first judged submission opens it.',
  rank: 'Rank',
  user: 'User',
  solved: 'Problems Solved',
  total: 'Total Score',
  you: 'you',
  showMore: 'Show more',
  people: (count: number) => counted(count, 'person', 'people'),
  /** Beside how many they are. */
  ownRank: (rank: number) => `you are number ${rank}`,
  search: 'Search people',
  searchHint: 'Name of a person',
  found: (count: number) => counted(count, 'person found', 'people found'),
  noMatch: 'Nobody on the scoreboard has such a name.',
  noMatchNext: 'Who has not submitted anything yet is not on it.',
};
