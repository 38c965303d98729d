-- An instance as the release whose last migration is 0006_mended_promises left it: in the middle of a contest, with
-- another one over, a third to come, and a fourth whose deletion had just begun. Never edited when the schema changes: upgrading it is what the test is about.

-- Everybody's password: from the old days
insert into users (username, password_hash, role, is_protected, created_at)
select username, '$argon2id$v=19$m=19456,t=2,p=1$IvU01+B+cr5h2HT8Mgo9tA$vNYO5KLiSqC99XPyX8DiASkZ3UH+YLoTq2deHhBBMUA', role, username = 'admin',
  '2026-10-01T08:00:00Z'
from (values (1, 'admin', 'admin'), (2, 'teacher', 'staff'), (3, 'ada', 'user'), (4, 'bob', 'user')) as people (id, username, role)
order by people.id;

-- Their cookies: minos_session=ada-from-before and minos_session=teacher-from-before
insert into sessions (token_hash, user_id, expires_at)
select sha256((username || '-from-before')::bytea), id, now() + interval '20 days' from users where username in ('ada', 'teacher');

insert into settings (key, value) values ('registration_enabled', 'false');

insert into blobs (sha256, size)
select sha256(content), length(content)
from (values ('%PDF-1.4 a newer statement'::bytea), ('2 3'::bytea), ('5'::bytea), ('20 30'::bytea), ('50'::bytea), ('PK an archive'::bytea)) as files (content);
insert into blob_chunks (blob_id, position, data)
select blobs.id, 0, content
from (values ('%PDF-1.4 a newer statement'::bytea), ('2 3'::bytea), ('5'::bytea), ('20 30'::bytea), ('50'::bytea), ('PK an archive'::bytea)) as files (content)
join blobs on blobs.sha256 = sha256(content);

insert into contests (title, description, start_time, end_time, finished_at, created_at) values
  ('Over', 'The *first* one', '2026-10-02T08:00:00Z', '2026-10-02T12:00:00Z', '2026-10-02T12:00:11Z', '2026-10-01T09:00:00Z'),
  ('Under way', '', now() - interval '1 hour', now() + interval '1 day', null, '2026-10-03T09:00:00Z'),
  ('To come', '', now() + interval '2 days', now() + interval '3 days', null, '2026-10-03T10:00:00Z');

insert into contests (title, description, start_time, end_time, finished_at, deleted_at, created_at)
values ('Half deleted', '', '2026-09-02T08:00:00Z', '2026-09-02T12:00:00Z', '2026-09-02T12:00:05Z', now() - interval '2 seconds', '2026-09-01T09:00:00Z');

-- past-2 was deleted after its contest; its column and points stay.
insert into problems (id, title, author_id, time_limit_ms, memory_limit_mb, is_visible, withholds_run_facts, pdf_blob_id, contest_id, created_at)
select id, title, 2, 1000, 64, is_visible, withholds, (select blobs.id from blobs where size = 26), contest, '2026-10-01T10:00:00Z'
from (values
  ('sum', 'Sum', true, false, null), ('draft', 'Not yet', false, false, null), ('past', 'Of the first contest', true, false, null),
  ('held', 'Of this contest', false, true, 2), ('soon', 'Of the next contest', false, false, 3)
) as made (id, title, is_visible, withholds, contest);

-- The first set of sum was replaced, and is there for a while yet.
insert into test_sets (problem_id, plan, report, replaced_at)
select problem_id,
  jsonb_build_object(
    'tests', jsonb_build_array(
      jsonb_build_object('name', '1', 'input', encode(sha256('2 3'), 'hex'), 'answer', encode(sha256('5'), 'hex'), 'group', null, 'isSample', true),
      jsonb_build_object('name', '2', 'input', encode(sha256('20 30'), 'hex'), 'answer', encode(sha256('50'), 'hex'), 'group', null, 'isSample', false)),
    'groups', '[]'::jsonb, 'stopAtFirstFailure', false, 'checker', jsonb_build_object('name', 'tokens')),
  '{"tests": 2, "groups": 0, "samples": 1, "largest_file": null, "checker": "tokens", "paired": [], "ignored": []}',
  replaced_at
