ALTER TABLE "import_jobs" ADD COLUMN "time_limit_ms" integer;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD COLUMN "memory_limit_mb" integer;--> statement-breakpoint
ALTER TABLE "test_sets" ADD COLUMN "number" integer;--> statement-breakpoint
-- By hand: the number was counted from the imports until now; what was restored without them is the first.
UPDATE "test_sets" SET "number" = greatest(1, (
	SELECT count(*) FROM "import_jobs"
	WHERE "import_jobs"."problem_id" = "test_sets"."problem_id" AND "import_jobs"."status" = 'completed'
)) FROM "problems" WHERE "problems"."test_set_id" = "test_sets"."id";
