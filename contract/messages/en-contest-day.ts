import type { Alarm, AlarmKind, AlarmMinutes } from '../contest-day.ts';
import { counted, listed } from './en-quantities.ts';

type Say = (alarm: Alarm) => string;

/** What somebody should look at now; what it is about, in a sentence. How long it has been so stands behind it. */
const alarms: Record<AlarmKind, Say> = {
  paused: () => 'The contest is paused: all clocks stand, and nothing can be submitted.',
  no_judge: () => 'No judge machine takes work: submissions wait.',
  judge_lost: ({ names, count }) => `${listed(names)} ${count === 1 ? 'has' : 'have'} not been heard of.`,
  judge_refused: ({ names, count }) =>
    `${listed(names)} ${count === 1 ? 'takes' : 'take'} no work; the reason stands with the judges.`,
  queue_wait: ({ count }) => `${counted(count, 'submission waits', 'submissions wait')} to be judged.`,
  judge_fault: ({ count }) =>
    `${counted(count, 'submission', 'submissions')} could not be judged. Mend the cause, then rejudge.`,
  no_tests: ({ names }) => `Without test cases: ${listed(names)}.`,
  thaw_overdue: () => 'The scoreboard was to thaw by itself and has not.',
  thaw_forgotten: () => 'The contest is over and its scoreboard still frozen: thaw it after the ceremony.',
  question_waiting: ({ count }) => `${counted(count, 'question waits', 'questions wait')} for an answer.`,
};

/** The page that staff watch while a contest is on. */
export const contestDayTexts = {
  title: 'On the day',
  loading: 'Loading the state of the contest...',
  fetchFailed: 'Failed to fetch the state of the contest.',
  toScoreboard: 'Scoreboard',
  toSubmissions: 'All submissions',
  toInbox: 'Answer questions',
  toMachines: 'Judge machines',
  updated: (time: string) => `Last updated: ${time}`,

  alarms,
  alarmsTitle: 'Alarms',
  noAlarms: 'Nothing is wrong.',
  forSoLong: (time: string) => `For ${time}`,
  setAlarms: 'Set alarms…',
  setAlarmsTitle: 'When to sound the alarm',
  setAlarmsMeans:
    'In minutes, for this contest and for everybody of the staff. All other alarms sound at once.',
  alarmMinutes: {
    queue_wait: 'A submission waits to be judged',
    question_wait: 'A question waits for an answer',
    unsolved: 'A problem is still unsolved',
    thaw_forgotten: 'A frozen contest has ended and has no time for its thaw',
  } satisfies Record<keyof AlarmMinutes, string>,
  alarmMinutesRange: (most: number) => `A whole number of minutes from 1 to ${most}.`,
  setAlarmsFailed: 'Failed to set the alarms.',
  usualAlarms: 'As it comes',
  saveAlarms: 'Set alarms',
  savingAlarms: 'Setting...',

  clockTitle: 'Clock',
  over: 'Over',
  overLine: 'The final standings are stored.',
  finishingLine: 'The last submissions are being judged.',
  frozenLine: (time: string) => `Frozen since ${time}.`,
  freezesLine: (time: string) => `Freezes at ${time}.`,
  untilLine: (start: string, end: string) => `${start} to ${end}`,
  participants: (count: number) => counted(count, 'participant', 'participants'),

  waitTitle: 'Queue wait now',
  nobodyWaits: 'Nobody waits.',
  waiting: (count: number) => `${counted(count, 'submission waits', 'submissions wait')}.`,
  judging: 'Being judged',
  medianWait: 'Median',
  longestWait: 'Longest',
  waitHint: (count: number) => `Median and longest: of the latest ${count} submissions.`,
  seconds: (ms: number) => `${(ms / 1000).toFixed(1)} s`,
  noFigure: '–',

  judgesTitle: 'Judges',
  judgesReady: (ready: number, all: number) => `${ready} of ${all}`,
  judgesLine: 'ready',
  noJudges: 'None has registered.',
  working: (busy: number, all: number) => `${busy} of ${all} cores busy`,

  questionsTitle: 'Unanswered questions',
  noQuestions: 'All are answered.',
  oldestQuestion: (time: string) => `The oldest waits for ${time}.`,
  beingAnswered: (count: number) => `${count} being answered.`,

  triesTitle: 'Tries per minute',
  tries: 'Tries',
  triesLine: (count: number) => `${counted(count, 'try', 'tries')} in the last hour.`,
  triesLineOver: (count: number) => `${counted(count, 'try', 'tries')} in the last hour of the contest.`,

  problemsTitle: 'Problems',
  noProblems: 'It has none yet.',
  unsolvedTitle: 'Unsolved problems',
  unsolvedEarly: (minutes: number) => `Listed here from minute ${minutes} on.`,
  allSolved: 'None. Every problem has been solved.',
  problem: 'Problem',
  triedBy: 'Tried by',
  solvedBy: 'Solved by',

  verdictsTitle: 'Newest verdicts',
  noVerdicts: 'Nothing has been judged yet.',
  when: 'Submitted',
  person: 'Participant',
  verdict: 'Verdict',
  score: 'Score',
};
