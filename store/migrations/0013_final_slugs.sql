ALTER TABLE "contest_problems" ADD COLUMN "final_slug" text;--> statement-breakpoint
-- By hand: what a finished contest has called its columns until now was their problems' slugs.
UPDATE "contest_problems" SET "final_slug" = "label", "label" = NULL WHERE "label" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "contest_problems_final_slug" ON "contest_problems" USING btree ("contest_id","final_slug");
