ALTER TABLE "announcements" ADD COLUMN "request_key" uuid;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "request_key" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "announcements_request" ON "announcements" USING btree ("contest_id","posted_by","request_key");--> statement-breakpoint
CREATE UNIQUE INDEX "questions_request" ON "questions" USING btree ("contest_id","user_id","request_key");--> statement-breakpoint
-- By hand from here on: an announcement is told anew when it says something else, not when its author's account goes.
DROP TRIGGER "announce_announcement" ON "announcements";
--> statement-breakpoint
CREATE TRIGGER "announce_announcement" AFTER INSERT ON "announcements"
FOR EACH ROW EXECUTE FUNCTION "announce_contest_change"('announcement');
--> statement-breakpoint
CREATE TRIGGER "announce_changed_announcement" AFTER UPDATE ON "announcements"
FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION "announce_contest_change"('announcement');
