-- An instance as the release whose last migration is 0036_board_indexes left it, with contests under way whose scoreboards are
-- frozen: one with groups, and one that is paused. Never edited when the schema changes: upgrading it is what the test is about.

-- Everybody's password: from the old days
insert into users (username, password_hash, role, is_protected, created_at)
select username, '$argon2id$v=19$m=19456,t=2,p=1$IvU01+B+cr5h2HT8Mgo9tA$vNYO5KLiSqC99XPyX8DiASkZ3UH+YLoTq2deHhBBMUA', role, username = 'admin',
  '2026-10-01T08:00:00Z'
from (values (1, 'admin', 'admin'), (2, 'teacher', 'staff'), (3, 'ada', 'user'), (4, 'bob', 'user')) as people (id, username, role)
order by people.id;

insert into language_settings (id, is_on, time_factor, time_allowance_ms, packages) values
  ('c', true, 1.5, 100, '{}'), ('python', false, 3, null, '{numpy}');
insert into starting_texts (language, text) values ('c', 'int main(void) {}');

-- Two tests, and a solution of the jury's.
create temporary table files on commit drop as
select convert_to(content, 'UTF8') as content from (values
  ('2 3'), ('5'), ('20 30'), ('50'), (E'#include <cstdio>\nint main() { int a, b; scanf("%d %d", &a, &b); printf("%d", a + b); }')
) as texts (content);
insert into blobs (sha256, size) select sha256(content), length(content) from files;
insert into blob_chunks (blob_id, position, data) select id, 0, content from files join blobs on blobs.sha256 = sha256(content);

insert into problems (slug, title, author_id, time_limit_ms, memory_limit_mb, is_visible) values
  ('sum', 'Sum', 2, 1000, 64, true), ('pair', 'In two groups', 2, 1000, 64, false), ('race', 'Race', 2, 1000, 64, false),
  ('past', 'Of the first contest', 2, 1000, 64, true), ('alone', 'In one’s own time', 2, 1000, 64, false);
insert into test_sets (problem_id, number, plan, report)
select id, 1,
  jsonb_build_object(
    'tests', jsonb_build_array(
      jsonb_build_object('name', '1', 'input', encode(sha256('2 3'), 'hex'), 'answer', encode(sha256('5'), 'hex'), 'groups', '[]'::jsonb, 'isSample', true),
      jsonb_build_object('name', '2', 'input', encode(sha256('20 30'), 'hex'), 'answer', encode(sha256('50'), 'hex'), 'groups', '[]'::jsonb, 'isSample', false)),
    'groups', '[]'::jsonb, 'stopAtFirstFailure', false, 'scoreDecimals', 0, 'checker', jsonb_build_object('name', 'tokens'), 'checkerFiles', '{}'::jsonb),
  '{"tests": 2, "groups": 0, "samples": 1, "largest_file": null, "checker": {"code": "checker_tokens", "params": {}}, "paired": [], "ignored": []}'
from problems order by id;
update problems set test_set_id = test_sets.id from test_sets where problem_id = problems.id;

-- What the jury's solution says of the tests of sum; and of others, which wait for somebody to put them in force all the same.
insert into test_sets (problem_id, plan, report, replaced_at) select problem_id, plan, report, now() from test_sets where id = 1;
update test_sets set
  solutions = jsonb_build_array(jsonb_build_object('name', 'right.cpp', 'language', 'cpp', 'expected', '{}'::jsonb,
    'file', (select encode(sha256(content), 'hex') from files order by length(content) desc limit 1))),
  trial = jsonb_build_object('time_limit_ms', 1000, 'memory_limit_mb', 64, 'derived', null, 'compiler', 'gcc of the old days',
    'tried_at', '2026-10-01T11:00:00.000Z', 'agrees', id = 1,
    'solutions', jsonb_build_array(jsonb_build_object('name', 'right.cpp', 'language', 'cpp', 'expected', '{}'::jsonb,
      'seen', jsonb_build_object('status', case id when 1 then 'Accepted' else 'Compilation Error' end, 'score', case id when 1 then 100 else 0 end,
        'results', case id when 1 then 'PP' else '' end, 'slowest_ms', 1, 'agrees', id = 1, 'against', null, 'groups', '[]'::jsonb,
        'compilerSaid', case id when 1 then null else '{"code": "compiler_silent", "params": {"exitCode": 1}}'::jsonb end))))
where problem_id = 1;
insert into test_set_blobs (test_set_id, blob_id) select test_sets.id, blobs.id from test_sets, blobs;
insert into import_jobs (kind, requested_by, file_name, status, message, packages) values ('packages', 2, 'sum.zip', 'failed',
  '{"code": "solutions_disagree", "params": {"solutions": {"shown": ["right.cpp"], "more": 0}}}',
  '[{"folder": "", "id": "sum", "title": "Sum", "preview": null, "status": "refused", "testSetId": 6,
    "message": {"code": "solutions_disagree", "params": {"solutions": {"shown": ["right.cpp"], "more": 0}}}}]');

