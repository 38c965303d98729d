import { counted } from './en-quantities.ts';

/** How a contest is ranked and what is kept back: its section of the form, and what the boards say of it. */
export const contestFormatTexts = {
  section: 'Format and scoreboard',
  format: 'Format',
  names: { scores: 'Scores', ioi: 'IOI', icpc: 'ICPC' },
  hints: {
    scores: 'The best score of each problem counts. Equal totals: who reached it earlier.',
    ioi: 'The best of each group of tests counts, whichever submission earned it. Equal totals share a rank.',
    icpc: 'Problems solved, then penalty minutes. What does not compile costs nothing.',
  },
  formatFixed: 'The contest has started: its format can no longer be changed.',
  penalty: 'Penalty for a wrong try, in minutes',
  freeze: 'Freeze, in minutes before the end',
  freezeHint: 'From then on others’ results are shown as tries only. Empty: the scoreboard is not frozen.',
  freezeFixed: 'The scoreboard is frozen: when that began can no longer be changed.',
  freezeTooLate: 'The contest has ended: its scoreboard can no longer be frozen.',
  noFreeze: 'none',
  thaw: 'Thaw',
  thawHint:
    'At the end of the contest or later. Empty: when staff thaw it. Until then the contest does not finish.',
  thawed: 'The scoreboard has thawed.',
  medals: 'Medals, for the ceremony',
  gold: 'Gold',
  silver: 'Silver',
  bronze: 'Bronze',
  solved: 'Solved',
  penaltyColumn: 'Penalty',
  triesColumn: 'Tries',
  minutes: (count: number) => counted(count, 'minute', 'minutes'),
  inMinute: (minute: number) => `minute ${minute}`,
  wrongTries: (count: number) => `−${count}`,
  wrongTriesName: (count: number) => counted(count, 'wrong try', 'wrong tries'),
  pending: (count: number) => `?${count}`,
  pendingName: (count: number) => `${counted(count, 'try', 'tries')}, result not shown yet`,
  solvedName: (minute: number, tries: number) =>
    `solved in minute ${minute}, ${counted(tries, 'try', 'tries')}`,
  icpcLegend: '72 (3) solved in minute 72 with the third try · −3 wrong tries · ★ first to solve',
  pendingLegend: '?2 tries whose results are not shown yet',
  moveLegend: '▲ ▼ places since the last change',
  frozenSince: (time: string) => `Frozen since ${time}: later results of others are shown as tries only.`,
  /** For staff, who may be looking at the live one. */
  frozenForOthers: (time: string) => `Frozen since ${time}: the others see later results as tries only.`,
  frozenThaws: (time: string) => `They are shown on ${time}.`,
  ownAfterFreeze: 'Your row has your own later results too; your rank is the one at the freeze.',
  view: 'Which scoreboard',
  viewLive: 'Live',
  viewFrozen: 'As others see it',
  thawNow: 'Thaw',
  thawTitle: 'Thaw the scoreboard',
  thawQuestion: 'Everybody sees all results from now on. This cannot be undone.',
  thawRuns: 'The contest is still running: those who take part in it see all results, too.',
  thawEnds: 'The contest then finishes: its standings become final and its problems return to the main list.',
  thawing: 'Thawing...',
  thawFailed: 'Failed to thaw the scoreboard',
  openReveal: 'Reveal',
  endedFrozen: 'The contest is over. Its results are shown when the scoreboard thaws.',
  awaitingThaw: 'Results are shown when the scoreboard thaws',
  finishingFrozenLine: 'The scoreboard is frozen. The final standings appear here when it thaws.',
  toFrozenBoard: 'To the frozen scoreboard',

  progressTitle: 'Problems solved over time',
  progressChart: (title: string) => `Problems solved over time in ${title}`,
  ownSolved: (count: number) => `${counted(count, 'problem', 'problems')} solved`,

  revealTitle: 'Reveal',
  revealLoading: 'Loading both scoreboards...',
  revealFailed: 'The scoreboards could not be loaded.',
  revealNothing: 'Nothing is kept back',
  revealNothingNext: 'The scoreboard of this contest was not frozen, or nothing was submitted since.',
  revealRunning: 'The contest is not over yet: what is revealed here may change.',
  revealUnjudged: (count: number) =>
    `${count === 1 ? 'One submission was' : `${count} submissions were`} still being judged when this page was loaded, and what is revealed here may change: load it again before you begin.`,
  revealUnjudgedUnknown:
    'Whether everything had been judged when this page was loaded could not be found out: load it again before you begin.',
  revealKeys: 'Space or → next, ← back',
  revealNext: 'Next',
  revealBack: 'Back',
  revealFullScreen: 'Full screen',
  revealLeave: 'Leave',
  revealStep: (step: number, steps: number) => `${step} / ${steps}`,
  revealDone: 'That was all.',
  medalNames: { gold: 'Gold', silver: 'Silver', bronze: 'Bronze' },
  /** Read out with each step. */
  revealed: (username: string, problem: string, outcome: string, place: number) =>
    `${username}, ${problem}: ${outcome}. Now rank ${place}.`,
  awarded: (username: string, place: number, medal: string) => `${medal}: ${username}, rank ${place}.`,
  outcomes: { solved: 'solved', unsolved: 'not solved', score: (score: number) => `score ${score}` },

  /** Beside the name of the closed settings: what is not as it comes. */
  summary: (format: string | null, freezeMinutes: number | null) =>
    [format, freezeMinutes !== null && `frozen for the last ${counted(freezeMinutes, 'minute', 'minutes')}`]
      .filter((part) => typeof part === 'string')
      .join(', '),
};
