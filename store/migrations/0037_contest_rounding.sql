ALTER TABLE "judgements" ADD COLUMN "score_decimals" integer;--> statement-breakpoint
-- By hand from here on. Whatever IOI's boards are worked out from: by the tests that a judgement was made with, or those that
-- there are now where they are gone.
UPDATE "judgements" SET "score_decimals" = coalesce(
	(SELECT (plan ->> 'scoreDecimals')::int FROM "test_sets" WHERE "test_sets"."id" = "judgements"."test_set_id"),
	(SELECT (plan ->> 'scoreDecimals')::int FROM "test_sets" JOIN "problems" ON "problems"."test_set_id" = "test_sets"."id"
		WHERE "problems"."id" = "submissions"."problem_id"))
FROM "submissions"
	LEFT JOIN "virtual_runs" ON "virtual_runs"."id" = "submissions"."virtual_run_id"
	JOIN "contests" ON "contests"."id" = coalesce("submissions"."contest_id", "virtual_runs"."contest_id")
WHERE "judgements"."submission_id" = "submissions"."id" AND "judgements"."test_set_id" IS NOT NULL AND "contests"."format" = 'ioi';
--> statement-breakpoint
-- The boards of IOI contests that are not over show what a problem comes to with no more decimals than its submissions do.
UPDATE "contest_results" SET
	"best_score" = greatest(trunc("best_score", "decimals"), "single"),
	"frozen_best_score" = CASE WHEN "frozen_best_score" IS NOT NULL
		THEN greatest(trunc("frozen_best_score", "decimals"), "single_before_freeze") END
FROM (
	SELECT "contest_problems"."id" AS "column_id", "submissions"."user_id", max(coalesce("score_decimals", 0)) AS "decimals",
		max("score") AS "single", max("score") FILTER (WHERE "submitted_at" < "freeze_at") AS "single_before_freeze"
	FROM "contests"
		JOIN "contest_problems" ON "contest_problems"."contest_id" = "contests"."id"
		JOIN "submissions" ON "submissions"."contest_id" = "contests"."id"
			AND "submissions"."problem_id" = "contest_problems"."problem_id"
		JOIN "judgements" ON "judgements"."id" = "submissions"."judgement_id"
	WHERE "contests"."format" = 'ioi' AND "contests"."finished_at" IS NULL
	GROUP BY "contest_problems"."id", "submissions"."user_id") AS "made"
WHERE "contest_problem_id" = "column_id" AND "contest_results"."user_id" = "made"."user_id";
