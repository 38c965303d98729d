-- By hand: a problem's id becomes a name (its slug), and all that refers to the problem refers to a number of its own.
CREATE TABLE "former_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"problem_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contest_problems" DROP CONSTRAINT "contest_problems_living_problem_id_problems_id_fk";--> statement-breakpoint
ALTER TABLE "import_jobs" DROP CONSTRAINT "import_jobs_problem_id_problems_id_fk";--> statement-breakpoint
ALTER TABLE "problem_results" DROP CONSTRAINT "problem_results_problem_id_problems_id_fk";--> statement-breakpoint
ALTER TABLE "submissions" DROP CONSTRAINT "submissions_problem_id_problems_id_fk";--> statement-breakpoint
ALTER TABLE "test_sets" DROP CONSTRAINT "test_sets_problem_id_problems_id_fk";--> statement-breakpoint
ALTER TABLE "problems" RENAME COLUMN "id" TO "slug";--> statement-breakpoint
ALTER TABLE "problems" DROP CONSTRAINT "problems_pkey";--> statement-breakpoint
ALTER TABLE "problems" ADD COLUMN "id" integer PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "problems_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
CREATE UNIQUE INDEX "problems_slug" ON "problems" USING btree ("slug");--> statement-breakpoint
CREATE FUNCTION "key_of_problem"(text) RETURNS integer LANGUAGE sql STABLE AS 'SELECT id FROM problems WHERE slug = $1';--> statement-breakpoint
ALTER TABLE "import_jobs" ALTER COLUMN "problem_id" SET DATA TYPE integer USING key_of_problem("problem_id");--> statement-breakpoint
ALTER TABLE "problem_results" ALTER COLUMN "problem_id" SET DATA TYPE integer USING key_of_problem("problem_id");--> statement-breakpoint
DROP INDEX "submissions_main";--> statement-breakpoint
DROP INDEX "submissions_user";--> statement-breakpoint
DROP INDEX "submissions_problem";--> statement-breakpoint
DROP INDEX "submissions_user_problem";--> statement-breakpoint
DROP INDEX "submissions_contest";--> statement-breakpoint
ALTER TABLE "submissions" ALTER COLUMN "problem_id" SET DATA TYPE integer USING key_of_problem("problem_id");--> statement-breakpoint
-- Ascending, for lists that are read from the end: see store/schema.ts.
CREATE INDEX "submissions_main" ON "submissions" USING btree ("id") WHERE "submissions"."in_main";--> statement-breakpoint
CREATE INDEX "submissions_user" ON "submissions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "submissions_problem" ON "submissions" USING btree ("problem_id","id");--> statement-breakpoint
CREATE INDEX "submissions_user_problem" ON "submissions" USING btree ("user_id","problem_id","id");--> statement-breakpoint
CREATE INDEX "submissions_contest" ON "submissions" USING btree ("contest_id","id") WHERE "submissions"."contest_id" is not null;--> statement-breakpoint
ALTER TABLE "test_sets" ALTER COLUMN "problem_id" SET DATA TYPE integer USING key_of_problem("problem_id");--> statement-breakpoint
ALTER TABLE "import_jobs" ADD CONSTRAINT "import_jobs_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_results" ADD CONSTRAINT "problem_results_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_sets" ADD CONSTRAINT "test_sets_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_slugs" ADD CONSTRAINT "former_slugs_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_slugs_problem" ON "former_slugs" USING btree ("problem_id");--> statement-breakpoint
-- What was the name of a contest's column is its label; the problem behind it is told by its number.
DROP INDEX "contest_problems_living";--> statement-breakpoint
ALTER TABLE "contest_problems" DROP CONSTRAINT "contest_problems_contest_id_problem_id_pk";--> statement-breakpoint
ALTER TABLE "contest_problems" RENAME COLUMN "problem_id" TO "label";--> statement-breakpoint
ALTER TABLE "contest_problems" ALTER COLUMN "label" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "contest_problems" RENAME COLUMN "living_problem_id" TO "problem_id";--> statement-breakpoint
ALTER TABLE "contest_problems" ALTER COLUMN "problem_id" SET DATA TYPE integer USING key_of_problem("problem_id");--> statement-breakpoint
ALTER TABLE "contest_problems" ADD COLUMN "id" integer PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "contest_problems_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "contest_problems" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contest_problems" ADD COLUMN "points" integer DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "contest_problems" ADD COLUMN "holds" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "contest_problems" ADD CONSTRAINT "contest_problems_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_problems" ADD CONSTRAINT "contest_problems_points" CHECK ("contest_problems"."points" >= 0);--> statement-breakpoint
CREATE UNIQUE INDEX "contest_problems_problem" ON "contest_problems" USING btree ("problem_id","contest_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contest_problems_label" ON "contest_problems" USING btree ("contest_id","label");--> statement-breakpoint
-- A participant's results belong to a column.
CREATE FUNCTION "key_of_column"(integer, text) RETURNS integer LANGUAGE sql STABLE AS 'SELECT id FROM contest_problems WHERE contest_id = $1 AND label = $2';--> statement-breakpoint
ALTER TABLE "contest_results" DROP CONSTRAINT "contest_results_contest_id_user_id_problem_id_pk";--> statement-breakpoint
ALTER TABLE "contest_results" ALTER COLUMN "problem_id" SET DATA TYPE integer USING key_of_column("contest_id", "problem_id");--> statement-breakpoint
ALTER TABLE "contest_results" RENAME COLUMN "problem_id" TO "contest_problem_id";--> statement-breakpoint
ALTER TABLE "contest_results" ADD CONSTRAINT "contest_results_contest_problem_id_user_id_pk" PRIMARY KEY("contest_problem_id","user_id");--> statement-breakpoint
ALTER TABLE "contest_results" ADD CONSTRAINT "contest_results_contest_problem_id_contest_problems_id_fk" FOREIGN KEY ("contest_problem_id") REFERENCES "public"."contest_problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contest_results_contest" ON "contest_results" USING btree ("contest_id");--> statement-breakpoint
DROP FUNCTION "key_of_column";--> statement-breakpoint
DROP FUNCTION "key_of_problem";--> statement-breakpoint
-- A contest that has not finished calls its columns by what its problems are called.
UPDATE "contest_problems" SET "label" = NULL FROM "contests"
	WHERE "contests"."id" = "contest_problems"."contest_id" AND "contests"."finished_at" IS NULL AND "problem_id" IS NOT NULL;--> statement-breakpoint
-- Which contest holds a problem follows from its columns.
ALTER TABLE "problems" DROP COLUMN "contest_id";--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "format" text DEFAULT 'scores' NOT NULL;
