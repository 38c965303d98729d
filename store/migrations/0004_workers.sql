CREATE TABLE "workers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"cores" integer NOT NULL,
	"cores_busy" integer DEFAULT 0 NOT NULL,
	"compiler" text DEFAULT '' NOT NULL,
	"sandbox" text DEFAULT '' NOT NULL,
	"architecture" text NOT NULL,
	"version" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workers_state" CHECK ("workers"."state" in ('checking', 'ready', 'refused', 'draining'))
);
--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "judged_by" text;