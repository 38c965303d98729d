CREATE TABLE "judge_totals" (
	"name" text NOT NULL,
	"label" text NOT NULL,
	"value" bigint NOT NULL,
	CONSTRAINT "judge_totals_name_label_pk" PRIMARY KEY("name","label")
);
--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "requeued_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "claimed_at" timestamp (3) with time zone;