import { PDFDocument } from 'pdf-lib';
import { expect, it, onTestFinished } from 'vitest';
import { listUsers } from '#contract/accounts.ts';
import { getContestScoreboard } from '#contract/contest-scoreboard.ts';
import { listContests } from '#contract/contests.ts';
import { listAdminProblems, listProblems, problemPdf } from '#contract/problems.ts';
import { finishedStatuses } from '#contract/statuses.ts';
import { getScoreboard, listSubmissions } from '#contract/submissions.ts';
import { signIn } from '#harness/client.ts';
import { findProcesses, isGone } from '#harness/processes.ts';
import { waitForVerdict } from '#harness/sample-submission.ts';
import { until } from '#harness/until.ts';
import { imagineHistory } from './history.ts';
import { demoPeople, guest } from './people.ts';
import { demoProblems } from './problems.ts';
import { startDemo } from './start-demo.ts';
import { writeStatement } from './statement.ts';

it('imagines the same months each time, with verdicts of every kind', () => {
  const now = new Date('2026-11-16T03:00:00Z');
  const { submissions } = imagineHistory(now);
  expect(imagineHistory(now).submissions).toEqual(submissions);
  expect(submissions.length).toBeGreaterThan(700);
  expect(new Set(submissions.map(({ verdict }) => verdict.status))).toEqual(new Set(finishedStatuses));
  expect(submissions.every(({ submittedAt }) => submittedAt < now)).toBe(true);
});

it('has twelve problems with samples and groups that come to 100 points, and forty people', () => {
  expect(demoProblems).toHaveLength(12);
  expect(new Set(demoProblems.map(({ id }) => id)).size).toBe(12);
  for (const { id, samples, groups } of demoProblems) {
    expect(samples.length, id).toBeGreaterThan(0);
    expect(groups.length, id).toBeGreaterThan(1);
    const sum = groups.reduce((points, group) => points + group.points, 0);
    expect(sum, id).toBe(100);
  }
  expect(new Set(demoPeople.map(({ username }) => username)).size).toBe(40);
});

it('prints each statement on one page or two', async () => {
  for (const problem of demoProblems) {
    const pages = (await PDFDocument.load(await writeStatement(problem))).getPageCount();
    expect([1, 2], problem.id).toContain(pages);
  }
});

it('shows contests of every kind, months of submissions, and truly judges what is sent now', {
  timeout: 600_000,
}, async () => {
  const { ready, stop } = await startDemo();
  onTestFinished(stop);
  const url = await ready;
  const person = await signIn(url, { username: guest, password: 'demo-password' });
  const contests = await person.call(listContests);
  expect(contests).toMatchObject([
    { title: 'Labyrinth Round', status: 'running', problem_count: 4, is_participant: true },
    { title: 'Midwinter Open', status: 'scheduled', problem_count: 1 },
    { title: 'Harbour Cup · ถ้วยท่าเรือ', status: 'finished', problem_count: 4 },
    { title: 'Autumn Warm-up', status: 'finished', problem_count: 2 },
  ]);
  for (const { id, status, participant_count } of contests.filter((each) => each.status !== 'scheduled')) {
    const { scoreboard } = await person.call(getContestScoreboard, { params: { id } });
    expect(scoreboard.length, status).toBeGreaterThan(10);
    expect(scoreboard.length, status).toBeLessThanOrEqual(participant_count);
  }
  const problems = await person.call(listProblems);
  expect(problems).toHaveLength(7);
  const reached = problems.map(({ submission_count, best_score }) =>
    submission_count === 0 ? 'open' : best_score === 100 ? 'solved' : 'tried',
  );
  expect(new Set(reached)).toEqual(new Set(['open', 'tried', 'solved']));
  expect((await person.call(getScoreboard)).length).toBeGreaterThan(demoPeople.length / 2);

  const admin = await signIn(url, { username: 'admin', password: 'demo-password' });
  const brought = await admin.call(listAdminProblems);
  const drafts = brought.filter(({ has_tests }) => !has_tests);
  expect(drafts).toMatchObject([{ id: 'bull', is_visible: false }]);
  const whole = brought.filter(({ has_tests, has_pdf, groups }) => has_tests && has_pdf && groups > 0);
  expect(whole.map(({ id }) => id).sort()).toEqual(demoProblems.map(({ id }) => id).sort());
  for (const { id } of whole) {
    const printed = await admin.download(problemPdf.path, { problemId: id });
    const pages = (await PDFDocument.load(printed)).getPageCount();
    expect([1, 2], id).toContain(pages);
  }
  const accounts = (await admin.call(listUsers)).map(({ username }) => username);
  expect(accounts).toEqual(expect.arrayContaining(demoPeople.map(({ username }) => username)));
  const refused = await admin.call(listSubmissions, { query: { verdict: 'Wrong Answer', limit: '3' } });
  expect(refused.map(({ overall_status }) => overall_status)).toEqual(Array(3).fill('Wrong Answer'));
  // The last ones were judged by this machine: their code is one of ours, and ended as that is said to.
  const latest = await admin.call(listSubmissions, { query: { limit: '3' } });
  expect(latest.map(({ username, problem_id }) => [username, problem_id])).toEqual([
    ['amelie', 'caravan'],
    ['theseus', 'mosaic'],
    [guest, 'lamps'],
  ]);
  for (const { id, problem_id } of latest) {
    const { code, score, overall_status } = await waitForVerdict(admin, id);
    const solutions = demoProblems.find((problem) => problem.id === problem_id)?.solutions ?? [];
    const past = imagineHistory(new Date()).submissions.find(
      (each) => each.problemId === problem_id && each.code === code,
    );
    expect(solutions.map((solution) => solution.code)).toContain(code);
    expect({ score, status: overall_status }).toEqual({
      score: past?.verdict.score,
      status: past?.verdict.status,
    });
  }
});

it('leaves nothing running when it is killed', { timeout: 300_000 }, async () => {
  const { dataDir, ready, kill, stop } = await startDemo();
  ready.catch(() => {});
  onTestFinished(stop);
  const parts = await until(() => {
    const found = Object.values(findProcesses(dataDir));
    return found.length === 3 && found;
  });
  kill();
  await until(() => parts.every(isGone));
});
