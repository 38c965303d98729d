/** The scoreboards that this server keeps, one for each contest and audience that somebody asks for or follows. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ContestScoreboard } from '#contract/contest-scoreboard.ts';
import type { Audience } from '#store/contest-formats/format.ts';
import type { Database } from '#store/database.ts';
import { boardRevision, readersOf } from '#store/revisions.ts';
import { createAnswerCache } from '../answer-cache.ts';
import { type BoardSnapshot, readBoard } from './board-snapshot.ts';

export interface MadeBoard {
  readonly contestId: number;
  readonly audience: Audience;
  /** The version before it, if this server still had that. */
  readonly before: BoardSnapshot | null;
  readonly board: BoardSnapshot;
}

export interface Boards {
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    contestId: number,
    audience: Audience,
  ): Promise<FastifyReply>;
  /** Not older than what was there when it was asked for. */
  find(contestId: number, audience: Audience): Promise<BoardSnapshot>;
  /** The same, read. */
  read(contestId: number, audience: Audience): Promise<ContestScoreboard>;
  /** Hears of every version that is made from now on, each once and in their order. Gives back what ends it. */
  onMade(listener: (made: MadeBoard) => Promise<void>): () => void;
}

export function createBoards(db: Database): Boards {
  const cache = createAnswerCache<BoardSnapshot>(db);
  const listeners = new Set<(made: MadeBoard) => Promise<void>>();

  const boardFor = (contestId: number, audience: Audience) => {
    let told = Promise.resolve();
    return {
      revision: boardRevision(contestId, readersOf(audience)),
      audience,
      write: (before: BoardSnapshot | null) => readBoard(db, contestId, audience, before),
      // Not sooner: a page that had been told of a try or a verdict which a crash takes back would go on showing it.
      onKept: (board: BoardSnapshot, before: BoardSnapshot | null) => {
        if (board.version !== before?.version) told = tell({ contestId, audience, before, board });
      },
      // Whoever follows it hears of each version: so with thousands of them there are a few in a second.
      mayBegin: () => told,
    };
  };

  async function tell(made: MadeBoard): Promise<void> {
    await Promise.allSettled([...listeners].map((listener) => listener(made)));
  }

  const find = (contestId: number, audience: Audience) => cache.find(boardFor(contestId, audience));

  return {
    send: (request, reply, contestId, audience) => cache.send(request, reply, boardFor(contestId, audience)),
    find,
    read: async (contestId, audience) => JSON.parse((await find(contestId, audience)).text),
    onMade(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
