/** The hours of a contest's life. Each takes an hour longer than it was to, for one reason or another. */

const phases = [
  'before',
  'running',
  'paused',
  'frozen',
  'paused in the freeze',
  /** Over for all but the owner, who has extra minutes. */
  'extra',
  'finishing',
  'finished',
  /** Somebody takes it once more. */
  'virtual',
  /** That is over, and counts as practice. */
  'practice',
] as const;
export type Phase = (typeof phases)[number];

/** Why it takes longer. */
export const delays = ['pause', 'pause in the freeze', 'minutes for all', 'minutes for one'] as const;
export type Delay = (typeof delays)[number];

/** Hour by hour; the second of a contest's two hours is frozen where it has a freeze. */
export function listPhases(hoursBefore: number, delay: Delay): Phase[] {
  const later = <Hour extends Phase>(phase: Hour, because: Delay): Hour[] =>
    delay === because ? [phase] : [];
  return [
    ...Array<Phase>(hoursBefore).fill('before'),
    'running',
    ...later('paused', 'pause'),
    // As long as it has not begun, the freeze moves with the end.
    ...later('running', 'minutes for all'),
    'frozen',
    ...later('paused in the freeze', 'pause in the freeze'),
    ...later('extra', 'minutes for one'),
    'finishing',
    'finished',
    'virtual',
    'practice',
  ];
}

export const isFrozenIn = (phase: Phase) =>
  phase === 'frozen' || phase === 'paused in the freeze' || phase === 'extra';
export const isPausedIn = (phase: Phase) => phase === 'paused' || phase === 'paused in the freeze';
export const isFinishedIn = (phase: Phase) =>
  phase === 'finished' || phase === 'virtual' || phase === 'practice';
/** For everybody. */
export const isOverIn = (phase: Phase) => phase === 'finishing' || isFinishedIn(phase);