from (values ('sum', now() - interval '1 hour'), ('sum', null), ('past', null), ('held', null), ('soon', null)) as sets (problem_id, replaced_at);
update problems set test_set_id = test_sets.id from test_sets where problem_id = problems.id and replaced_at is null;
insert into test_set_blobs (test_set_id, blob_id)
select test_sets.id, blobs.id from test_sets, blobs where blobs.size < 10;

insert into import_jobs (problem_id, status, message, progress, total, created_at, report) values
  ('sum', 'completed', 'Imported 2 tests.', 4, 4, '2026-10-01T11:00:00Z',
    '{"tests": 2, "groups": 0, "samples": 1, "largest_file": null, "checker": "tokens", "paired": [], "ignored": []}'),
  ('draft', 'failed', 'The archive has no test cases.', 0, 0, '2026-10-01T12:00:00Z', null);
insert into import_jobs (problem_id, archive_blob_id, status, message, created_at)
select 'soon', id, 'processing', 'Unpacking...', '2026-10-03T10:30:00Z' from blobs where size = 13;

insert into contest_problems (contest_id, problem_id, living_problem_id) values
  (1, 'past', 'past'), (1, 'past-2', null), (2, 'held', 'held'), (3, 'soon', 'soon'), (4, 'sum', 'sum');
insert into contest_participants (contest_id, user_id, joined_at) values
  (1, 3, '2026-10-02T07:00:00Z'), (1, 4, '2026-10-02T07:30:00Z'), (2, 3, now() - interval '50 minutes'), (2, 4, now() - interval '50 minutes'), (4, 4, '2026-09-02T07:00:00Z');

-- 1 to 3 in the main list: accepted, given up by the judge, of the finished contest; 4 accepted in the contest under way;
-- 5 waits, 6 was running, 7 was judged again in the contest when the old release went; 8 is of the contest that is half
-- deleted.
insert into submissions
  (user_id, problem_id, contest_id, in_main, language, code, status, score, tests_done, tests_total, results, compiler_output,
    reason, fault, attempt, judged_by, submitted_at, requeued_at, claimed_at, judged_at)
select user_id, problem_id, contest_id, in_main, 'cpp',
  convert_to(E'#include <cstdio>\nint main() { int a, b; scanf("%d %d", &a, &b); printf("%d", a + b); }', 'UTF8'),
  status, score, done, total, results::jsonb, null, reason, fault, attempt, judged_by, at, again, claimed, judged
