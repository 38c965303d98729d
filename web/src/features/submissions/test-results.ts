import { isInProgress } from '#contract/statuses.ts';
import type { FullSubmission, ResultItem } from '#contract/submissions.ts';

type Essential = 'testCase' | 'status' | 'timeMs' | 'memoryKb';

/** Of what may be said beside, an older server may not know everything. */
export type TestItem = Pick<ResultItem, Essential> & Partial<Omit<ResultItem, Essential>>;

export type TestResults =
  | { kind: 'list'; items: TestItem[] }
  /** Nothing to show: not there yet, not readable, or a problem without tests. */
  | { kind: 'none' | 'broken' | 'empty' };

/** Results come as a list or as a JSON string of one. */
export function readResults(raw: unknown, status: string): TestResults {
  if (raw === null || raw === undefined || raw === '') return { kind: 'none' };
  const items = typeof raw === 'string' ? parseJson(raw) : raw;
  if (!Array.isArray(items) || !items.every(isTestItem)) return { kind: 'broken' };
  if (items.length > 0) return { kind: 'list', items };
  const gotToTests = !isInProgress(status) && status !== 'Compilation Error';
  return { kind: gotToTests ? 'empty' : 'none' };
}

function isTestItem(value: unknown): value is TestItem {
  const { testCase, status, timeMs, memoryKb } = (value ?? {}) as Record<string, unknown>;
  const isMeasured = [timeMs, memoryKb].every((fact) => fact === null || typeof fact === 'number');
  return typeof testCase === 'number' && typeof status === 'string' && isMeasured;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Judged = Pick<FullSubmission, 'overall_status' | 'tests_total' | 'feedback'>;

/** What the strip of a judged submission shows, one a test; of those that are not told only that there are such. */
export function listStatuses(
  items: readonly TestItem[],
  { overall_status: status, tests_total: total, feedback }: Judged,
): { status: string }[] {
  if (feedback === 'full' || isInProgress(status)) return [...items];
  const statuses = new Map(items.map((item) => [item.testCase, item.status]));
  return Array.from({ length: Math.max(total, items.length) }, (_, index) => ({
    status: statuses.get(index + 1) ?? 'Hidden',
  }));
}

/** Neighbours that end alike make one row; two of them stay two. */
const foldedFrom = 3;

/** The tests in order, those that end alike together: the same status for the same reason, and nothing else to say. */
export function foldItems(items: readonly TestItem[]): (readonly [TestItem, ...TestItem[]])[] {
  const runs: [TestItem, ...TestItem[]][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run && endAlike(run[0], item)) run.push(item);
    else runs.push([item]);
  }
  return runs.flatMap((run) => (run.length >= foldedFrom ? [run] : run.map((item): [TestItem] => [item])));
}

function endAlike(one: TestItem, other: TestItem): boolean {
  const hasOwnWords = [one, other].some((item) => item.checkerMessage || item.difference);
  return !hasOwnWords && one.status === other.status && (one.reason ?? null) === (other.reason ?? null);
}
