-- Whoever watches hears of a change with the commit that makes it; see store/submission-changes.ts. The owner and the
-- id, nothing else: what may be told about a submission is decided where it is asked for.
CREATE FUNCTION "announce_submission"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	PERFORM pg_notify('submission_changed', NEW.user_id || ' ' || NEW.id);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "announce_submission" AFTER UPDATE OF "status", "tests_done", "score" ON "submissions" FOR EACH ROW
	WHEN ((OLD.status, OLD.tests_done, OLD.score) IS DISTINCT FROM (NEW.status, NEW.tests_done, NEW.score))
	EXECUTE FUNCTION announce_submission();
