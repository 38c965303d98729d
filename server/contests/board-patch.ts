import type { BoardPatch } from '#contract/board-patches.ts';
import { compareOrders } from '#contract/board-places.ts';
import type { ContestScoreboardEntry } from '#contract/contest-scoreboard.ts';
import type { BoardRow, BoardSnapshot } from './board-snapshot.ts';

/** When more rows than this are new, asking for the whole board is less for everybody. */
const rowsMax = 200;

/** How the one becomes the other; null where that is not worth telling. */
export function makeBoardPatch(before: BoardSnapshot, after: BoardSnapshot): BoardPatch | null {
  if (before.problems !== after.problems) return null;
  const known = new Map(before.rows.map((row, at) => [row.userId, { row, at }]));
  const present = new Set(after.rows.map(({ userId }) => userId));
  const removed = before.rows.filter(({ userId }) => !present.has(userId)).map(({ userId }) => userId);
  const isTold = findTold(after.rows, known);
  const rows: BoardPatch['rows'] = [];
  const shifts: BoardPatch['shifts'] = [];
  let by = 0;
  for (const [at, row] of after.rows.entries()) {
    const place = after.places[at] ?? null;
    const old = known.get(row.userId);
    if (isTold(row)) {
      const change = readChange(old?.row, row);
      if (!change) return null;
      rows.push({ ...change, place, at });
      continue;
    }
    const placeBefore = before.places[old?.at ?? 0] ?? null;
    if (place === null || placeBefore === null) continue;
    const moved = place - placeBefore;
    if (moved === by) continue;
    by = moved;
    shifts.push([at, by]);
  }
  if (rows.length + removed.length > rowsMax) return null;
  return { from: before.version, removed, rows, shifts };
}

/**
 * Whose text is another, and who stands otherwise to those that are not told of. The latter happens where a row moves by
 * what it does not show: when a total was reached.
 */
function findTold(
  rows: readonly BoardRow[],
  known: ReadonlyMap<number, { row: BoardRow; at: number }>,
): (row: BoardRow) => boolean {
  const told = new Set<number>();
  let last = -1;
  // Who stands above somebody that was above them: rarely anybody, so nobody looks for the fewest.
  for (const row of rows) {
    const old = known.get(row.userId);
    if (!old || old.row.text !== row.text || isMoved(old.row, row) || old.at < last) told.add(row.userId);
    else last = old.at;
  }
  return ({ userId }) => told.has(userId);
}

function isMoved(old: BoardRow, row: BoardRow): boolean {
  return compareOrders(old.order, row.order) !== 0 || old.isUnofficial !== row.isUnofficial;
}

/** The entry with the cells that are new; null where one has gone, which a patch cannot tell. */
function readChange(old: BoardRow | undefined, row: BoardRow): Omit<ContestScoreboardEntry, 'place'> | null {
  const entry: ContestScoreboardEntry = JSON.parse(row.text);
  if (!old) return entry;
  const { detailed_scores: known }: ContestScoreboardEntry = JSON.parse(old.text);
  const cells = Object.entries(entry.detailed_scores);
  if (Object.keys(known).some((id) => !(id in entry.detailed_scores))) return null;
  const isNew = ([id, cell]: (typeof cells)[number]) => JSON.stringify(cell) !== JSON.stringify(known[id]);
  return { ...entry, detailed_scores: Object.fromEntries(cells.filter(isNew)) };
}
