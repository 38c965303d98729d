ALTER TABLE "contests" ADD COLUMN "allowed_languages" text[];--> statement-breakpoint
ALTER TABLE "import_jobs" ADD COLUMN "language_limits" jsonb;--> statement-breakpoint
ALTER TABLE "language_settings" ADD COLUMN "time_factor" numeric(4, 2);--> statement-breakpoint
ALTER TABLE "language_settings" ADD COLUMN "time_allowance_ms" integer;--> statement-breakpoint
ALTER TABLE "language_settings" ADD COLUMN "memory_allowance_mb" integer;--> statement-breakpoint
ALTER TABLE "problems" ADD COLUMN "language_limits" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "problems" ADD COLUMN "allowed_languages" text[];--> statement-breakpoint
ALTER TABLE "test_sets" ADD COLUMN "language_limits" jsonb;