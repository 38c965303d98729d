ALTER TABLE "contest_problems" ADD COLUMN "living_problem_id" text;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contest_problems" ADD CONSTRAINT "contest_problems_living_problem_id_problems_id_fk" FOREIGN KEY ("living_problem_id") REFERENCES "public"."problems"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contest_problems_living" ON "contest_problems" USING btree ("living_problem_id");--> statement-breakpoint
-- By hand: a contest's columns find their problems. One that was made after the finish only has a deleted one's id.
UPDATE "contest_problems" SET "living_problem_id" = "problem_id" FROM "problems", "contests"
	WHERE "problems"."id" = "problem_id" AND "contests"."id" = "contest_problems"."contest_id"
		AND ("contests"."finished_at" IS NULL OR "problems"."created_at" <= "contests"."finished_at");
