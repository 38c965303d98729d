-- An instance as the release whose last migration is 0001_problems left it. Never edited when the schema changes:
-- upgrading it is what the test is about.

-- Everybody's password: from the old days
insert into users (username, password_hash, role, is_protected, created_at) values
  ('admin', '$argon2id$v=19$m=19456,t=2,p=1$IvU01+B+cr5h2HT8Mgo9tA$vNYO5KLiSqC99XPyX8DiASkZ3UH+YLoTq2deHhBBMUA', 'admin', true, '2026-09-01T08:00:00Z'),
  ('old-timer', '$argon2id$v=19$m=19456,t=2,p=1$IvU01+B+cr5h2HT8Mgo9tA$vNYO5KLiSqC99XPyX8DiASkZ3UH+YLoTq2deHhBBMUA', 'user', false, '2026-09-01T09:00:00Z'),
  ('teacher', '$argon2id$v=19$m=19456,t=2,p=1$IvU01+B+cr5h2HT8Mgo9tA$vNYO5KLiSqC99XPyX8DiASkZ3UH+YLoTq2deHhBBMUA', 'staff', false, '2026-09-01T09:00:00Z');

-- Its cookie: minos_session=a-session-from-before
insert into sessions (token_hash, user_id, expires_at)
select sha256('a-session-from-before'::bytea), id, now() + interval '20 days' from users where username = 'old-timer';

insert into settings (key, value) values ('registration_enabled', 'true');
insert into sign_in_failures (scope, count, window_ends_at) values ('account:teacher', 3, now() + interval '5 minutes');

insert into blobs (sha256, size)
select sha256(content), length(content)
from (values ('%PDF-1.4 an old statement'::bytea), ('2 3'::bytea), ('5'::bytea), ('20 30'::bytea), ('50'::bytea)) as files (content);
insert into blob_chunks (blob_id, position, data)
select blobs.id, 0, content
from (values ('%PDF-1.4 an old statement'::bytea), ('2 3'::bytea), ('5'::bytea), ('20 30'::bytea), ('50'::bytea)) as files (content)
join blobs on blobs.sha256 = sha256(content);

insert into problems (id, title, author_id, time_limit_ms, memory_limit_mb, is_visible, pdf_blob_id)
select 'sum', 'Sum', users.id, 1000, 64, true, blobs.id
from users, blobs where username = 'teacher' and sha256 = sha256('%PDF-1.4 an old statement'::bytea);
insert into problems (id, title, author_id, time_limit_ms, memory_limit_mb, is_visible)
values ('hidden', 'Not yet', null, 3000, 256, false);

insert into test_sets (problem_id, plan, report)
values (
  'sum',
  jsonb_build_object(
    'tests', jsonb_build_array(
      jsonb_build_object('name', '1', 'input', encode(sha256('2 3'), 'hex'), 'answer', encode(sha256('5'), 'hex'), 'group', null, 'isSample', false),
      jsonb_build_object('name', '2', 'input', encode(sha256('20 30'), 'hex'), 'answer', encode(sha256('50'), 'hex'), 'group', null, 'isSample', false)),
    'groups', '[]'::jsonb, 'stopAtFirstFailure', false, 'checker', jsonb_build_object('name', 'tokens')),
  '{"tests": 2, "groups": 0, "samples": 0, "largest_file": null, "checker": "tokens", "paired": [], "ignored": []}');
update problems set test_set_id = (select id from test_sets) where id = 'sum';
insert into test_set_blobs (test_set_id, blob_id)
select test_sets.id, blobs.id from test_sets, blobs where blobs.size < 10;

insert into import_jobs (problem_id, status, message, progress, total)
values ('sum', 'completed', 'Imported 2 tests.', 4, 4);

-- 1 and 2 judged, 3 without a verdict: its worker went with the old release.
insert into submissions
  (user_id, problem_id, language, code, status, score, tests_done, tests_total, results, compiler_output, attempt, submitted_at, judged_at)
select id, 'sum', 'cpp', 'int main() {'::bytea, 'Compilation Error', 0, 0, 0, '[]'::jsonb, 'main.cpp:1:13: error: expected', 1,
  '2026-09-02T10:00:00Z'::timestamptz, '2026-09-02T10:00:01Z'::timestamptz from users where username = 'old-timer'
union all
select id, 'sum', 'cpp', 'int main() { /* half right */ }'::bytea, 'Wrong Answer', 50, 2, 2,
  '[{"testCase": 1, "status": "Accepted", "timeMs": 1, "memoryKb": 1400, "reason": null},
    {"testCase": 2, "status": "Wrong Answer", "timeMs": 2, "memoryKb": 1500, "reason": null}]'::jsonb, null, 1,
  '2026-09-02T10:05:00Z', '2026-09-02T10:05:01Z' from users where username = 'old-timer'
union all
select id, 'sum', 'cpp', convert_to(E'#include <cstdio>\nint main() { int a, b; scanf("%d %d", &a, &b); printf("%d", a + b); }', 'UTF8'), 'Running', null, 1, 2,
  '[{"testCase": 1, "status": "Accepted", "timeMs": 1, "memoryKb": 1400, "reason": null}]'::jsonb, null, 1,
  '2026-09-02T10:10:00Z', null from users where username = 'old-timer';

insert into problem_results (user_id, problem_id, submission_count, latest_submission_at, best_score, best_submission_id)
select id, 'sum', 3, '2026-09-02T10:10:00Z', 50, 2 from users where username = 'old-timer';
insert into user_scores (user_id, problems_solved, total_score)
select id, 0, 50 from users where username = 'old-timer';
-- Its author has tried the hidden problem; the scoreboard of that release counted it.
insert into problem_results (user_id, problem_id, submission_count, latest_submission_at, best_score, best_submission_id)
select id, 'hidden', 1, '2026-09-02T09:00:00Z', 100, null from users where username = 'teacher';
insert into user_scores (user_id, problems_solved, total_score)
select id, 1, 100 from users where username = 'teacher';
insert into revisions (name, value) values ('scoreboard', 7);
