CREATE TABLE "contest_statistics" (
	"contest_id" integer PRIMARY KEY NOT NULL,
	"figures" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contest_standings" ADD COLUMN "history" jsonb;--> statement-breakpoint
ALTER TABLE "contest_statistics" ADD CONSTRAINT "contest_statistics_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;