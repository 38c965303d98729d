ALTER TABLE "submissions" ALTER COLUMN "judgement_id" SET DEFAULT nextval('judgements_id_seq');--> statement-breakpoint
ALTER TABLE "submissions" ALTER COLUMN "judgement_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "judgements" ADD COLUMN "time_limit_ms" integer;--> statement-breakpoint
ALTER TABLE "judgements" ADD COLUMN "memory_limit_mb" integer;