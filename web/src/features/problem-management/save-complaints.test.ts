import { beforeAll, expect, test } from 'vitest';
import { words } from '#contract/words.ts';
import { RequestFailed } from '../../lib/api.ts';
import { completeMessages } from '../../lib/messages.ts';
import { findComplaints } from './save-complaints.ts';

beforeAll(completeMessages);

test('every complaint stands at its field, all of them at once', () => {
  const also = [words('time_limit_range'), words('memory_limit_range')];
  const refused = new RequestFailed(
    400,
    'invalid_request',
    'Title is required.',
    { also },
    words('problem_title_required'),
  );
  expect(findComplaints(refused)).toEqual({
    title: 'Title is required.',
    timeLimitMs: 'Time limit must be a whole number of ms from 1 to 60000.',
    memoryLimitMb: 'Memory limit must be a whole number of MB from 4 to 4096.',
  });
});

test('an id that exists is told at the id, and what is about no field at none', () => {
  const taken = new RequestFailed(409, 'problem_id_taken', 'A problem with this id already exists.');
  expect(findComplaints(taken)).toEqual({ id: 'A problem with this id already exists.' });
  expect(findComplaints(new RequestFailed(409, 'import_running', 'Later.'))).toEqual({});
  expect(findComplaints(new RequestFailed(0, null, null))).toEqual({});
});
