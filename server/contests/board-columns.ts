import type { BoardColumn } from '#contract/contest-scoreboard.ts';
import type { Queryable } from '#store/database.ts';
import { listColumns } from '#store/memberships.ts';

export async function listBoardColumns(db: Queryable, contestId: number): Promise<BoardColumn[]> {
  const columns = await listColumns(db, contestId);
  return columns.map(({ slug, problemId: _, ...column }) => ({ problem_id: slug, ...column }));
}
