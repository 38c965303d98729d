-- By hand: that a scoreboard has thawed, or a contest has finished, is told as its other times are (0034).
CREATE OR REPLACE TRIGGER "announce_contest_clock" AFTER UPDATE ON "contests"
FOR EACH ROW WHEN ((OLD.start_time, OLD.end_time, OLD.freeze_at, OLD.thaw_at, OLD.thawed_at, OLD.finished_at,
		OLD.window_minutes, OLD.paused_at)
	IS DISTINCT FROM (NEW.start_time, NEW.end_time, NEW.freeze_at, NEW.thaw_at, NEW.thawed_at, NEW.finished_at,
		NEW.window_minutes, NEW.paused_at))
EXECUTE FUNCTION "announce_clock"();