from (values
  (1, 3, 'sum', null, true, 'Accepted', 100, 2, 2,
    '[{"testCase": 1, "status": "Accepted", "timeMs": 1, "memoryKb": 1400, "reason": null, "checkerMessage": "fine"},
      {"testCase": 2, "status": "Accepted", "timeMs": 2, "memoryKb": 1500, "reason": null, "checkerMessage": null}]',
    null, null, 1, 'old-worker', '2026-10-01T13:00:00Z'::timestamptz, null::timestamptz, '2026-10-01T13:00:01Z'::timestamptz, '2026-10-01T13:00:02Z'::timestamptz),
  (2, 3, 'sum', null, true, 'Skipped', 0, 0, 0, '[]',
    'The judge could not run this submission; staff have been told.', 'The disk was on fire', 5, 'old-worker',
    '2026-10-01T14:00:00Z', null, '2026-10-01T14:00:01Z', '2026-10-01T14:00:09Z'),
  (3, 3, 'past', 1, true, 'Wrong Answer', 50, 2, 2,
    '[{"testCase": 1, "status": "Accepted", "timeMs": 1, "memoryKb": 1400, "reason": null},
      {"testCase": 2, "status": "Wrong Answer", "timeMs": 2, "memoryKb": 1500, "reason": null}]',
    null, null, 1, 'old-worker', '2026-10-02T09:00:00Z', null, '2026-10-02T09:00:01Z', '2026-10-02T09:00:02Z'),
  (4, 3, 'held', 2, false, 'Accepted', 100, 2, 2,
    '[{"testCase": 1, "status": "Accepted", "timeMs": 1, "memoryKb": 1400, "reason": null},
      {"testCase": 2, "status": "Accepted", "timeMs": 2, "memoryKb": 1500, "reason": null}]',
    null, null, 1, 'old-worker', now() - interval '40 minutes', null, now() - interval '40 minutes', now() - interval '40 minutes'),
  (5, 4, 'sum', null, true, 'Pending', null, 0, 0, null, null, null, 0, null, now() - interval '9 seconds', null, null, null),
  (6, 3, 'sum', null, true, 'Running', null, 1, 2, null, null, null, 1, 'old-worker', now() - interval '8 seconds', null, now() - interval '7 seconds', null),
  (7, 4, 'held', 2, false, 'Compiling', null, 0, 0, null, null, null, 2, 'old-worker', now() - interval '30 minutes', now() - interval '6 seconds', now() - interval '5 seconds', null),
  (8, 4, 'sum', 4, true, 'Wrong Answer', 50, 2, 2,
    '[{"testCase": 1, "status": "Accepted", "timeMs": 1, "memoryKb": 1400, "reason": null},
      {"testCase": 2, "status": "Wrong Answer", "timeMs": 2, "memoryKb": 1500, "reason": null}]',
    null, null, 1, 'old-worker', '2026-09-02T09:00:00Z', null, '2026-09-02T09:00:01Z', '2026-09-02T09:00:02Z')
) as made (id, user_id, problem_id, contest_id, in_main, status, score, done, total, results, reason, fault, attempt, judged_by, at, again, claimed, judged)
order by made.id;
insert into running_results (submission_id, attempt, tests_done, results)
values (6, 1, 1, '[{"testCase": 1, "status": "Accepted", "timeMs": 1, "memoryKb": 1400, "reason": null}]');

insert into problem_results (user_id, problem_id, submission_count, latest_submission_at, best_score, best_submission_id) values
  (3, 'sum', 3, now() - interval '8 seconds', 100, 1), (4, 'sum', 2, now() - interval '9 seconds', 50, 8), (3, 'past', 1, '2026-10-02T09:00:00Z', 50, 3);
insert into user_scores (user_id, problems_solved, total_score) values (3, 1, 150), (4, 0, 50);
insert into contest_results (contest_id, user_id, problem_id, submission_count, latest_submission_at, best_score, best_submission_id, best_score_at) values
  (1, 3, 'past', 1, '2026-10-02T09:00:00Z', 50, 3, '2026-10-02T09:00:00Z'), (1, 4, 'past-2', 2, '2026-10-02T10:00:00Z', 70, null, '2026-10-02T10:00:00Z'),
  (2, 3, 'held', 1, now() - interval '40 minutes', 100, 4, now() - interval '40 minutes'), (2, 4, 'held', 1, now() - interval '30 minutes', 0, null, null), (4, 4, 'sum', 1, '2026-09-02T09:00:00Z', 50, 8, '2026-09-02T09:00:00Z');
insert into contest_standings (contest_id, place, user_id, total_score, detailed_scores) values
  (1, 1, 4, 70, '{"past-2": {"score": 70, "attempts": 2}}'), (1, 2, 3, 50, '{"past": {"score": 50, "attempts": 1}}'),
  (4, 1, 4, 50, '{"sum": {"score": 50, "attempts": 1}}');

insert into revisions (name, value) values ('scoreboard', 7), ('contests', 5), ('contest 1', 4), ('contest 2', 3)
on conflict (name) do update set value = excluded.value;
insert into judge_totals (name, label, value) values ('verdict', 'Accepted', 2), ('verdict', 'Skipped', 1), ('verdict', 'Wrong Answer', 1);
insert into workers (id, name, state, cores, architecture, version, seen_at)
values ('00000000-0000-4000-8000-000000000001', 'old-worker', 'ready', 2, 'x64', '0.9.0', now() - interval '1 hour');
