CREATE TABLE "contest_editorials" (
	"contest_id" integer PRIMARY KEY NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"pdf_blob_id" bigint
);
--> statement-breakpoint
ALTER TABLE "contest_problems" ADD COLUMN "colour" text;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "feedback" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "contest_editorials" ADD CONSTRAINT "contest_editorials_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_editorials" ADD CONSTRAINT "contest_editorials_pdf_blob_id_blobs_id_fk" FOREIGN KEY ("pdf_blob_id") REFERENCES "public"."blobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contest_editorials_blob" ON "contest_editorials" USING btree ("pdf_blob_id");--> statement-breakpoint
-- By hand: whoever is told nothing until the contest has finished hears nothing either, and who is not told of single
-- tests, by the problem or by the contest, not how far judging is (as in 0020).
CREATE OR REPLACE FUNCTION "announce_judgement"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	PERFORM pg_notify('submission_changed', submissions.user_id || ' ' || submissions.id)
	FROM submissions JOIN problems ON problems.id = submissions.problem_id
		LEFT JOIN contests ON contests.id = submissions.contest_id AND NOT submissions.in_main
	WHERE submissions.id = NEW.submission_id AND submissions.judgement_id = NEW.id
		AND contests.feedback IS DISTINCT FROM 'nothing'
		AND (OLD.status <> NEW.status OR problems.feedback = 'full' AND coalesce(contests.feedback, 'full') = 'full');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "announce_submission"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	PERFORM pg_notify('submission_changed', NEW.user_id || ' ' || NEW.id)
	WHERE NEW.in_main OR NOT EXISTS (
		SELECT FROM contests WHERE contests.id = NEW.contest_id AND contests.feedback = 'nothing');
	RETURN NULL;
END $$;
