ALTER TABLE "contest_results" ADD COLUMN "changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
-- By hand: whoever writes a row of it, the row says in which transaction. A reader that remembers below which number all
-- were over when it read finds every row that may be new to it.
CREATE FUNCTION "note_contest_result"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	NEW.changed_in := pg_current_xact_id();
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "contest_results_noted" BEFORE INSERT OR UPDATE ON "contest_results" FOR EACH ROW EXECUTE FUNCTION note_contest_result();
--> statement-breakpoint
-- Their names are others now.
DELETE FROM "revisions" WHERE "name" ~ '^contest [0-9]+( frozen)?$';
