CREATE TABLE "running_results" (
	"submission_id" bigint NOT NULL,
	"attempt" integer NOT NULL,
	"tests_done" integer NOT NULL,
	"results" jsonb NOT NULL,
	CONSTRAINT "running_results_submission_id_attempt_tests_done_pk" PRIMARY KEY("submission_id","attempt","tests_done")
);
--> statement-breakpoint
ALTER TABLE "problems" ALTER COLUMN "is_visible" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "contest_problems" ADD COLUMN "living_problem_id" text;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "problems" ADD COLUMN "withholds_run_facts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "running_results" ADD CONSTRAINT "running_results_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_problems" ADD CONSTRAINT "contest_problems_living_problem_id_problems_id_fk" FOREIGN KEY ("living_problem_id") REFERENCES "public"."problems"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contest_problems_living" ON "contest_problems" USING btree ("living_problem_id");--> statement-breakpoint
-- By hand: a contest's columns find their problems. One that was made after the finish only has a deleted one's id.
UPDATE "contest_problems" SET "living_problem_id" = "problem_id" FROM "problems", "contests"
	WHERE "problems"."id" = "problem_id" AND "contests"."id" = "contest_problems"."contest_id"
		AND ("contests"."finished_at" IS NULL OR "problems"."created_at" <= "contests"."finished_at");
--> statement-breakpoint
-- From here on the scoreboard counts no hidden problem: see store/standings.ts.
UPDATE "user_scores" SET "problems_solved" = counted.solved, "total_score" = counted.total
FROM (
	SELECT s.user_id, coalesce(sum(r.best_score), 0) AS total, count(*) FILTER (WHERE r.best_score = 100) AS solved
	FROM "user_scores" s
	LEFT JOIN ("problem_results" r JOIN "problems" p ON p.id = r.problem_id AND p.is_visible) ON r.user_id = s.user_id
	GROUP BY s.user_id
) AS counted
WHERE "user_scores".user_id = counted.user_id;
--> statement-breakpoint
DELETE FROM "user_scores" s WHERE NOT EXISTS (
	SELECT FROM "problem_results" r JOIN "problems" p ON p.id = r.problem_id
	WHERE r.user_id = s.user_id AND p.is_visible
);
--> statement-breakpoint
INSERT INTO "revisions" ("name", "value") VALUES ('scoreboard', 1)
ON CONFLICT ("name") DO UPDATE SET "value" = "revisions"."value" + 1;
