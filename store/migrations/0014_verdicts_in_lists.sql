ALTER TABLE "submissions" ADD COLUMN "verdict" text;--> statement-breakpoint
-- By hand: before the indexes, which would otherwise be kept row by row.
UPDATE "submissions" SET "verdict" = "judgements"."status" FROM "judgements"
WHERE "judgements"."id" = "submissions"."judgement_id" AND "judgements"."status" NOT IN ('Pending', 'Compiling', 'Running');--> statement-breakpoint
CREATE INDEX "submissions_verdict" ON "submissions" USING btree ("verdict","id") WHERE "submissions"."in_main";--> statement-breakpoint
CREATE INDEX "submissions_problem_verdict" ON "submissions" USING btree ("problem_id","verdict","id");--> statement-breakpoint
CREATE INDEX "submissions_contest_verdict" ON "submissions" USING btree ("contest_id","verdict","id") WHERE "submissions"."contest_id" is not null;--> statement-breakpoint
CREATE INDEX "submissions_language" ON "submissions" USING btree ("language","id");