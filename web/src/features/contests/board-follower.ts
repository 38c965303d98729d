/**
 * Keeps a scoreboard that was fetched as new as the server's, by the events of the stream. Each says which version there is
 * and mostly how it came from the one before; one after the other leads from the version that is there to the latest.
 * Events may be lost, and an answer may come from a server that is ahead of the stream's or behind it: then the next events
 * close the gap, or else, a little later, the whole board is asked for.
 */
import { applyBoardPatch } from '#contract/apply-board-patch.ts';
import type { ContestScoreboard } from '#contract/contest-scoreboard.ts';
import type { BoardEvent } from '#contract/events.ts';

/** As many as may come while an answer is under way. */
const eventsKept = 100;
/** Not all pages ask in the same moment. */
const askAfterMs = 300;
const askSpreadMs = 1_500;

interface Page {
  /** What it shows; undefined as long as there is nothing. */
  read(): ContestScoreboard | undefined;
  /** Also with the same board again: it is as new as it can be. */
  write(board: ContestScoreboard): void;
  ask(): void;
}

export interface BoardFollower {
  hear(event: BoardEvent): void;
  /** The page shows another board than before, perhaps an older one. */
  catchUp(): void;
  stop(): void;
}

export function createBoardFollower(page: Page): BoardFollower {
  const heard: BoardEvent[] = [];
  let asking: ReturnType<typeof setTimeout> | null = null;

  function forgetAsking(): void {
    if (asking !== null) clearTimeout(asking);
    asking = null;
  }

  function catchUp(): void {
    const latest = heard.at(-1)?.version;
    const shown = page.read();
    if (!shown || latest === undefined) return;
    let board = shown;
    for (const { patch, version } of heard) {
      if (patch?.from === board.version) board = applyBoardPatch(board, patch, version);
    }
    if (board !== shown) page.write(board);
    if (board.version === latest) forgetAsking();
    else asking ??= setTimeout(askForWhole, askAfterMs + Math.random() * askSpreadMs);
  }

  function askForWhole(): void {
    asking = null;
    page.ask();
  }

  return {
    hear(event) {
      heard.push(event);
      if (heard.length > eventsKept) heard.shift();
      const before = page.read();
      catchUp();
      if (before?.version === event.version) page.write(before);
    },
    catchUp,
    stop: forgetAsking,
  };
}
