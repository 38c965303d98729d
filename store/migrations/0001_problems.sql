CREATE TABLE "blob_chunks" (
	"blob_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "blob_chunks_blob_id_position_pk" PRIMARY KEY("blob_id","position")
);
--> statement-breakpoint
CREATE TABLE "blobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "blobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sha256" "bytea",
	"size" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"problem_id" text NOT NULL,
	"archive_blob_id" bigint,
	"status" text NOT NULL,
	"message" text NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"report" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "problem_results" (
	"user_id" integer NOT NULL,
	"problem_id" text NOT NULL,
	"submission_count" integer NOT NULL,
	"latest_submission_at" timestamp (3) with time zone NOT NULL,
	"best_score" smallint NOT NULL,
	"best_submission_id" bigint,
	CONSTRAINT "problem_results_user_id_problem_id_pk" PRIMARY KEY("user_id","problem_id")
);
--> statement-breakpoint
CREATE TABLE "problems" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"author_id" integer,
	"time_limit_ms" integer NOT NULL,
	"memory_limit_mb" integer NOT NULL,
	"is_visible" boolean DEFAULT true NOT NULL,
	"pdf_blob_id" bigint,
	"test_set_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"name" text PRIMARY KEY NOT NULL,
	"value" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"problem_id" text NOT NULL,
	"contest_id" integer,
	"in_main" boolean DEFAULT true NOT NULL,
	"language" text NOT NULL,
	"code" "bytea" NOT NULL,
	"status" text DEFAULT 'Pending' NOT NULL,
	"score" smallint,
	"tests_done" integer DEFAULT 0 NOT NULL,
	"tests_total" integer DEFAULT 0 NOT NULL,
	"results" jsonb,
	"compiler_output" text,
	"reason" text,
	"fault" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"submitted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"judged_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "test_set_blobs" (
	"test_set_id" bigint NOT NULL,
	"blob_id" bigint NOT NULL,
	CONSTRAINT "test_set_blobs_test_set_id_blob_id_pk" PRIMARY KEY("test_set_id","blob_id")
);
--> statement-breakpoint
CREATE TABLE "test_sets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "test_sets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"problem_id" text NOT NULL,
	"plan" jsonb NOT NULL,
	"report" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "user_scores" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"problems_solved" integer NOT NULL,
	"total_score" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "blob_chunks" ADD CONSTRAINT "blob_chunks_blob_id_blobs_id_fk" FOREIGN KEY ("blob_id") REFERENCES "public"."blobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD CONSTRAINT "import_jobs_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD CONSTRAINT "import_jobs_archive_blob_id_blobs_id_fk" FOREIGN KEY ("archive_blob_id") REFERENCES "public"."blobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_results" ADD CONSTRAINT "problem_results_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_results" ADD CONSTRAINT "problem_results_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_pdf_blob_id_blobs_id_fk" FOREIGN KEY ("pdf_blob_id") REFERENCES "public"."blobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_set_blobs" ADD CONSTRAINT "test_set_blobs_test_set_id_test_sets_id_fk" FOREIGN KEY ("test_set_id") REFERENCES "public"."test_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_set_blobs" ADD CONSTRAINT "test_set_blobs_blob_id_blobs_id_fk" FOREIGN KEY ("blob_id") REFERENCES "public"."blobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_sets" ADD CONSTRAINT "test_sets_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_scores" ADD CONSTRAINT "user_scores_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "blobs_sha256" ON "blobs" USING btree ("sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "import_jobs_one_running" ON "import_jobs" USING btree ("problem_id") WHERE "import_jobs"."status" in ('pending', 'uploading', 'processing');--> statement-breakpoint
CREATE INDEX "problem_results_problem" ON "problem_results" USING btree ("problem_id");--> statement-breakpoint
CREATE INDEX "submissions_main" ON "submissions" USING btree ("id" DESC NULLS LAST) WHERE "submissions"."in_main";--> statement-breakpoint
CREATE INDEX "submissions_user" ON "submissions" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "submissions_problem" ON "submissions" USING btree ("problem_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "submissions_user_problem" ON "submissions" USING btree ("user_id","problem_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "submissions_unjudged" ON "submissions" USING btree ("user_id") WHERE "submissions"."status" in ('Pending', 'Compiling', 'Running');--> statement-breakpoint
CREATE INDEX "test_set_blobs_blob" ON "test_set_blobs" USING btree ("blob_id");--> statement-breakpoint
CREATE INDEX "test_sets_problem" ON "test_sets" USING btree ("problem_id");--> statement-breakpoint
-- Archives and PDFs are compressed already; tests are read whole and often. Trying to compress either costs time.
ALTER TABLE "blob_chunks" ALTER COLUMN "data" SET STORAGE EXTERNAL;
