ALTER TABLE "contest_standings" DROP CONSTRAINT "contest_standings_contest_id_place_pk";--> statement-breakpoint
ALTER TABLE "contest_standings" ADD CONSTRAINT "contest_standings_contest_id_place_user_id_pk" PRIMARY KEY("contest_id","place","user_id");--> statement-breakpoint
ALTER TABLE "contest_results" ADD COLUMN "judged_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contest_results" ADD COLUMN "wrong_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contest_results" ADD COLUMN "frozen_submission_count" integer;--> statement-breakpoint
ALTER TABLE "contest_results" ADD COLUMN "frozen_best_score" numeric(5, 2);--> statement-breakpoint
ALTER TABLE "contest_results" ADD COLUMN "frozen_best_score_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contest_results" ADD COLUMN "frozen_judged_count" integer;--> statement-breakpoint
ALTER TABLE "contest_results" ADD COLUMN "frozen_wrong_count" integer;--> statement-breakpoint
ALTER TABLE "contest_standings" ADD COLUMN "penalty" integer;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "penalty_minutes" integer DEFAULT 20 NOT NULL;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "freeze_minutes" integer;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "freeze_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "thaw_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "thawed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "gold_medals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "silver_medals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "bronze_medals" integer DEFAULT 0 NOT NULL;