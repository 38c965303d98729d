/** Verdicts that somebody is not to tell from each other. */
import type { ContestFeedback } from '#contract/feedback.ts';
import type { TestStatus } from '#contract/statuses.ts';
import { words } from '#contract/words.ts';
import type { StoredVerdict } from '#store/judgements.ts';

/** Of a sample and the tests behind it, all in one group. */
function makeVerdict(score: number, statuses: readonly TestStatus[], timeMs = 7): StoredVerdict {
  const status =
    score === 100 ? 'Accepted' : (statuses.find((each) => each !== 'Accepted') ?? 'Wrong Answer');
  return {
    status,
    score,
    results: statuses.map((each, index) => ({
      testCase: index + 1,
      status: each,
      // Of samples everything is told.
      timeMs: index === 0 ? 7 : timeMs,
      memoryKb: index === 0 ? 7000 : timeMs * 1000,
      reason: each === 'Runtime Error' ? words('exit_code', { exitCode: timeMs }) : null,
      ...(index === 0 && { isSample: true }),
    })),
    groups: [
      { name: 'samples', points: 0, earned: 0, status: 'Accepted', within: null, tests: [[1, 1]] },
      { name: 'rest', points: 100, earned: score, status, within: null, tests: [[2, statuses.length]] },
    ],
  };
}

export type Pair = readonly [StoredVerdict, StoredVerdict];

export const accepted = makeVerdict(100, ['Accepted', 'Accepted', 'Accepted', 'Accepted']);
const rejected = makeVerdict(0, ['Accepted', 'Wrong Answer', 'Skipped', 'Skipped']);
const unreadable: StoredVerdict = {
  status: 'Compilation Error',
  score: 0,
  results: [],
  compilerOutput: words('compiler_printed', { printed: { text: 'no such zebra', isCut: false } }),
};

/** Nothing of them is the same but their groups, score, status and number of tests. */
export const sameInSum: Pair = [
  makeVerdict(40, ['Accepted', 'Wrong Answer', 'Accepted', 'Accepted']),
  makeVerdict(40, ['Accepted', 'Wrong Answer', 'Time Limit Exceeded', 'Runtime Error'], 900),
];

/** The same tests with the same statuses. */
export const sameInStatuses: Pair = [
  makeVerdict(40, ['Accepted', 'Wrong Answer', 'Runtime Error', 'Accepted']),
  makeVerdict(40, ['Accepted', 'Wrong Answer', 'Runtime Error', 'Accepted'], 900),
];

export const different: Pair = [rejected, accepted];

/** Those that its owner is not to tell apart, where problem and contest together tell so much. Null: there are none. */
export function alikeTo(feedback: ContestFeedback): Pair | null {
  switch (feedback) {
    case 'full':
      return null;
    case 'groups':
      return sameInSum;
    case 'samples':
      return different;
    case 'nothing':
      return [unreadable, accepted];
  }
}
