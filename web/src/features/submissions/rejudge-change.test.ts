import { expect, test } from 'vitest';
import type { Judgement } from '#contract/submissions.ts';
import { findReplaced } from './rejudge-change.ts';

const judgement = (id: number, change: Partial<Judgement>) =>
  ({
    id,
    status: 'Accepted',
    score: 100,
    is_in_force: false,
    is_rejudge: true,
    fault: null,
    ...change,
  }) as Judgement;

test('what is in force is compared with what was before it, and not with what never was', () => {
  const first = judgement(1, { is_rejudge: false });
  const failed = judgement(2, { status: 'Skipped', score: 0, fault: 'The disk is on fire.' });
  const changed = judgement(3, { status: 'Wrong Answer', score: 40, is_in_force: true });
  const waiting = judgement(4, { status: 'Pending', score: null });
  expect(findReplaced([waiting, changed, failed, first])).toBe(first);
  expect(findReplaced([{ ...changed, status: 'Accepted', score: 100 }, failed, first])).toBeNull();
  expect(findReplaced([waiting, { ...first, is_in_force: true }])).toBeNull();
  expect(findReplaced([])).toBeNull();
});