insert into contests (title, description, format, start_time, end_time, finished_at, freeze_minutes, freeze_at, window_minutes, extra_end, paused_at, pauses) values
  ('Over', '', 'scores', '2026-10-02T08:00:00Z', '2026-10-02T12:00:00Z', '2026-10-02T12:00:11Z', null, null, null, null, null, '[]'),
  ('Frozen', '', 'ioi', now() - interval '2 hours', now() + interval '1 hour', null, 90, now() - interval '30 minutes', null, null, null, '[]'),
  ('Paused', '', 'icpc', now() - interval '3 hours', now() + interval '1 hour', null, 120, now() - interval '1 hour', null, null, now() - interval '20 minutes',
    jsonb_build_array(jsonb_build_array(
      floor(extract(epoch from now() - interval '150 minutes') * 1000), floor(extract(epoch from now() - interval '140 minutes') * 1000)))),
  ('Windows', '', 'scores', now() - interval '5 hours', now() + interval '5 hours', null, null, null, 120, now() + interval '315 minutes', null, '[]');
insert into contest_problems (contest_id, problem_id, final_slug, final_title, label, position, holds) values
  (1, 4, 'past', 'Of the first contest', 'A', 1, true), (2, 2, null, null, 'A', 1, true), (3, 3, null, null, 'A', 1, true), (4, 5, null, null, 'A', 1, true);
insert into contest_participants (contest_id, user_id, joined_at)
select contests.id, users.id, start_time from contests, users where users.role = 'user' and contests.id > 1;
update contest_participants set window_started_at = now() - interval '30 minutes', extra_minutes = 15 where contest_id = 4 and user_id = 4;
insert into virtual_runs (contest_id, user_id, started_at, ends_at) values (1, 3, now() - interval '1 hour', now() + interval '3 hours');

-- 1 to 3: ada has earned a part of each group before the freeze, and more of one since. 4 and 5: she solves the race at her second
-- try, before the freeze; 6: bob has failed since, and 7, with which he solves it, waits for its verdict. 8: in ada's virtual run.
insert into submissions (user_id, problem_id, contest_id, virtual_run_id, in_main, language, code, verdict, submitted_at)
select user_id, problem_id, contest_id, run_id, false, 'cpp', (select content from files order by length(content) desc limit 1), verdict,
  now() - ago * interval '1 minute'
from (values
  (1, 3, 2, 2, null::int, 'Wrong Answer', 60),
  (2, 3, 2, 2, null, 'Wrong Answer', 50),
  (3, 3, 2, 2, null, 'Wrong Answer', 10),
  (4, 3, 3, 3, null, 'Wrong Answer', 170),
  (5, 3, 3, 3, null, 'Accepted', 120),
  (6, 4, 3, 3, null, 'Wrong Answer', 40),
  (7, 4, 3, 3, null, null, 30),
  (8, 3, 4, null, 1, 'Accepted', 50)
) as made (id, user_id, problem_id, contest_id, run_id, verdict, ago)
order by made.id;
insert into judgements (submission_id, user_id, attempt, requested_at, finished_at, status, score, results, groups, test_set_id)
select made.id, user_id, case when verdict is null then 0 else 1 end, submitted_at,
  case when verdict is not null then submitted_at + interval '2 seconds' end, coalesce(verdict, 'Pending'), score,
  case when verdict is not null then '[]'::jsonb end,
  case when easy is not null then jsonb_build_array(
    jsonb_build_object('name', 'easy', 'points', 25, 'earned', easy, 'status', 'Wrong Answer', 'within', null, 'tests', '[[1, 1]]'::jsonb),
    jsonb_build_object('name', 'hard', 'points', 75, 'earned', hard, 'status', 'Wrong Answer', 'within', null, 'tests', '[[2, 2]]'::jsonb)) end,
  case when verdict is not null then problem_id end
from (values
  (1, 12, 12.5, 0), (2, 18, 0, 18.75), (3, 25, 25, 0), (4, 0, null, null), (5, 100, null, null), (6, 0, null, null), (7, null, null, null), (8, 100, null, null)
) as made (id, score, easy, hard) join submissions on submissions.id = made.id
order by made.id;
update submissions set judgement_id = (select id from judgements where submission_id = submissions.id);

insert into contest_results
  (contest_id, user_id, contest_problem_id, submission_count, latest_submission_at, best_score, best_submission_id, best_score_at, judged_count, wrong_count,
    frozen_submission_count, frozen_best_score, frozen_best_score_at, frozen_judged_count, frozen_wrong_count)
values
  (2, 3, 2, 3, now() - interval '10 minutes', 43.75, 3, now() - interval '10 minutes', 3, 0, 2, 31.25, now() - interval '50 minutes', 2, 0),
  (3, 3, 3, 2, now() - interval '2 hours', 100, 5, now() - interval '2 hours', 2, 1, null, null, null, null, null),
  (3, 4, 3, 2, now() - interval '30 minutes', 0, null, null, 1, 1, 0, 0, null, 0, 0);

insert into questions (contest_id, user_id, contest_problem_id, text, asked_at, answer, is_public, answered_by, answered_at, answer_version) values
  (2, 3, 2, 'May a group be empty?', now() - interval '40 minutes', 'No.', true, 2, now() - interval '35 minutes', 1),
  (2, 4, null, 'How long is it?', now() - interval '5 minutes', null, false, null, null, 0);
insert into announcements (contest_id, text, said, posted_by, posted_at) values
  (3, 'The contest is paused.', '{"code": "announced_pause", "params": {}}', 2, now() - interval '20 minutes');
