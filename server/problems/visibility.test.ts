import { expect, it } from 'vitest';
import { claimSubmission, storeVerdict } from '#store/judgements.ts';
import { makeProblemTools } from './testing.ts';

const { context, create, signUp, staff, user } = await makeProblemTools();

const setAll = async (problemIds: string[], isVisible: boolean): Promise<string[]> =>
  (await staff.put('/api/admin/problem-visibility', { problemIds, isVisible })).json().changed.sort();
const visible = async () =>
  (await staff.get('/api/admin/problems'))
    .json()
    .filter((problem: { is_visible: boolean }) => problem.is_visible)
    .map((problem: { id: string }) => problem.id);

it('many are hidden and shown at once, and an undo brings back exactly what was changed', async () => {
  for (const id of ['a', 'b', 'c', 'd']) await create(id);
  await staff.put('/api/admin/problems/d/visibility', { isVisible: false });
  const scorer = await signUp('user', 'scorer');
  for (const problemId of ['a', 'b']) {
    const { id } = (await scorer.post('/api/submit', { problemId, language: 'cpp', code: 'x' })).json();
    const claim = await claimSubmission(context.db, id);
    if (claim) await storeVerdict(context.db, claim, { status: 'Accepted', score: 100, results: [] });
  }
  const solved = async () => (await scorer.get('/api/scoreboard')).json()[0]?.problems_solved;
  expect(await solved()).toBe(2);

  const hidden = await setAll(['a', 'b', 'c', 'd', 'never-was'], false);
  expect(hidden).toEqual(['a', 'b', 'c']);
  expect([await visible(), await solved()]).toEqual([[], undefined]);
  // Others change two of them meanwhile; one is gone.
  await staff.put('/api/admin/problems/b/visibility', { isVisible: true });
  await staff.delete('/api/admin/problems/c');
  expect(await setAll(hidden, true)).toEqual(['a']);
  expect([await visible(), await solved()]).toEqual([['a', 'b'], 2]);

  const body = { problemIds: ['a'], isVisible: false };
  expect((await user.put('/api/admin/problem-visibility', body)).statusCode).toBe(403);
});

it('two who change all at once do not wait for each other for ever', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `many-${index}`);
  for (const id of ids) await create(id);
  const answers = await Promise.all([setAll(ids, false), setAll(ids.toReversed(), false)]);
  expect(answers.flat().toSorted()).toEqual(ids.toSorted());
});
