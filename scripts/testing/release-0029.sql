-- An instance as the release whose last migration is 0029_contest_entry left it: with contests that are over, of which only the
-- final standings were kept, and an IOI contest under way. Never edited when the schema changes: upgrading it is what the test is about.

-- Everybody's password: from the old days
insert into users (username, password_hash, role, is_protected, created_at)
select username, '$argon2id$v=19$m=19456,t=2,p=1$IvU01+B+cr5h2HT8Mgo9tA$vNYO5KLiSqC99XPyX8DiASkZ3UH+YLoTq2deHhBBMUA', role, username = 'admin',
  '2026-10-01T08:00:00Z'
from (values (1, 'admin', 'admin'), (2, 'teacher', 'staff'), (3, 'ada', 'user'), (4, 'bob', 'user')) as people (id, username, role)
order by people.id;

insert into problems (slug, title, author_id, time_limit_ms, memory_limit_mb, is_visible) values
  ('sum', 'Sum', 2, 1000, 64, true), ('pair', 'In two groups', 2, 1000, 64, false);
insert into test_sets (problem_id, number, plan, report)
select id, 1, '{"tests": [], "groups": [], "stopAtFirstFailure": false, "scoreDecimals": 0, "checker": {"name": "tokens"}, "checkerFiles": {}}',
  '{"tests": 0, "groups": 0, "samples": 0, "largest_file": null, "checker": "tokens", "paired": [], "ignored": []}'
from problems order by id;
update problems set test_set_id = test_sets.id from test_sets where problem_id = problems.id;

insert into contests (title, description, format, start_time, end_time, finished_at) values
  ('Over', '', 'icpc', '2026-10-02T08:00:00Z', '2026-10-02T12:00:00Z', '2026-10-02T12:00:11Z'),
  ('Rejudged since', '', 'scores', '2026-10-03T08:00:00Z', '2026-10-03T12:00:00Z', '2026-10-03T12:00:11Z'),
  ('Under way', '', 'ioi', now() - interval '1 hour', now() + interval '1 day', null);
insert into contest_problems (contest_id, problem_id, final_slug, label, position, holds) values
  (1, 1, 'sum', 'A', 1, true), (2, 1, 'sum', 'A', 1, true), (3, 2, null, 'A', 1, true);
insert into contest_participants (contest_id, user_id, joined_at)
select contests.id, users.id, start_time from contests, users where users.role = 'user';

-- In the first contest ada needs two tries; in the second she fails twice, and one of that was judged again long after the finish;
-- in the third she has earned a part of each group.
insert into submissions (user_id, problem_id, contest_id, in_main, language, code, verdict, submitted_at)
select user_id, problem_id, contest_id, contest_id < 3, 'cpp', 'int main() {}', verdict, at
from (values
  (1, 3, 1, 1, 'Wrong Answer', '2026-10-02T08:30:00Z'::timestamptz),
  (2, 4, 1, 1, 'Accepted', '2026-10-02T08:40:00Z'),
  (3, 3, 1, 1, 'Accepted', '2026-10-02T08:50:30Z'),
  (4, 3, 1, 2, 'Wrong Answer', '2026-10-03T09:00:00Z'),
  (5, 3, 1, 2, 'Wrong Answer', '2026-10-03T09:30:00Z'),
  (6, 3, 2, 3, 'Wrong Answer', now() - interval '40 minutes'),
  (7, 3, 2, 3, 'Wrong Answer', now() - interval '30 minutes')
) as made (id, user_id, problem_id, contest_id, verdict, at)
order by made.id;
insert into judgements (submission_id, user_id, is_rejudge, attempt, finished_at, status, score, results, groups, test_set_id)
select submission_id, submissions.user_id, again is not null, 1, coalesce(again, submitted_at + interval '2 seconds'), status, made.score, '[]',
  groups::jsonb, problem_id
from (values
  (1, 1, 'Wrong Answer', 0, null, null::timestamptz),
  (2, 2, 'Accepted', 100, null, null),
  (3, 3, 'Accepted', 100, null, null),
  (4, 4, 'Wrong Answer', 40, null, null),
  (5, 4, 'Wrong Answer', 10, null, '2026-10-20T08:00:00Z'),
  (6, 5, 'Wrong Answer', 60, null, null),
  (7, 6, 'Wrong Answer', 12, '[{"name": "easy", "points": 25, "earned": 12.5, "status": "Wrong Answer", "within": null, "tests": [[1, 1]]},
    {"name": "hard", "points": 75, "earned": 0, "status": "Wrong Answer", "within": null, "tests": [[2, 2]]}]', null),
  (8, 7, 'Wrong Answer', 18, '[{"name": "easy", "points": 25, "earned": 0, "status": "Wrong Answer", "within": null, "tests": [[1, 1]]},
    {"name": "hard", "points": 75, "earned": 18.75, "status": "Wrong Answer", "within": null, "tests": [[2, 2]]}]', null)
) as made (id, submission_id, status, score, groups, again) join submissions on submissions.id = submission_id
order by made.id;
update submissions set judgement_id = (select max(id) from judgements where submission_id = submissions.id);

insert into contest_results
  (contest_id, user_id, contest_problem_id, submission_count, latest_submission_at, best_score, best_submission_id, best_score_at, judged_count, wrong_count)
values
  (1, 3, 1, 2, '2026-10-02T08:50:30Z', 100, 3, '2026-10-02T08:50:30Z', 2, 1), (1, 4, 1, 1, '2026-10-02T08:40:00Z', 100, 2, '2026-10-02T08:40:00Z', 1, 0),
  (2, 3, 2, 2, '2026-10-03T09:30:00Z', 60, 5, '2026-10-03T09:30:00Z', 2, 0);
insert into contest_results (contest_id, user_id, contest_problem_id, submission_count, latest_submission_at, best_score, best_submission_id, best_score_at)
select 3, 3, 3, 2, submitted_at, 31.25, id, submitted_at from submissions where id = 7;
insert into contest_standings (contest_id, place, user_id, total_score, penalty, detailed_scores) values
  (1, 1, 4, 1, 40, '{"sum": {"score": 100, "attempts": 1, "minute": 40, "first": true}}'),
  (1, 2, 3, 1, 70, '{"sum": {"score": 100, "attempts": 2, "minute": 50}}'),
  (2, 1, 3, 60, null, '{"sum": {"score": 60, "attempts": 2}}');
