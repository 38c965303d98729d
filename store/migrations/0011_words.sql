-- By hand: what an earlier release wrote stays, as the JSON string that it now is; see readStoredWords.
ALTER TABLE "import_jobs" ALTER COLUMN "message" SET DATA TYPE jsonb USING to_jsonb("message");--> statement-breakpoint
ALTER TABLE "judgements"
	ALTER COLUMN "compiler_output" SET DATA TYPE jsonb USING to_jsonb("compiler_output"),
	ALTER COLUMN "reason" SET DATA TYPE jsonb USING to_jsonb("reason"),
	ALTER COLUMN "fault" SET DATA TYPE jsonb USING to_jsonb("fault");--> statement-breakpoint
ALTER TABLE "workers" ALTER COLUMN "reason" SET DATA TYPE jsonb USING to_jsonb("reason");
