ALTER TABLE "running_results" DROP CONSTRAINT "running_results_submission_id_submissions_id_fk";
--> statement-breakpoint
DROP INDEX "submissions_unjudged";--> statement-breakpoint
DROP INDEX "submissions_contest_unjudged";--> statement-breakpoint
ALTER TABLE "running_results" DROP CONSTRAINT "running_results_submission_id_attempt_tests_done_pk";--> statement-breakpoint
ALTER TABLE "running_results" ADD COLUMN "judgement_id" bigint NOT NULL;--> statement-breakpoint
-- By hand: after the column that it names.
ALTER TABLE "running_results" ADD CONSTRAINT "running_results_judgement_id_attempt_tests_done_pk" PRIMARY KEY("judgement_id","attempt","tests_done");--> statement-breakpoint
ALTER TABLE "running_results" ADD CONSTRAINT "running_results_judgement_id_judgements_id_fk" FOREIGN KEY ("judgement_id") REFERENCES "public"."judgements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "running_results" DROP COLUMN "submission_id";--> statement-breakpoint
ALTER TABLE "submissions" DROP COLUMN "status";--> statement-breakpoint
ALTER TABLE "submissions" DROP COLUMN "score";--> statement-breakpoint
ALTER TABLE "submissions" DROP COLUMN "tests_done";--> statement-breakpoint
ALTER TABLE "submissions" DROP COLUMN "tests_total";--> statement-breakpoint
ALTER TABLE "submissions" DROP COLUMN "results";--> statement-breakpoint
ALTER TABLE "submissions" DROP COLUMN "compiler_output";--> statement-breakpoint
ALTER TABLE "submissions" DROP COLUMN "reason";--> statement-breakpoint
ALTER TABLE "submissions" DROP COLUMN "fault";--> statement-breakpoint
ALTER TABLE "submissions" DROP COLUMN "attempt";--> statement-breakpoint
ALTER TABLE "submissions" DROP COLUMN "judged_by";--> statement-breakpoint
ALTER TABLE "submissions" DROP COLUMN "requeued_at";--> statement-breakpoint
ALTER TABLE "submissions" DROP COLUMN "claimed_at";--> statement-breakpoint
ALTER TABLE "submissions" DROP COLUMN "judged_at";