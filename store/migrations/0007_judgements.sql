CREATE TABLE "judgements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "judgements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"submission_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	"is_rejudge" boolean DEFAULT false NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"job_id" uuid,
	"delivery" integer,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"status" text DEFAULT 'Pending' NOT NULL,
	"score" smallint,
	"tests_done" integer DEFAULT 0 NOT NULL,
	"tests_total" integer DEFAULT 0 NOT NULL,
	"results" jsonb,
	"compiler_output" text,
	"reason" text,
	"fault" text,
	"test_set_id" bigint,
	"judged_by" text,
	"provenance" jsonb
);
--> statement-breakpoint
ALTER TABLE "import_jobs" ADD COLUMN "job_id" uuid;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "judgement_id" bigint;--> statement-breakpoint
ALTER TABLE "judgements" ADD CONSTRAINT "judgements_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "judgements_submission" ON "judgements" USING btree ("submission_id");--> statement-breakpoint
CREATE UNIQUE INDEX "judgements_one_unfinished" ON "judgements" USING btree ("submission_id") WHERE "judgements"."status" in ('Pending', 'Compiling', 'Running');--> statement-breakpoint
CREATE INDEX "judgements_unfinished_user" ON "judgements" USING btree ("user_id") WHERE "judgements"."status" in ('Pending', 'Compiling', 'Running');--> statement-breakpoint
-- By hand: what submissions were judged as so far becomes their first judgement, which is in force.
INSERT INTO "judgements" ("submission_id", "user_id", "is_rejudge", "attempt", "requested_at", "started_at", "finished_at",
	"status", "score", "tests_done", "tests_total", "results", "compiler_output", "reason", "fault", "judged_by")
SELECT "id", "user_id", "requeued_at" IS NOT NULL, "attempt", coalesce("requeued_at", "submitted_at"), "claimed_at", "judged_at",
	"status", "score", "tests_done", "tests_total", "results", "compiler_output", "reason", "fault", "judged_by"
FROM "submissions" ORDER BY "id";
--> statement-breakpoint
UPDATE "submissions" SET "judgement_id" = "judgements"."id" FROM "judgements" WHERE "judgements"."submission_id" = "submissions"."id";
--> statement-breakpoint
-- Of judgements that were under way: their workers leave with the old release, and the next ones begin anew.
DELETE FROM "running_results";
--> statement-breakpoint
-- Whoever watches hears of what is in force, as in 0005: of its changes, and when another takes its place.
DROP TRIGGER "announce_submission" ON "submissions";
--> statement-breakpoint
CREATE TRIGGER "announce_submission" AFTER UPDATE OF "judgement_id" ON "submissions" FOR EACH ROW
	WHEN (OLD.judgement_id <> NEW.judgement_id)
	EXECUTE FUNCTION announce_submission();
--> statement-breakpoint
CREATE FUNCTION "announce_judgement"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	PERFORM pg_notify('submission_changed', user_id || ' ' || id)
	FROM submissions WHERE id = NEW.submission_id AND judgement_id = NEW.id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "announce_judgement" AFTER UPDATE OF "status", "tests_done", "score" ON "judgements" FOR EACH ROW
	WHEN ((OLD.status, OLD.tests_done, OLD.score) IS DISTINCT FROM (NEW.status, NEW.tests_done, NEW.score))
	EXECUTE FUNCTION announce_judgement();
