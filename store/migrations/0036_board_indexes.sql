DROP INDEX "contest_results_contest";--> statement-breakpoint
CREATE INDEX "contest_results_full" ON "contest_results" USING btree ("contest_id","contest_problem_id") WHERE best_score = 100;--> statement-breakpoint
CREATE INDEX "contest_results_contest" ON "contest_results" USING btree ("contest_id","changed_in");