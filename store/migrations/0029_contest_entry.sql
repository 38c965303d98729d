ALTER TABLE "contest_participants" ADD COLUMN "is_unofficial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "entry" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "entry_password_hash" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "rehearsal_of" integer;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_rehearsal_of_contests_id_fk" FOREIGN KEY ("rehearsal_of") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submissions_rehearsal" ON "submissions" USING btree ("rehearsal_of","id") WHERE "submissions"."rehearsal_of" is not null;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_entry_password" CHECK (("contests"."entry" = 'password') = ("contests"."entry_password_hash" is not null));--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_rehearsal_apart" CHECK ("submissions"."rehearsal_of" is null or ("submissions"."contest_id" is null and not "submissions"."in_main"));