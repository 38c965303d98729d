ALTER TABLE "contest_results" ADD COLUMN "best_groups" jsonb;--> statement-breakpoint
ALTER TABLE "judgements" ADD COLUMN "groups" jsonb;--> statement-breakpoint
ALTER TABLE "problem_results" ADD COLUMN "best_groups" jsonb;--> statement-breakpoint
ALTER TABLE "problems" ADD COLUMN "feedback" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
-- By hand: whoever is shown samples only hears when a status changes, as in 0007, and not how far judging is.
CREATE OR REPLACE FUNCTION "announce_judgement"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	PERFORM pg_notify('submission_changed', submissions.user_id || ' ' || submissions.id)
	FROM submissions JOIN problems ON problems.id = submissions.problem_id
	WHERE submissions.id = NEW.submission_id AND submissions.judgement_id = NEW.id
		AND (problems.feedback <> 'samples' OR OLD.status <> NEW.status);
	RETURN NULL;
END $$;
