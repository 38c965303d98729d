import { describe, expect, it } from 'vitest';
import { type Words, words } from '#contract/words.ts';
import { claimSubmission, type StoredVerdict, storeVerdict } from '#store/judgements.ts';
import { createVisibleProblem } from './testing/problems.ts';
import { makeTestApp } from './testing/test-app.ts';

const { context, makeClient, signUp } = await makeTestApp();
const admin = await signUp('admin');
const staff = await signUp('staff');
const user = await signUp('user');
await createVisibleProblem(staff, {
  id: 'sum',
  title: 'Sum',
  author: staff.username,
  time_limit_ms: 1000,
  memory_limit_mb: 256,
});

const result = { testCase: 1, status: 'Runtime Error', timeMs: 1, memoryKb: 1 };

async function judge(verdict: Partial<StoredVerdict>): Promise<string> {
  const body = { problemId: 'sum', language: 'cpp', code: 'int main() {}' };
  const { id } = (await user.post('/api/submit', body)).json();
  const claim = await claimSubmission(context.db, id);
  if (!claim) throw new Error(`Submission ${id} cannot be claimed`);
  await storeVerdict(context.db, claim, { status: 'Skipped', score: 0, results: [], ...verdict });
  return `/api/submissions/${id}`;
}

describe('what is said', () => {
  it('comes as a sentence and as its code with parameters', async () => {
    const reason = words('exit_code', { exitCode: 3 });
    const checkerMessage = words('output_differs', { byte: 7 });
    const address = await judge({ results: [{ ...result, reason, checkerMessage }] });
    expect((await user.get(address)).json().results).toEqual([
      {
        ...result,
        reason: 'Exited with code 3',
        reasonWords: reason,
        checkerMessage: null,
        checkerWords: null,
        difference: null,
        differenceWords: null,
      },
    ]);
    expect((await staff.get(address)).json().results).toMatchObject([
      { checkerMessage: 'The output differs at byte 7', checkerWords: checkerMessage },
    ]);
  });

  it('of a fault is told to staff behind what its owner is told', async () => {
    const fault = words('fault_caused', { fault: words('judging_failed'), cause: 'no space left' });
    const address = await judge({ reason: words('not_judged'), fault });
    const line = 'The judge could not run this submission; staff have been told.';
    expect((await user.get(address)).json()).toMatchObject({
      reason: line,
      reason_words: { code: 'not_judged', params: {} },
    });
    expect((await user.get(address)).body).not.toContain('no space left');
    expect((await staff.get(address)).json()).toMatchObject({
      reason: `${line} judging failed: no space left`,
      reason_words: { code: 'skipped_by_fault', params: { reason: words('not_judged'), fault } },
    });
  });

  it('by an earlier release stays the sentence it was', async () => {
    const address = await judge({ results: [{ ...result, reason: 'Exited with code 3' }] });
    expect((await user.get(address)).json().results).toMatchObject([
      { reason: 'Exited with code 3', reasonWords: null },
    ]);
  });

  it('by a release that knows more is told by its code, and takes nothing else with it', async () => {
    for (const code of ['of_a_later_release', 'constructor']) {
      const reason = { code, params: { most: 3 } } as unknown as Words<'exit_code'>;
      const address = await judge({ results: [{ ...result, reason }] });
      const answer = await user.get(address);
      expect([answer.statusCode, answer.json().results]).toMatchObject([
        200,
        [{ reason: code, reasonWords: reason }],
      ]);
    }
  });

  it('may quote what a database cannot hold', async () => {
    const compilerOutput = words('verbatim', { text: 'error: stray \0 and \ud800 in program' });
    const address = await judge({ status: 'Compilation Error', compilerOutput });
    expect((await user.get(address)).json()).toMatchObject({
      compiler_output: 'error: stray \ufffd and \ufffd in program',
      compiler_words: null,
    });
  });
});

describe('a refusal', () => {
  it('names the rule that was broken, and beside it the others, or is only its code', async () => {
    const title = await staff.put('/api/admin/problems/sum', { id: 'sum', title: 'a\u202eb' });
    expect(title.json()).toEqual({
      code: 'invalid_request',
      message: 'Title contains an invisible character (U+202E). Please remove it or type the text again.',
      words: words('unseen_character', { field: 'problem_title', character: 'U+202E' }),
      also: [words('author_required'), words('time_limit_range'), words('memory_limit_range')],
    });
    expect((await user.get('/api/admin/problems')).json()).toEqual({
      code: 'forbidden',
      message: 'You do not have permission to do this.',
    });
  });

  it('takes nothing that the caller wrote for a code', async () => {
    const forged = JSON.stringify(words('internal'));
    const answer = (await admin.post('/api/admin/users', { [forged]: forged, role: forged })).json();
    expect(answer).toMatchObject({ code: 'invalid_request', words: { code: 'username_required' } });
    const shape = (await staff.put('/api/admin/problems/sum/visibility', { isVisible: forged })).json();
    expect(shape).toMatchObject({
      message: 'isVisible: Invalid input: expected boolean, received string',
      words: { code: 'field_malformed', params: { field: 'isVisible' } },
    });
  });

  it('is in English for readers of a language that there is not', async () => {
    const headers = { 'accept-language': 'tlh, x-*;q=0.1' };
    const { message } = (await makeClient().get('/api/submissions', { headers })).json();
    expect(message).toBe('Please log in.');
  });
});
