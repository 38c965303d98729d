ALTER TABLE "problems" ADD COLUMN "withholds_run_facts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- From here on the scoreboard counts no hidden problem: see store/standings.ts.
UPDATE "user_scores" SET "problems_solved" = counted.solved, "total_score" = counted.total
FROM (
	SELECT s.user_id, coalesce(sum(r.best_score), 0) AS total, count(*) FILTER (WHERE r.best_score = 100) AS solved
	FROM "user_scores" s
	LEFT JOIN ("problem_results" r JOIN "problems" p ON p.id = r.problem_id AND p.is_visible) ON r.user_id = s.user_id
	GROUP BY s.user_id
) AS counted
WHERE "user_scores".user_id = counted.user_id;
--> statement-breakpoint
DELETE FROM "user_scores" s WHERE NOT EXISTS (
	SELECT FROM "problem_results" r JOIN "problems" p ON p.id = r.problem_id
	WHERE r.user_id = s.user_id AND p.is_visible
);
--> statement-breakpoint
INSERT INTO "revisions" ("name", "value") VALUES ('scoreboard', 1)
ON CONFLICT ("name") DO UPDATE SET "value" = "revisions"."value" + 1;
