import { expect, test } from 'vitest';
import type { ImportedProblem } from '#contract/packages.ts';
import { changeDecision, findIdComplaints, startDecisions, toChoices } from './package-decisions.ts';

const problem = (folder: string, status: ImportedProblem['status'] = 'ready'): ImportedProblem => ({
  folder,
  id: folder,
  title: folder,
  status,
  message: '',
  message_words: null,
  preview: null,
  trial: null,
  can_be_forced: false,
});

test('all that can be imported is, under its own id, unless it is left out or called otherwise', () => {
  const start = startDecisions([problem('a'), problem('b'), problem('c', 'refused'), problem('d')]);
  const left = changeDecision(start, 'b', { isWanted: false });
  expect(toChoices(changeDecision(left, 'd', { id: ' other ' }))).toEqual([
    { folder: 'a', id: 'a' },
    { folder: 'd', id: 'other' },
  ]);
});

test('an id that is none, or another’s, is complained about until its problem is left out', () => {
  const start = startDecisions([problem('a'), problem('b'), problem('c'), problem('d')]);
  const same = changeDecision(start, 'b', { id: 'a' });
  const typed = changeDecision(changeDecision(same, 'c', { id: 'ก' }), 'd', { id: '' });
  const codes = (decisions: typeof start) =>
    [...findIdComplaints(decisions)].map(([folder, { code }]) => `${folder} ${code}`);
  expect(codes(typed)).toEqual([
    'a package_id_used_twice',
    'b package_id_used_twice',
    'c problem_id_characters',
    'd problem_id_required',
  ]);
  const without = ['b', 'c', 'd'].reduce(
    (decisions, folder) => changeDecision(decisions, folder, { isWanted: false }),
    typed,
  );
  expect(codes(without)).toEqual([]);
});
