import { RequestFailed } from './api.ts';

/** Two servers' clocks may differ by a moment at the start: what was refused before it is asked for again so soon. */
export const notStartedYetMs = 1_000;

export function isNotStarted(error: unknown): boolean {
  return error instanceof RequestFailed && error.code === 'contest_not_started';
}
