import { expect, test, vi } from 'vitest';
import type { UploadProgress } from '#contract/problems.ts';
import { RequestFailed } from '../../lib/api.ts';
import {
  expectSaveFailed,
  isOnItsWay,
  isUnderWay,
  type SaveProgress,
  type SaveSteps,
  saveProblem,
} from './save-problem.ts';

const texts = {
  initiating: 'Initiating save...',
  uploading: 'Uploading files to server...',
  saveFailed: 'Failed to save problem.',
  progressFailed: 'Failed to get upload progress.',
  progressUnknown: 'Could not retrieve processing status.',
};
const report = {
  tests: 3,
  groups: 0,
  samples: 1,
  largest_file: null,
  checker: 'tokens',
  checker_words: null,
  paired: [],
  ignored: [],
};

function answer(status: UploadProgress['status'], message: string, progress = 0, total = 0): UploadProgress {
  return {
    kind: 'tests',
    status,
    message,
    message_words: null,
    progress,
    total,
    report: status === 'completed' ? report : null,
  };
}

async function run(changed: Partial<SaveSteps>) {
  const steps: SaveSteps = {
    saveData: async () => null,
    uploadFiles: async () => ({ jobId: 'job' }),
    getProgress: async () => answer('completed', 'Done.'),
    wait: vi.fn(async () => {}),
    isLeft: () => false,
    ...changed,
  };
  const told: SaveProgress[] = [];
  const outcome = await saveProblem(steps, texts, (progress) => told.push(progress)).catch(expectSaveFailed);
  return { outcome, told: told.map(({ status, message }) => `${status}: ${message}`), progress: told, steps };
}

test('a save goes from pending over uploading to what the server reports', async () => {
  const answers = [
    answer('pending', 'Waiting.'),
    answer('processing', 'Checking test cases...', 2, 3),
    answer('completed', 'Imported 3 tests.', 3, 3),
  ];
  const { outcome, told, progress, steps } = await run({
    uploadFiles: async (onSent) => {
      onSent(5, 10);
      return { jobId: 'job' };
    },
    getProgress: async () => answers.shift() as UploadProgress,
  });
  expect(told).toEqual([
    'pending: Initiating save...',
    'uploading: Uploading files to server...',
    'uploading: Uploading files to server...',
    'pending: Waiting.',
    'processing: Checking test cases...',
    'completed: Imported 3 tests.',
  ]);
  expect(progress[2]).toMatchObject({ unit: 'bytes', done: 5, total: 10 });
  expect(progress[4]).toMatchObject({ unit: 'items', done: 2, total: 3 });
  // There is something to cancel as soon as the import is known.
  expect(progress.map(({ jobId }) => jobId)).toEqual([undefined, undefined, undefined, 'job', 'job', 'job']);
  expect(steps.wait).toHaveBeenCalledTimes(2);
  expect(steps.wait).toHaveBeenCalledWith(1500);
  expect(outcome).toEqual({ kind: 'imported', message: 'Imported 3 tests.', report, problems: [] });
});

test('without files, or without a job to follow, the save ends at once', async () => {
  const getProgress = vi.fn();
  expect((await run({ uploadFiles: null, getProgress })).outcome).toEqual({ kind: 'saved' });
  expect((await run({ uploadFiles: async () => ({ jobId: null }), getProgress })).outcome).toEqual({
    kind: 'saved',
  });
  expect(getProgress).not.toHaveBeenCalled();
});

test('a refused save fails with the server’s words, a lost one with ours, and the progress adds none', async () => {
  const refused = new RequestFailed(409, 'problem_id_taken', 'A problem with this id already exists.');
  const first = await run({ saveData: () => Promise.reject(refused) });
  expect(first.outcome).toMatchObject({
    message: 'A problem with this id already exists.',
    step: 'data',
    cause: refused,
  });
  expect(first.told.at(-1)).toBe('failed: ');
  const lost = await run({ uploadFiles: () => Promise.reject(new RequestFailed(0, null, null)) });
  expect(lost.outcome).toMatchObject({ message: 'Failed to save problem.', step: 'files' });
  expect(lost.told.at(-1)).toBe('failed: ');
});

test('a failed import stops the polling and fails with its message', async () => {
  const getProgress = vi.fn(async () => answer('failed', '2.in has no answer file.'));
  const { outcome, told } = await run({ getProgress });
  expect(outcome).toMatchObject({
    message: '2.in has no answer file.',
    step: 'import',
    refusedVersion: null,
  });
  expect(told.at(-1)).toBe('failed: ');
  expect(getProgress).toHaveBeenCalledTimes(1);
});

test('progress that cannot be asked for ends the polling with both texts', async () => {
  const { outcome, told } = await run({
    getProgress: () => Promise.reject(new RequestFailed(500, null, 'x')),
  });
  expect(outcome).toMatchObject({
    message: 'Failed to get upload progress.',
    step: 'progress',
    refusedVersion: null,
  });
  expect(told.at(-1)).toBe('failed: Could not retrieve processing status.');
});

test('a form that is closed meanwhile hears no more of the import', async () => {
  let isLeft = false;
  const { outcome, told } = await run({
    getProgress: async () => answer(isLeft ? 'completed' : 'processing', 'Checking test cases...'),
    wait: async () => {
      isLeft = true;
    },
    isLeft: () => isLeft,
  });
  expect(outcome).toEqual({ kind: 'left' });
  expect(told.at(-1)).toBe('processing: Checking test cases...');
});

test.each([
  ['pending', undefined, true, true],
  ['uploading', undefined, true, true],
  // Nobody may come to do it for hours.
  ['pending', 'job', true, false],
  ['processing', 'job', true, false],
  ['completed', 'job', false, false],
  ['failed', 'job', false, false],
  ['failed', undefined, false, false],
] as const)('%s (import: %s) locks the form: %s, and keeps it open: %s', (status, jobId, locked, held) => {
  const step = { status, message: '', unit: 'items', done: 0, total: 0 } as const;
  const progress = jobId === undefined ? step : { ...step, jobId };
  expect([isUnderWay(progress), isOnItsWay(progress)]).toEqual([locked, held]);
});

test('other limits are tried first; a statement is sent when that has ended, and both are told of', async () => {
  const refused = {
    folder: '',
    id: 'a',
    title: '',
    status: 'refused',
    message: 'They disagree.',
    message_words: null,
    preview: null,
    trial: null,
    can_be_forced: true,
  } as const;
  const steps: string[] = [];
  const { outcome, progress } = await run({
    saveData: async () => 'trial',
    getProgress: async (jobId) => {
      steps.push(`asked about ${jobId}`);
      return { ...answer('failed', 'They disagree.'), problems: [refused] };
    },
    uploadFiles: async () => {
      steps.push('sent');
      return { jobId: null };
    },
  });
  expect(steps).toEqual(['asked about trial', 'sent']);
  expect(outcome).toMatchObject({
    message: 'They disagree.',
    step: 'import',
    refusedVersion: { jobId: 'trial', refused },
  });
  // Until then closing the form would lose the statement; at the end it is free again.
  expect(progress.slice(0, -1).every((one) => one.jobId === undefined)).toBe(true);
  expect(isUnderWay(progress.at(-1) ?? null)).toBe(false);
});

test('limits that agree with the solutions are saved', async () => {
  const { outcome } = await run({ saveData: async () => 'trial', uploadFiles: null });
  expect(outcome).toMatchObject({ kind: 'imported' });
});
