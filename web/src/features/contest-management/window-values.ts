import type { ContestStatus } from '#contract/contest-status.ts';
import type { Contest, ContestInput } from '#contract/contests.ts';
import { toNumber } from './field-numbers.ts';

/** As the fields hold it. */
export interface WindowValues {
  /** Empty: one clock for all. */
  windowMinutes: string;
}

export function initialWindowValues(contest: Contest | null): WindowValues {
  return { windowMinutes: String(contest?.window_minutes ?? '') };
}

/** From the start on it is left as it is: staff make it longer for all while the form is open. */
export function toWindowInput(
  { windowMinutes }: WindowValues,
  /** As it is by now; undefined for a new one. */
  status: ContestStatus | undefined,
): Pick<ContestInput, 'window_minutes'> {
  if (isWindowFixed(status)) return {};
  return { window_minutes: windowMinutes.trim() === '' ? null : toNumber(windowMinutes) };
}

export function isWindowFixed(status: ContestStatus | undefined): boolean {
  return status !== undefined && status !== 'scheduled';
}
