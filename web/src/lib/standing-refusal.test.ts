import { expect, it } from 'vitest';
import { RequestFailed } from './api.ts';
import { nextRefusal } from './standing-refusal.ts';

const refused = new RequestFailed(403, 'contest_not_joined', 'You have not joined this contest');
const notFound = new RequestFailed(404, 'contest_not_found', 'Contest not found');
const lost = new RequestFailed(0, null, null);
const asking = { isSuccess: false, error: null };

it('keeps a refusal while the server is asked again and when its answer is lost', () => {
  expect(nextRefusal(null, { isSuccess: false, error: refused })).toBe(refused);
  expect(nextRefusal(refused, asking)).toBe(refused);
  expect(nextRefusal(refused, { isSuccess: false, error: lost })).toBe(refused);
});

it('ends with the next thing the server says', () => {
  expect(nextRefusal(refused, { isSuccess: false, error: notFound })).toBe(notFound);
  expect(nextRefusal(refused, { isSuccess: true, error: null })).toBeNull();
});

it('takes a lost answer for no refusal', () => {
  expect(nextRefusal(null, asking)).toBeNull();
  expect(nextRefusal(null, { isSuccess: false, error: lost })).toBeNull();
});
