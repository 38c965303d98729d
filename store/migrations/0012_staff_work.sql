CREATE TABLE "judge_minutes" (
	"minute" timestamp (3) with time zone NOT NULL,
	"judged_by" text NOT NULL,
	"verdicts" integer NOT NULL,
	"judging_ms" bigint NOT NULL,
	"waited_ms" bigint NOT NULL,
	CONSTRAINT "judge_minutes_minute_judged_by_pk" PRIMARY KEY("minute","judged_by")
);
--> statement-breakpoint
CREATE TABLE "rejudges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rejudges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"problem_id" integer NOT NULL,
	"requested_by" integer,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "judgements" ADD COLUMN "rejudge_id" bigint;--> statement-breakpoint
ALTER TABLE "problems" ADD COLUMN "pdf_stored_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "problems" ADD COLUMN "draft_by" integer;--> statement-breakpoint
ALTER TABLE "rejudges" ADD CONSTRAINT "rejudges_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rejudges" ADD CONSTRAINT "rejudges_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rejudges_problem" ON "rejudges" USING btree ("problem_id","id");--> statement-breakpoint
CREATE INDEX "rejudges_requested_by" ON "rejudges" USING btree ("requested_by");--> statement-breakpoint
ALTER TABLE "judgements" ADD CONSTRAINT "judgements_rejudge_id_rejudges_id_fk" FOREIGN KEY ("rejudge_id") REFERENCES "public"."rejudges"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_draft_by_users_id_fk" FOREIGN KEY ("draft_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_jobs_problem" ON "import_jobs" USING btree ("problem_id","created_at");--> statement-breakpoint
CREATE INDEX "import_jobs_failed" ON "import_jobs" USING btree ("created_at") WHERE "import_jobs"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "judgements_rejudge" ON "judgements" USING btree ("rejudge_id") WHERE "judgements"."rejudge_id" is not null;--> statement-breakpoint
CREATE INDEX "judgements_faults" ON "judgements" USING btree ("finished_at") WHERE "judgements"."fault" is not null and "judgements"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "problems_drafts" ON "problems" USING btree ("draft_by") WHERE "problems"."draft_by" is not null;--> statement-breakpoint
UPDATE "problems" SET "pdf_stored_at" = "blobs"."created_at" FROM "blobs" WHERE "blobs"."id" = "problems"."pdf_blob_id";
