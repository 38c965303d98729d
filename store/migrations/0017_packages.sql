CREATE TABLE "statement_texts" (
	"problem_id" integer NOT NULL,
	"name" text NOT NULL,
	"blob_id" bigint NOT NULL,
	CONSTRAINT "statement_texts_problem_id_name_pk" PRIMARY KEY("problem_id","name")
);
--> statement-breakpoint
ALTER TABLE "import_jobs" ALTER COLUMN "problem_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD COLUMN "kind" text DEFAULT 'tests' NOT NULL;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD COLUMN "requested_by" integer;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD COLUMN "choices" jsonb;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD COLUMN "packages" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "test_sets" ADD COLUMN "solutions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "test_sets" ADD COLUMN "trial" jsonb;--> statement-breakpoint
ALTER TABLE "test_sets" ADD COLUMN "time_limit_ms" integer;--> statement-breakpoint
ALTER TABLE "test_sets" ADD COLUMN "memory_limit_mb" integer;--> statement-breakpoint
ALTER TABLE "test_sets" ADD COLUMN "forced_by" integer;--> statement-breakpoint
ALTER TABLE "test_sets" ADD COLUMN "forced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "statement_texts" ADD CONSTRAINT "statement_texts_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_texts" ADD CONSTRAINT "statement_texts_blob_id_blobs_id_fk" FOREIGN KEY ("blob_id") REFERENCES "public"."blobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statement_texts_blob" ON "statement_texts" USING btree ("blob_id");--> statement-breakpoint
ALTER TABLE "import_jobs" ADD CONSTRAINT "import_jobs_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_sets" ADD CONSTRAINT "test_sets_forced_by_users_id_fk" FOREIGN KEY ("forced_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_jobs_requested_by" ON "import_jobs" USING btree ("requested_by");--> statement-breakpoint
CREATE INDEX "test_sets_forced_by" ON "test_sets" USING btree ("forced_by") WHERE "test_sets"."forced_by" is not null;