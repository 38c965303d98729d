CREATE TABLE "language_settings" (
	"id" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "workers" ADD COLUMN "languages" jsonb DEFAULT '{}'::jsonb NOT NULL;