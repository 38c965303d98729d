ALTER TABLE "announcements" ADD COLUMN "said" jsonb;--> statement-breakpoint
ALTER TABLE "contest_participants" ADD COLUMN "extra_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contest_participants" ADD COLUMN "window_started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "extra_end" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "window_minutes" integer;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "pauses" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- By hand from here on: that the time of a contest, or of one participant, has moved is told to every server, which reads
-- the rest (store/changes.ts).
CREATE FUNCTION "announce_clock"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	IF TG_TABLE_NAME = 'contests' THEN
		PERFORM pg_notify('contest_changed', 'clock ' || NEW.id);
	ELSE
		PERFORM pg_notify('contest_changed', 'clock ' || NEW.contest_id || ' ' || NEW.user_id);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "announce_contest_clock" AFTER UPDATE ON "contests"
FOR EACH ROW WHEN ((OLD.start_time, OLD.end_time, OLD.freeze_at, OLD.thaw_at, OLD.window_minutes, OLD.paused_at)
	IS DISTINCT FROM (NEW.start_time, NEW.end_time, NEW.freeze_at, NEW.thaw_at, NEW.window_minutes, NEW.paused_at))
EXECUTE FUNCTION "announce_clock"();
--> statement-breakpoint
CREATE TRIGGER "announce_own_clock" AFTER UPDATE ON "contest_participants"
FOR EACH ROW WHEN ((OLD.extra_minutes, OLD.window_started_at) IS DISTINCT FROM (NEW.extra_minutes, NEW.window_started_at))
EXECUTE FUNCTION "announce_clock"();
