CREATE TABLE "contest_participants" (
	"contest_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_participants_contest_id_user_id_pk" PRIMARY KEY("contest_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "contest_problems" (
	"contest_id" integer NOT NULL,
	"problem_id" text NOT NULL,
	CONSTRAINT "contest_problems_contest_id_problem_id_pk" PRIMARY KEY("contest_id","problem_id")
);
--> statement-breakpoint
CREATE TABLE "contest_results" (
	"contest_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"problem_id" text NOT NULL,
	"submission_count" integer NOT NULL,
	"latest_submission_at" timestamp (3) with time zone NOT NULL,
	"best_score" smallint NOT NULL,
	"best_submission_id" bigint,
	"best_score_at" timestamp (3) with time zone,
	CONSTRAINT "contest_results_contest_id_user_id_problem_id_pk" PRIMARY KEY("contest_id","user_id","problem_id")
);
--> statement-breakpoint
CREATE TABLE "contest_standings" (
	"contest_id" integer NOT NULL,
	"place" integer NOT NULL,
	"user_id" integer NOT NULL,
	"total_score" integer NOT NULL,
	"detailed_scores" jsonb NOT NULL,
	CONSTRAINT "contest_standings_contest_id_place_pk" PRIMARY KEY("contest_id","place")
);
--> statement-breakpoint
CREATE TABLE "contests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"description" text NOT NULL,
	"start_time" timestamp (3) with time zone NOT NULL,
	"end_time" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contests_times" CHECK ("contests"."start_time" < "contests"."end_time")
);
--> statement-breakpoint
ALTER TABLE "problems" ADD COLUMN "contest_id" integer;--> statement-breakpoint
ALTER TABLE "contest_participants" ADD CONSTRAINT "contest_participants_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_participants" ADD CONSTRAINT "contest_participants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_problems" ADD CONSTRAINT "contest_problems_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_results" ADD CONSTRAINT "contest_results_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_results" ADD CONSTRAINT "contest_results_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_standings" ADD CONSTRAINT "contest_standings_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_standings" ADD CONSTRAINT "contest_standings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contest_participants_user" ON "contest_participants" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "contest_results_user" ON "contest_results" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contest_standings_user" ON "contest_standings" USING btree ("user_id","contest_id");--> statement-breakpoint
CREATE INDEX "contests_unfinished" ON "contests" USING btree ("end_time") WHERE "contests"."finished_at" is null;--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "problems_contest" ON "problems" USING btree ("contest_id") WHERE "problems"."contest_id" is not null;--> statement-breakpoint
CREATE INDEX "submissions_contest" ON "submissions" USING btree ("contest_id","id" DESC NULLS LAST) WHERE "submissions"."contest_id" is not null;--> statement-breakpoint
CREATE INDEX "submissions_contest_unjudged" ON "submissions" USING btree ("contest_id") WHERE "submissions"."contest_id" is not null and "submissions"."status" in ('Pending', 'Compiling', 'Running');