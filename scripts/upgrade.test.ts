import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getMe, login } from '#contract/accounts.ts';
import { getLastImport, getProblem, getTestSet, listProblems, problemPdf } from '#contract/problems.ts';
import { getRegistration } from '#contract/settings.ts';
import { getScoreboard, getSubmission } from '#contract/submissions.ts';
import { openClient, signIn } from '#harness/client.ts';
import { administrator, startInstance } from '#harness/instance.ts';
import { sendSubmission, waitForVerdict } from '#harness/sample-submission.ts';
import { migrateThrough } from '#store/migrate.ts';
import { openQueue, prepareQueue, sendJudgeJob } from '#store/queue.ts';
import { makeTestDatabase } from '#store/testing/test-database.ts';

/** The last migration of the release before this one; its data is in testing/. */
const previousRelease = '0001_problems';

describe('an instance of the previous release', () => {
  it('goes on with all it had when this one is started on it', { timeout: 120_000 }, async () => {
    const { pool, db, connectionString } = await makeTestDatabase({ empty: true });
    await migrateThrough(pool, previousRelease);
    await pool.query(await readFile(join(import.meta.dirname, 'testing/release-0001.sql'), 'utf8'));
    await prepareQueue(connectionString);
    const queue = await openQueue(connectionString, () => {});
    await sendJudgeJob(queue, db, 3, 0);
    await queue.stop({ graceful: false });

    const instance = await startInstance({ env: { DATABASE_URL: connectionString } });
    onTestFinished(() => instance.stop());
    const client = openClient(instance.url, 'minos_session=a-session-from-before');
    expect(await client.call(getMe)).toMatchObject({
      isAuthenticated: true,
      user: { username: 'old-timer', role: 'user' },
    });
    expect(await client.call(getRegistration)).toEqual({ enabled: true });

    expect(await client.call(getProblem, { params: { problemId: 'sum' } })).toMatchObject({
      title: 'Sum',
      author: 'teacher',
      time_limit_ms: 1000,
      memory_limit_mb: 64,
      has_pdf: true,
    });
    expect((await client.download(problemPdf.path, { problemId: 'sum' })).toString()).toBe(
      '%PDF-1.4 an old statement',
    );
    expect(await client.call(getSubmission, { params: { id: 1 }, query: {} })).toMatchObject({
      overall_status: 'Compilation Error',
      compiler_output: 'main.cpp:1:13: error: expected',
      compiler_words: null,
      submitted_at: '2026-09-02T10:00:00.000Z',
    });
    expect(await client.call(getSubmission, { params: { id: 2 }, query: {} })).toMatchObject({
      overall_status: 'Wrong Answer',
      score: 50,
      results: [{ status: 'Accepted' }, { status: 'Wrong Answer', memoryKb: 1500 }],
    });

    expect(await waitForVerdict(client, 3)).toMatchObject({ overall_status: 'Accepted', score: 100 });
    expect(await client.call(listProblems)).toMatchObject([
      { id: 'sum', submission_count: 3, best_score: 100, best_submission_status: 'Accepted' },
    ]);
    expect(await client.call(getScoreboard)).toEqual([
      { username: 'old-timer', problems_solved: 1, total_score: 100 },
    ]);
    const id = await sendSubmission(client, { problemId: 'sum', code: 'int main() { return 1; }' });
    expect(await waitForVerdict(client, id)).toMatchObject({
      id: 4,
      overall_status: 'Runtime Error',
      score: 0,
    });

    // Last: signing in ends the session it is done in.
    const signedIn = await client.call(login, {
      body: { username: 'Old-Timer', password: 'from the old days' },
    });
    expect(signedIn).toMatchObject({ user: { username: 'old-timer' } });
    const admin = await signIn(instance.url, administrator);
    expect(await admin.call(getLastImport, { params: { id: 'sum' } })).toMatchObject({
      status: 'completed',
      message: 'Imported 2 tests.',
      message_words: null,
    });
    expect(await admin.call(getTestSet, { params: { id: 'sum' } })).toMatchObject({
      tests: 2,
      checker: 'tokens',
    });
    expect((await admin.call(listProblems)).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['hidden', 'sum']),
    );
  });
});
