/** The one list of verdicts and letters. Everything that shows, stores or decides a status starts here. */

export const inProgressStatuses = ['Pending', 'Compiling', 'Running'] as const;

export const testStatuses = [
  'Accepted',
  'Wrong Answer',
  'Time Limit Exceeded',
  'Runtime Error',
  'Memory Limit Exceeded',
  'Skipped',
] as const;

export const finishedStatuses = [...testStatuses, 'Compilation Error'] as const;

export const overallStatuses = [...inProgressStatuses, ...finishedStatuses] as const;

/**
 * What is told of a submission that whoever asks is not to know about: `Judged`, that it has a verdict, which its problem or
 * its contest keeps back; `Received`, that it has come in, where the contest tells nothing; `Frozen`, that it was made, after
 * the freeze of its contest's scoreboard. No row has them.
 */
export const toldStatuses = [...overallStatuses, 'Judged', 'Received', 'Frozen'] as const;

export type TestStatus = (typeof testStatuses)[number];
export type FinishedStatus = (typeof finishedStatuses)[number];
export type OverallStatus = (typeof overallStatuses)[number];
export type ToldStatus = (typeof toldStatuses)[number];

const letters: Record<TestStatus, string> = {
  Accepted: 'P',
  'Wrong Answer': '-',
  'Time Limit Exceeded': 'T',
  'Runtime Error': 'R',
  'Memory Limit Exceeded': 'M',
  Skipped: 'S',
};

export function isInProgress(status: string): boolean {
  return (inProgressStatuses as readonly string[]).includes(status);
}

export function statusLetter(status: string): string {
  return (letters as Record<string, string>)[status] ?? '?';
}

/** The other way round, for results that are kept as letters. */
export function statusOfLetter(letter: string): TestStatus | null {
  return testStatuses.find((status) => letters[status] === letter) ?? null;
}

/** The class a status is coloured by: its first word in lower case, e.g. `time` for Time Limit Exceeded. */
export function statusClass(status: string): string {
  return status.split(' ')[0]?.toLowerCase() ?? '';
}

/** `[PP-T]`, or the words Compilation Error when that is the best status. Empty when there is nothing to show. */
export function resultString(bestStatus: string | null, results: readonly { status: string }[]): string {
  if (bestStatus === 'Compilation Error') return bestStatus;
  if (results.length === 0) return '';
  return `[${results.map((result) => statusLetter(result.status)).join('')}]`;
}
