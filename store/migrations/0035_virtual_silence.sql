-- By hand: as in 0028, and until a virtual run is over its owner hears no more of it than the contest's participants did.
CREATE OR REPLACE FUNCTION "announce_judgement"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	PERFORM pg_notify('submission_changed', submissions.user_id || ' ' || submissions.id)
	FROM submissions JOIN problems ON problems.id = submissions.problem_id
		LEFT JOIN virtual_runs ON virtual_runs.id = submissions.virtual_run_id
		LEFT JOIN contests ON contests.id = coalesce(submissions.contest_id, virtual_runs.contest_id)
			AND NOT submissions.in_main
	WHERE submissions.id = NEW.submission_id AND submissions.judgement_id = NEW.id
		AND contests.feedback IS DISTINCT FROM 'nothing'
		AND (OLD.status <> NEW.status OR problems.feedback = 'full' AND coalesce(contests.feedback, 'full') = 'full');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "announce_submission"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	PERFORM pg_notify('submission_changed', NEW.user_id || ' ' || NEW.id)
	WHERE NEW.in_main OR NOT EXISTS (
		SELECT FROM contests WHERE contests.feedback = 'nothing' AND contests.id = coalesce(NEW.contest_id, (
			SELECT virtual_runs.contest_id FROM virtual_runs WHERE virtual_runs.id = NEW.virtual_run_id)));
	RETURN NULL;
END $$;
