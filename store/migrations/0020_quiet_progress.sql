-- By hand: whoever is not told of single tests hears when a status changes, as in 0018, and not how far judging is.
CREATE OR REPLACE FUNCTION "announce_judgement"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	PERFORM pg_notify('submission_changed', submissions.user_id || ' ' || submissions.id)
	FROM submissions JOIN problems ON problems.id = submissions.problem_id
	WHERE submissions.id = NEW.submission_id AND submissions.judgement_id = NEW.id
		AND (problems.feedback = 'full' OR OLD.status <> NEW.status);
	RETURN NULL;
END $$;
