import { expect, it } from 'vitest';
import { words } from '#contract/words.ts';
import { claimSubmission, storeVerdict } from '#store/judgements.ts';
import { queues } from '#store/queue.ts';
import { makeSubmissionTools } from '../submissions/testing.ts';

const { context, database, db, judge, signUp, staff, submit } = await makeSubmissionTools();
const user = await signUp('user', 'pupil');

/** Another set of tests in force, as an import leaves it. */
async function putTestsInForce(problemId: string): Promise<void> {
  await database.pool.query(
    `with made as (
       insert into test_sets (problem_id, plan, report) select id, '{}', '{}' from problems where slug = $1 returning id, problem_id
     ) update problems set test_set_id = made.id from made where problems.id = made.problem_id`,
    [problemId],
  );
}
const read = async (id = 'p1') => (await staff.get(`/api/admin/problems/${id}/rejudge`)).json();
const ask = async () => (await staff.post('/api/admin/problems/p1/rejudge')).json();

it('is offered for what was judged with other tests, and tells what it changed', async () => {
  const early = await submit(user);
  await judge(early, 'Skipped', 0, { reason: words('no_tests') });
  expect(await read()).toEqual({ outdated: 0, latest: null });
  await putTestsInForce('p1');
  const [stays, falls, uncompiled, lost] = [
    await submit(user),
    await submit(user),
    await submit(user),
    await submit(user),
  ];
  await judge(stays, 'Accepted', 100);
  await judge(falls, 'Accepted', 100);
  await judge(uncompiled, 'Compilation Error', 0);
  await judge(lost, 'Wrong Answer', 40);
  const other = await submit(user, 'p2');
  await judge(other, 'Accepted', 100);
  // Only what was skipped for want of tests.
  expect(await read()).toEqual({ outdated: 1, latest: null });

  await putTestsInForce('p1');
  const waiting = await submit(staff);
  expect((await read()).outdated).toBe(4);
  expect(await ask()).toEqual({ requested: 4 });
  // Asked for once.
  expect(await ask()).toEqual({ requested: 0 });
  const jobs = await context.queue.findJobs(queues.judge, { queued: true });
  const rejudged = jobs.filter(({ priority }) => priority < -100).map(({ data }) => data);
  expect(rejudged).toHaveLength(4);
  expect(await read()).toMatchObject({
    outdated: 0,
    latest: { requested_by: 'staff-member', total: 4, waiting: 4, changed: 0, changes: [], submissions: [] },
  });
  expect((await user.get(`/api/submissions/${falls}`)).json().overall_status).toBe('Accepted');

  await judge(early, 'Wrong Answer', 30);
  await judge(stays, 'Accepted', 100);
  await judge(falls, 'Wrong Answer', 70);
  await judge(lost, 'Skipped', 0, { fault: words('judging_failed') });
  await judge(waiting, 'Accepted', 100);
  const { outdated, latest } = await read();
  // The judge gave up on one, which has no verdict on any tests.
  expect(outdated).toBe(1);
  expect(latest).toMatchObject({
    total: 4,
    waiting: 0,
    given_up: 1,
    changed: 2,
    changes: [
      { before: 'Accepted', after: 'Wrong Answer', count: 1 },
      { before: 'Skipped', after: 'Wrong Answer', count: 1 },
    ],
    submissions: [
      {
        id: falls,
        username: 'pupil',
        contest_id: null,
        before: { status: 'Accepted', score: 100 },
        after: { status: 'Wrong Answer', score: 70 },
      },
      { id: early, before: { status: 'Skipped', score: 0 }, after: { status: 'Wrong Answer', score: 30 } },
    ],
  });

  // That was in force until it was judged after all. One with the same tests as the verdict before it never was.
  expect(await ask()).toEqual({ requested: 1 });
  await judge(lost, 'Wrong Answer', 40);
  const before = { status: 'Skipped', score: 0 };
  expect((await read()).latest.submissions).toMatchObject([{ id: lost, before, after: { score: 40 } }]);
  await staff.post(`/api/admin/submissions/${lost}/rejudge`);
  await judge(lost, 'Skipped', 0, { fault: words('judging_failed') });
  await putTestsInForce('p1');
  await ask();
  await judge(lost, 'Wrong Answer', 60);
  expect((await read()).latest.submissions).toMatchObject([
    { id: lost, before: { status: 'Wrong Answer', score: 40 }, after: { score: 60 } },
  ]);
});

it('asks for hundreds in one go, and leaves alone what is being judged', async () => {
  const { rows } = await database.pool.query(
    `with made as (
       insert into submissions (user_id, problem_id, language, code)
       select $1, problems.id, 'cpp', '\\x78' from problems, generate_series(1, 1200) where slug = 'p2'
       returning id, user_id, judgement_id
     ), judged as (
       insert into judgements (id, submission_id, user_id, status, score, test_set_id, finished_at) overriding system value
       select judgement_id, id, user_id, 'Accepted', 100, 1, now() from made returning id, submission_id
     ) select count(*)::int from judged`,
    [user.id],
  );
  expect(rows).toEqual([{ count: 1200 }]);
  await putTestsInForce('p2');
  const running = await submit(staff, 'p2');
  const claim = await claimSubmission(db, running);
  const answers = await Promise.all(
    [1, 2].map(async () => (await staff.post('/api/admin/problems/p2/rejudge')).json().requested),
  );
  expect(answers[0] + answers[1]).toBe(1200);
  if (claim) await storeVerdict(db, claim, { status: 'Accepted', score: 100, results: [] });
  expect((await read('p2')).outdated).toBe(0);
});
