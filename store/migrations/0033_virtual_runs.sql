CREATE TABLE "virtual_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "virtual_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"contest_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "virtual_run_id" integer;--> statement-breakpoint
ALTER TABLE "virtual_runs" ADD CONSTRAINT "virtual_runs_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "virtual_runs" ADD CONSTRAINT "virtual_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "virtual_runs_contest_user" ON "virtual_runs" USING btree ("contest_id","user_id");--> statement-breakpoint
CREATE INDEX "virtual_runs_user" ON "virtual_runs" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "virtual_runs_open" ON "virtual_runs" USING btree ("ends_at") WHERE "virtual_runs"."closed_at" is null;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_virtual_run_id_virtual_runs_id_fk" FOREIGN KEY ("virtual_run_id") REFERENCES "public"."virtual_runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submissions_virtual_run" ON "submissions" USING btree ("virtual_run_id","id") WHERE "submissions"."virtual_run_id" is not null;