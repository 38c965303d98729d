import { counted } from './en-quantities.ts';

/** What contestants are told of their time: pauses, extra minutes, personal windows. */
export const contestClockTexts = {
  /** In the bar: what the figures count. */
  paused: 'remaining, paused',
  toBegin: 'left to start',
  timeToBegin: 'Time left to start',
  pausedTitle: 'Paused',
  pausedNotice: 'Paused. All clocks stand still, and nothing can be submitted until the contest goes on.',
  ownOver: 'Your time is over. Others still have some left; the results come when all have ended.',
  othersLeft: 'The contest is over, except for those who have extra minutes.',
  ownExtra: (minutes: number) => `You have ${counted(minutes, 'extra minute', 'extra minutes')}.`,

  window: 'Time for each',
  windowWaiting: (length: string) =>
    `You will have ${length}, from the moment at which you start your own time, at any time until the end.`,
  beginTitle: 'Your time has not started yet',
  beginLine: (length: string, end: string) =>
    `You have ${length} from the moment at which you start, and can start until ${end}. The problems show then.`,
  beginInTime: (latest: string) =>
    `Start by ${latest} to have all of it: at the end of the contest your time ends, too.`,
  beginLate: (left: string) => `The contest ends sooner than that: who starts now has ${left} left.`,
  begin: 'Start now',
  beginQuestion: (length: string) => `Your ${length} begin at once, and cannot be stopped.`,
  beginConfirmTitle: 'Start your time?',
  beginConfirm: 'Start my time',
  beginning: 'Starting...',
  beginFailed: 'Failed to start your time.',

  /** On the board, at each name: how far they are. */
  rowRunning: (minutes: number, length: number) => `${minutes} of ${length} min`,
  rowEnded: 'time is over',
};
