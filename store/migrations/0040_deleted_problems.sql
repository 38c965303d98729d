CREATE TABLE "deleted_problems" (
	"id" integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "judgements" DROP CONSTRAINT "judgements_rejudge_id_rejudges_id_fk";
--> statement-breakpoint
ALTER TABLE "submissions" DROP CONSTRAINT "submissions_problem_id_problems_id_fk";
