CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"contest_id" integer NOT NULL,
	"contest_problem_id" integer,
	"text" text NOT NULL,
	"posted_by" integer,
	"posted_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contest_reads" (
	"contest_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"item_id" uuid NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "contest_reads_item_id_user_id_pk" PRIMARY KEY("item_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"contest_id" integer NOT NULL,
	"user_id" integer,
	"contest_problem_id" integer,
	"text" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"claimed_by" integer,
	"claimed_until" timestamp (3) with time zone,
	"answer" text,
	"is_public" boolean DEFAULT false NOT NULL,
	"answered_by" integer,
	"answered_at" timestamp (3) with time zone,
	"edited_at" timestamp (3) with time zone,
	"answer_version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_contest_problem_id_contest_problems_id_fk" FOREIGN KEY ("contest_problem_id") REFERENCES "public"."contest_problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_posted_by_users_id_fk" FOREIGN KEY ("posted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_reads" ADD CONSTRAINT "contest_reads_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_reads" ADD CONSTRAINT "contest_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_contest_problem_id_contest_problems_id_fk" FOREIGN KEY ("contest_problem_id") REFERENCES "public"."contest_problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_claimed_by_users_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_contest" ON "announcements" USING btree ("contest_id","posted_at");--> statement-breakpoint
CREATE INDEX "announcements_posted_by" ON "announcements" USING btree ("posted_by") WHERE "announcements"."posted_by" is not null;--> statement-breakpoint
CREATE INDEX "announcements_problem" ON "announcements" USING btree ("contest_problem_id") WHERE "announcements"."contest_problem_id" is not null;--> statement-breakpoint
CREATE INDEX "contest_reads_contest" ON "contest_reads" USING btree ("contest_id");--> statement-breakpoint
CREATE INDEX "contest_reads_user" ON "contest_reads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "questions_asker" ON "questions" USING btree ("contest_id","user_id");--> statement-breakpoint
CREATE INDEX "questions_public" ON "questions" USING btree ("contest_id","answered_at") WHERE "questions"."is_public";--> statement-breakpoint
CREATE INDEX "questions_open" ON "questions" USING btree ("asked_at") WHERE "questions"."answer" is null;--> statement-breakpoint
CREATE INDEX "questions_answered" ON "questions" USING btree ("answered_at") WHERE "questions"."answer" is not null;--> statement-breakpoint
CREATE INDEX "questions_user" ON "questions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "questions_claimed_by" ON "questions" USING btree ("claimed_by") WHERE "questions"."claimed_by" is not null;--> statement-breakpoint
CREATE INDEX "questions_answered_by" ON "questions" USING btree ("answered_by") WHERE "questions"."answered_by" is not null;--> statement-breakpoint
CREATE INDEX "questions_problem" ON "questions" USING btree ("contest_problem_id") WHERE "questions"."contest_problem_id" is not null;
--> statement-breakpoint
-- By hand from here on: what happens to questions, announcements and statements is told to every server, which reads the
-- rest (store/changes.ts).
CREATE FUNCTION "announce_contest_change"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	PERFORM pg_notify('contest_changed', TG_ARGV[0] || ' ' || NEW.id);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "announce_new_question" AFTER INSERT ON "questions"
FOR EACH ROW EXECUTE FUNCTION "announce_contest_change"('question');
--> statement-breakpoint
CREATE TRIGGER "announce_answer" AFTER UPDATE ON "questions"
FOR EACH ROW WHEN (OLD.answer_version <> NEW.answer_version) EXECUTE FUNCTION "announce_contest_change"('question');
--> statement-breakpoint
CREATE TRIGGER "announce_claim" AFTER UPDATE ON "questions"
FOR EACH ROW WHEN (OLD.answer_version = NEW.answer_version AND OLD.claimed_by IS DISTINCT FROM NEW.claimed_by)
EXECUTE FUNCTION "announce_contest_change"('claim');
--> statement-breakpoint
CREATE TRIGGER "announce_announcement" AFTER INSERT OR UPDATE ON "announcements"
FOR EACH ROW EXECUTE FUNCTION "announce_contest_change"('announcement');
--> statement-breakpoint
CREATE TRIGGER "announce_statement" AFTER UPDATE OF "pdf_blob_id" ON "problems"
FOR EACH ROW WHEN (OLD.pdf_blob_id IS DISTINCT FROM NEW.pdf_blob_id)
EXECUTE FUNCTION "announce_contest_change"('statement');
