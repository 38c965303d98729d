CREATE TABLE "running_results" (
	"submission_id" bigint NOT NULL,
	"attempt" integer NOT NULL,
	"tests_done" integer NOT NULL,
	"results" jsonb NOT NULL,
	CONSTRAINT "running_results_submission_id_attempt_tests_done_pk" PRIMARY KEY("submission_id","attempt","tests_done")
);
--> statement-breakpoint
ALTER TABLE "running_results" ADD CONSTRAINT "running_results_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;