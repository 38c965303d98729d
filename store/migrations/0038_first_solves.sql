ALTER TABLE "contest_results" ADD COLUMN "best_score_by" bigint;--> statement-breakpoint
ALTER TABLE "contest_results" ADD COLUMN "frozen_best_score_by" bigint;--> statement-breakpoint
-- By hand from here on: whose boards still follow from their cells.
UPDATE "contest_results" SET
	"best_score_by" = (SELECT min("id") FROM "submissions" WHERE "submissions"."contest_id" = "contest_results"."contest_id"
		AND "submissions"."user_id" = "contest_results"."user_id" AND "submissions"."problem_id" = "contest_problems"."problem_id"
		AND "submissions"."submitted_at" = "best_score_at"),
	"frozen_best_score_by" = (SELECT min("id") FROM "submissions" WHERE "submissions"."contest_id" = "contest_results"."contest_id"
		AND "submissions"."user_id" = "contest_results"."user_id" AND "submissions"."problem_id" = "contest_problems"."problem_id"
		AND "submissions"."submitted_at" = "frozen_best_score_at")
FROM "contest_problems" JOIN "contests" ON "contests"."id" = "contest_problems"."contest_id"
WHERE "contest_problems"."id" = "contest_results"."contest_problem_id" AND "contests"."finished_at" IS NULL;
