/** Where a contest is, as the server tells it. */

export const contestStatuses = ['scheduled', 'running', 'finishing', 'finished'] as const;
export type ContestStatus = (typeof contestStatuses)[number];

/** It has begun, and its results may still change. */
export function isContestGoingOn(status: ContestStatus | undefined): boolean {
  return status === 'running' || status === 'finishing';
}

/** Nothing more is taken from anybody. */
export function isContestOver(status: ContestStatus | undefined): boolean {
  return status === 'finishing' || status === 'finished';
}
