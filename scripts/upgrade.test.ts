import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getMe, login } from '#contract/accounts.ts';
import { resumeContest } from '#contract/contest-clock.ts';
import { getContestHistory } from '#contract/contest-history.ts';
import { getContestProgress, getContestScoreboard } from '#contract/contest-scoreboard.ts';
import { listContestProblems, listContests } from '#contract/contests.ts';
import { listLanguageSettings } from '#contract/languages.ts';
import { getTrial, listWaitingImports } from '#contract/packages.ts';
import {
  getLastImport,
  getProblem,
  getTestSet,
  listAdminProblems,
  listProblems,
  problemPdf,
} from '#contract/problems.ts';
import { countUnanswered, listContestQuestions } from '#contract/questions.ts';
import { createReplay } from '#contract/replay.ts';
import { getRegistration } from '#contract/settings.ts';
import { getScoreboard, getSubmission, listSubmissions, rejudgeSubmission } from '#contract/submissions.ts';
import { endVirtualRun, getVirtualRun } from '#contract/virtual-runs.ts';
import { type Client, openClient, signIn } from '#harness/client.ts';
import { administrator, startInstance } from '#harness/instance.ts';
import { sendSubmission, waitForVerdict } from '#harness/sample-submission.ts';
import { until } from '#harness/until.ts';
import { migrateThrough } from '#store/migrate.ts';
import { openQueue, prepareQueue, queues } from '#store/queue.ts';
import { makeTestDatabase } from '#store/testing/test-database.ts';

interface Release {
  /** Its last migration. */
  readonly migration: string;
  /** Its data, in testing/. */
  readonly data: string;
  /** Submissions whose jobs are in its queue, in the form that it gave them; and an import that cannot be read. */
  readonly queued: readonly number[];
}

/** This one, started on what another left. */
async function upgrade({ migration, data, queued }: Release) {
  const { pool, connectionString } = await makeTestDatabase({ empty: true });
  await migrateThrough(pool, migration);
  await pool.query(await readFile(join(import.meta.dirname, 'testing', data), 'utf8'));
  await prepareQueue(connectionString);
  const queue = await openQueue(connectionString, () => {});
  for (const submissionId of queued) await queue.send(queues.judge, { submissionId });
  const { rows } = await pool.query(`select id from import_jobs where status = 'processing'`);
  for (const { id: importId } of rows) await queue.send(queues.import, { importId });
  await queue.stop({ graceful: false });
  const instance = await startInstance({ env: { DATABASE_URL: connectionString } });
  onTestFinished(() => instance.stop());
  return { instance, pool };
}

