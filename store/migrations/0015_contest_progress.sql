ALTER TABLE "contest_problems" ADD COLUMN "final_title" text;--> statement-breakpoint
ALTER TABLE "contest_standings" ADD COLUMN "progress" jsonb;