import type { ContestStatus } from '#contract/contests.ts';

interface Times {
  readonly startTime: Date;
  readonly endTime: Date;
  readonly finishedAt: Date | null;
}

/** The clock decides, to the millisecond; only the last step, from finishing to finished, is an event. */
export function contestStatus({ startTime, endTime, finishedAt }: Times, now: Date): ContestStatus {
  if (finishedAt) return 'finished';
  if (now < startTime) return 'scheduled';
  return now < endTime ? 'running' : 'finishing';
}
