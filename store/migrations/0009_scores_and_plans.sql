-- By hand: a column that a trigger looks at cannot change its type. It comes back below.
DROP TRIGGER "announce_judgement" ON "judgements";--> statement-breakpoint
ALTER TABLE "contest_results" ALTER COLUMN "best_score" SET DATA TYPE numeric(5, 2);--> statement-breakpoint
ALTER TABLE "contest_standings" ALTER COLUMN "total_score" SET DATA TYPE numeric(12, 2);--> statement-breakpoint
ALTER TABLE "judgements" ALTER COLUMN "score" SET DATA TYPE numeric(5, 2);--> statement-breakpoint
ALTER TABLE "problem_results" ALTER COLUMN "best_score" SET DATA TYPE numeric(5, 2);--> statement-breakpoint
ALTER TABLE "user_scores" ALTER COLUMN "total_score" SET DATA TYPE numeric(12, 2);--> statement-breakpoint
-- By hand from here on. The trigger of 0007, as it was.
CREATE TRIGGER "announce_judgement" AFTER UPDATE OF "status", "tests_done", "score" ON "judgements" FOR EACH ROW
	WHEN ((OLD.status, OLD.tests_done, OLD.score) IS DISTINCT FROM (NEW.status, NEW.tests_done, NEW.score))
	EXECUTE FUNCTION announce_judgement();
--> statement-breakpoint
-- Plans as contract/test-set-plan.ts has them now: a test has a list of groups, the checker names its files as its
-- archive did, and these are blobs as the tests' files are. Each has a megabyte at most, which is one chunk. What its
-- archive called the source is not known any more.
CREATE TEMPORARY TABLE "checker_files" ON COMMIT DROP AS
	SELECT "test_sets"."id" AS "test_set_id", "files"."name", decode("files"."content", 'base64') AS "data"
	FROM "test_sets", LATERAL (
		SELECT 'checker.cpp' AS "name", "plan" #>> '{checker,source}' AS "content"
		UNION ALL
		SELECT "key", "value" FROM jsonb_each_text("plan" #> '{checker,headers}')
	) AS "files"
	WHERE "plan" #>> '{checker,name}' = 'program';
--> statement-breakpoint
INSERT INTO "blobs" ("sha256", "size")
	SELECT DISTINCT sha256("data"), length("data") FROM "checker_files"
	ON CONFLICT ("sha256") DO NOTHING;
--> statement-breakpoint
INSERT INTO "blob_chunks" ("blob_id", "position", "data")
	SELECT DISTINCT "blobs"."id", 0, "checker_files"."data"
	FROM "checker_files" JOIN "blobs" ON "blobs"."sha256" = sha256("checker_files"."data")
	WHERE length("checker_files"."data") > 0
	ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO "test_set_blobs" ("test_set_id", "blob_id")
	SELECT DISTINCT "checker_files"."test_set_id", "blobs"."id"
	FROM "checker_files" JOIN "blobs" ON "blobs"."sha256" = sha256("checker_files"."data")
	ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE "test_sets" SET "plan" = "plan" || jsonb_build_object(
	'tests', (
		SELECT coalesce(jsonb_agg("test" - 'group' || jsonb_build_object(
			'groups', CASE WHEN "test" ->> 'group' IS NULL THEN '[]' ELSE jsonb_build_array("test" -> 'group') END
		) ORDER BY "place"), '[]')
		FROM jsonb_array_elements("plan" -> 'tests') WITH ORDINALITY AS "tests" ("test", "place")
	),
	'scoreDecimals', 0,
	'checker', CASE WHEN "plan" #>> '{checker,name}' <> 'program' THEN "plan" -> 'checker' ELSE jsonb_build_object(
		'name', 'program',
		'source', 'checker.cpp',
		'headers', (
			SELECT coalesce(jsonb_agg("header"), '[]') FROM jsonb_object_keys("plan" #> '{checker,headers}') AS "header"
		),
		'points', "plan" #> '{checker,points}'
	) END,
	'checkerFiles', (
		SELECT coalesce(jsonb_object_agg("name", encode(sha256("data"), 'hex')), '{}')
		FROM "checker_files" WHERE "test_set_id" = "test_sets"."id"
	)
);