describe('an instance of an earlier release', () => {
  it('goes on with all it had before there were contests', { timeout: 300_000 }, async () => {
    const { instance } = await upgrade({
      migration: '0001_problems',
      data: 'release-0001.sql',
      queued: [3],
    });
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

  it('goes on with all it had in the middle of a contest', { timeout: 300_000 }, async () => {
    const { instance, pool } = await upgrade({
      migration: '0006_mended_promises',
      data: 'release-0006.sql',
      queued: [5, 6, 7],
    });
    const ada = openClient(instance.url, 'minos_session=ada-from-before');
    const teacher = openClient(instance.url, 'minos_session=teacher-from-before');
    const bob = await signIn(instance.url, { username: 'bob', password: 'from the old days' });
    expect(await ada.call(getMe)).toMatchObject({ user: { username: 'ada', role: 'user' } });

    // What was judged, in every place that tells of it.
    expect(await read(teacher, 1)).toMatchObject({
      overall_status: 'Accepted',
      score: 100,
      submitted_at: '2026-10-01T13:00:00.000Z',
      tests_done: 2,
      results: [{ status: 'Accepted', checkerMessage: 'fine' }, { memoryKb: 1500 }],
      rejudge: null,
    });
    const reason = 'The judge could not run this submission; staff have been told.';
    expect(await read(ada, 2)).toMatchObject({
      overall_status: 'Skipped',
      score: 0,
      reason,
    });
    expect(await read(teacher, 2)).toMatchObject({
      reason: `${reason} The disk was on fire`,
    });
    expect(await read(ada, 3, 1)).toMatchObject({
      overall_status: 'Wrong Answer',
      score: 50,
    });
    // Facts of the run stay withheld while its contest is under way.
    expect(await read(ada, 4, 2)).toMatchObject({
      overall_status: 'Accepted',
      run_facts_withheld: true,
      results: [{ timeMs: null }, { timeMs: null }],
    });

    // What the old release had not finished, each with the job that it left.
    for (const id of [5, 6, 7])
      expect(await waitForVerdict(teacher, id)).toMatchObject({ id, overall_status: 'Accepted', score: 100 });
    expect(await listIds(ada)).toEqual([8, 6, 5, 3, 2, 1]);
    expect(await listIds(bob, 2)).toEqual([7, 4]);

    expect(await ada.call(listProblems)).toMatchObject([
      { id: 'past', best_score: 50, best_submission_status: 'Wrong Answer' },
      { id: 'sum', submission_count: 3, best_score: 100, best_submission_status: 'Accepted' },
    ]);
    expect(await teacher.call(listAdminProblems)).toMatchObject([
      { id: 'draft', is_visible: false, has_tests: false },
      { id: 'held' },
      { id: 'past', is_visible: true, has_tests: true },
      { id: 'soon' },
      { id: 'sum' },
    ]);
    expect((await ada.download(problemPdf.path, { problemId: 'sum' })).toString()).toBe(
      '%PDF-1.4 a newer statement',
    );
    expect(await ada.call(getScoreboard)).toEqual([
      { username: 'ada', problems_solved: 1, total_score: 150 },
      { username: 'bob', problems_solved: 1, total_score: 100 },
    ]);

    const contests = await ada.call(listContests);
    expect(Object.fromEntries(contests.map(({ id, status }) => [id, status]))).toEqual({
      1: 'finished',
      2: 'running',
      3: 'scheduled',
    });
    expect(await ada.call(getContestScoreboard, { params: { id: 1 } })).toMatchObject({
      problems: [{ problem_id: 'past' }, { problem_id: 'past-2' }],
      scoreboard: [
        { username: 'bob', total_score: 70, detailed_scores: { 'past-2': { score: 70, attempts: 2 } } },
        { username: 'ada', total_score: 50, detailed_scores: { past: { score: 50, attempts: 1 } } },
      ],
    });
    expect(await bob.call(getContestScoreboard, { params: { id: 2 } })).toMatchObject({
      scoreboard: [
        { username: 'ada', total_score: 100 },
        { username: 'bob', total_score: 100 },
      ],
    });
    expect(await ada.call(listContestProblems, { params: { id: 2 } })).toMatchObject([
      { id: 'held', best_score: 100 },
    ]);
    expect(await teacher.call(listContestProblems, { params: { id: 3 } })).toMatchObject([{ id: 'soon' }]);

    // One of its problems is gone, and with it how its points came to be.
    const { is_known, rows } = await ada.call(getContestHistory, { params: { id: 1 } });
    expect([is_known, rows.flatMap(({ steps }) => steps)]).toEqual([false, []]);

    // The deletion that had begun is carried on: what was its contest's is an ordinary submission.
    await until(async () => (await pool.query('select from contests where id = 4')).rowCount === 0, 50);
    expect(await read(bob, 8)).toMatchObject({ overall_status: 'Wrong Answer', score: 50 });

    // Old and new go on alike: a submission to the contest, and a rejudge of what the old release judged.
    const id = await sendSubmission(bob, {
      problemId: 'held',
      code: 'int main() { return 1; }',
      contestId: 2,
    });
    expect(await waitForVerdict(bob, id)).toMatchObject({ id: 9, overall_status: 'Runtime Error' });
    await teacher.call(rejudgeSubmission, { params: { id: 3 } });
    expect(await waitForRejudge(teacher, 3)).toMatchObject({ overall_status: 'Accepted', score: 100 });
    expect(await ada.call(getContestScoreboard, { params: { id: 1 } })).toMatchObject({
      scoreboard: [{ total_score: 70 }, { total_score: 50 }],
    });
    expect(await ada.call(getScoreboard)).toContainEqual({
      username: 'ada',
      problems_solved: 2,
      total_score: 200,
    });
  });

  it('shows contests as they were that it has finished, and as submissions are scored', {
    timeout: 300_000,
  }, async () => {
    const { instance } = await upgrade({
      migration: '0029_contest_entry',
      data: 'release-0029.sql',
      queued: [],
    });
    const ada = await signIn(instance.url, { username: 'ada', password: 'from the old days' });
    const boardOf = (id: number) => ada.call(getContestScoreboard, { params: { id } });
    const historyOf = (id: number) => ada.call(getContestHistory, { params: { id } });

    // Worked out from the submissions, since it leads to what was kept; the same for whoever asks at the same time.
    const [history, again] = await Promise.all([historyOf(1), historyOf(1)]);
    expect([history.is_known, again]).toEqual([true, history]);
    const replay = createReplay(history);
    const minute = 60_000;
    const rowsAt = (ms: number) =>
      replay.at(ms).scoreboard.map(({ username, total_score, penalty }) => [username, total_score, penalty]);
    expect(rowsAt(30 * minute)).toEqual([['ada', 0, 0]]);
    expect(rowsAt(40 * minute)).toEqual([
      ['bob', 1, 40],
      ['ada', 0, 0],
    ]);
    const { version, ...final } = await boardOf(1);
    expect({ ...replay.at(history.lasts_ms), version }).toEqual({ ...final, version });
    expect(await ada.call(getContestProgress, { params: { id: 1 } })).toMatchObject({
      lines: [
        { username: 'bob', points: [[40 * minute, 1]] },
        { username: 'ada', points: [[3_030_000, 1]] },
      ],
    });

    // A verdict is newer than the finish: the end would be right, and what was before it would not.
    expect(await historyOf(2)).toMatchObject({ is_known: false, rows: [{ username: 'ada', steps: [] }] });
    expect(await boardOf(2)).toMatchObject({ scoreboard: [{ username: 'ada', total_score: 60 }] });

    // 12.5 and 18.75, of a problem whose submissions have whole points.
    expect(await boardOf(3)).toMatchObject({ scoreboard: [{ username: 'ada', total_score: 31 }] });
  });

  it('goes on with frozen scoreboards, a pause, windows, a virtual run, questions and trials', {
    timeout: 300_000,
  }, async () => {
    const { instance } = await upgrade({
      migration: '0036_board_indexes',
      data: 'release-0036.sql',
      queued: [7],
    });
    const [ada, bob, teacher, admin] = await Promise.all([
      ...['ada', 'bob', 'teacher'].map((username) =>
        signIn(instance.url, { username, password: 'from the old days' }),
      ),
      signIn(instance.url, administrator),
    ]);
    if (!ada || !bob || !teacher || !admin) throw new Error('nobody');
    const boardOf = async (client: Client, id: number) =>
      (await client.call(getContestScoreboard, { params: { id } })).scoreboard;
    expect(await waitForVerdict(teacher, 7)).toMatchObject({ overall_status: 'Accepted', score: 100 });

    // 12.5 and 18.75 before the freeze, 25 in place of 12.5 since, of a problem whose submissions have whole points.
    expect(await boardOf(bob, 2)).toMatchObject([
      { username: 'ada', total_score: 31, detailed_scores: { pair: { score: 31, attempts: 2, pending: 1 } } },
    ]);
    expect(await boardOf(teacher, 2)).toMatchObject([
      { username: 'ada', total_score: 43, detailed_scores: { pair: { score: 43, attempts: 3 } } },
    ]);
    const first = { attempts: 2, minute: 50, first: true };
    expect(await boardOf(ada, 3)).toMatchObject([
      { username: 'ada', total_score: 1, penalty: 70, detailed_scores: { race: first } },
      { username: 'bob', total_score: 0, detailed_scores: { race: { pending: 2 } } },
    ]);
    expect(await boardOf(teacher, 3)).toMatchObject([
      { username: 'ada', total_score: 1, penalty: 70, detailed_scores: { race: first } },
      {
        username: 'bob',
        total_score: 1,
        penalty: 160,
        detailed_scores: { race: { attempts: 2, minute: 140 } },
      },
    ]);

    const contests = new Map((await bob.call(listContests)).map((contest) => [contest.id, contest]));
    expect(contests.get(2)).toMatchObject({ status: 'running', is_frozen: true, paused_at: null });
    expect(contests.get(3)).toMatchObject({ is_frozen: true, paused_at: expect.any(String) });
    const { own_start, own_end, own_extra_minutes } = contests.get(4) ?? {};
    expect(Date.parse(own_end ?? '') - Date.parse(own_start ?? '')).toBe(135 * 60_000);
    expect(own_extra_minutes).toBe(15);
    await expect(sendSubmission(bob, { problemId: 'race', code: 'x', contestId: 3 })).rejects.toMatchObject({
      code: 'contest_paused',
    });
    await teacher.call(resumeContest, { params: { id: 3 } });

    expect(await bob.call(listContestQuestions, { params: { id: 2 } })).toMatchObject({
      questions: [
        { text: 'How long is it?', is_own: true, answer: null },
        { text: 'May a group be empty?', is_own: false, asked_at: null, answer: { text: 'No.' } },
      ],
    });
    expect(await teacher.call(countUnanswered, { query: {} })).toEqual({ unanswered: 1 });
    const { announcements } = await ada.call(listContestQuestions, { params: { id: 3 } });
    expect(announcements.map(({ words }) => words?.code)).toEqual(['announced_resume', 'announced_pause']);

    // What was made in the run counts from its end on.
    const { run } = await ada.call(getVirtualRun, { params: { id: 1 } });
    expect(run).toMatchObject({ is_over: false, submissions: [{ id: 8, overall_status: 'Accepted' }] });
    expect(await ada.call(getScoreboard)).toEqual([]);
    await ada.call(endVirtualRun, { params: { id: 1 } });
    expect(await ada.call(getScoreboard)).toEqual([
      { username: 'ada', problems_solved: 1, total_score: 100 },
    ]);

    // Tried again meanwhile, or not yet: the compiler of then is on no machine.
    const { trial } = await teacher.call(getTrial, { params: { id: 'sum' } });
    expect(trial).toMatchObject({
      agrees: true,
      solutions: [{ name: 'right.cpp', seen: { results: 'PP' } }],
    });
    const [waiting] = await teacher.call(listWaitingImports);
    expect(waiting).toMatchObject({ problem_ids: ['sum'], requested_by: 'teacher' });

    const settings = new Map(
      (await admin.call(listLanguageSettings)).map((language) => [language.id, language]),
    );
    expect(settings.get('c')).toMatchObject({
      is_on: true,
      allowance: { time_factor: 1.5, time_allowance_ms: 100 },
    });
    expect(settings.get('python')).toMatchObject({
      is_on: false,
      allowance: { time_factor: 3 },
      packages: expect.arrayContaining([expect.objectContaining({ id: 'numpy', is_allowed: true })]),
    });
    const id = await sendSubmission(bob, {
      problemId: 'pair',
      code: 'int main() { return 1; }',
      contestId: 2,
    });
    expect(await waitForVerdict(bob, id)).toMatchObject({ id: 9, overall_status: 'Runtime Error' });
  });
});

function read(client: Client, id: number, contestId?: number) {
  return client.call(getSubmission, { params: { id }, query: { contestId: contestId?.toString() } });
}

async function listIds(client: Client, contestId?: number): Promise<number[]> {
  const list = await client.call(listSubmissions, { query: { contestId: contestId?.toString() } });
  return list.map(({ id }) => id);
}

/** The submission once staff are no longer told of a rejudge. */
function waitForRejudge(client: Client, id: number) {
  return until(async () => {
    const submission = await read(client, id);
    return submission.rejudge === null && submission;
  }, 50);
}
