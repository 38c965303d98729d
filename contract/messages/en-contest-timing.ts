import { counted, listed } from './en-quantities.ts';

/** So many are named; who has chosen more is told how many there are besides. */
const namesTold = 8;

function people(names: readonly string[]): string {
  const others = names.length - namesTold;
  return others <= 1
    ? listed(names)
    : listed([...names.slice(0, namesTold), counted(others, 'other', 'others')]);
}

/** How staff set and change the time of a contest: in its form, among its participants, and on the day. */
export const contestTimingTexts = {
  section: 'Time',
  window: 'Personal window, in minutes',
  windowHint:
    'Each starts when they like between start and end, and has this long, but not past the end. Empty: one clock for all.',
  windowFixed: 'The contest has started: the personal window can no longer be changed.',
  noWindow: 'none',
  windowSummary: (minutes: number) => `personal window ${minutes} min`,

  column: 'Time',
  until: (end: string) => `until ${end}`,
  fromUntil: (start: string, end: string) => `${start} to ${end}`,
  notBegun: 'Not begun',
  plus: (minutes: number) => `+${minutes} min`,
  extra: 'Extra time…',
  extraWhom: (username: string) => `Extra time for ${username}`,
  extraTitle: 'Extra time',
  extraFor: (names: readonly string[]) => `For ${people(names)}.`,
  extraMeans:
    'They can go on after everybody else. Until the last has ended, the contest runs and its results stay closed.',
  extraMeansWindow:
    'It comes after their own window, also past the end of the contest. Until the last has ended, the contest runs and its results stay closed.',
  extraMinutes: 'Minutes over everybody else, in all',
  extraHint: 'It replaces what they have: 0 takes it away. It is not announced.',
  extraGiven: (names: readonly string[], minutes: number) =>
    minutes === 0
      ? `No extra time for ${people(names)}.`
      : `${counted(minutes, 'extra minute', 'extra minutes')} for ${people(names)}.`,
  extraFailed: 'Failed to give extra time.',
  give: 'Give',
  giving: 'Giving...',

  pause: 'Pause…',
  pauseTitle: 'Pause the contest',
  pauseQuestion:
    'All clocks stop, nothing can be submitted, and everybody is told. What was to come (the freeze, the end) comes as much later as the pause lasts.',
  pauseNow: 'Pause',
  pausing: 'Pausing...',
  pauseFailed: 'Failed to pause the contest.',
  resume: 'Resume…',
  resumeTitle: 'Resume the contest',
  resumeQuestion: 'All clocks go on at once, and everybody is told.',
  resumeNow: 'Resume',
  resuming: 'Resuming...',
  resumeFailed: 'Failed to resume the contest.',
  extend: 'More time for all…',
  extendTitle: 'More time for all',
  extendMeans: (end: string) =>
    `The contest ends at ${end}. The end moves, and the freeze and the thaw with it; everybody is told.`,
  extendMeansWindow: (minutes: number) =>
    `The personal window, now ${counted(minutes, 'minute', 'minutes')}, is as much longer for all, for good.`,
  extendMinutes: 'Minutes to add',
  extendHint: 'To make it shorter again, change the end in the contest’s form.',
  extendFailed: 'Failed to give more time.',
  pausedLine: (time: string) => `Paused since ${time}: the clock stands.`,
  extraRunningLine: 'It goes on for those who have extra time.',
};
