/**
 * Scoreboards on open pages. A change of one is heard from the database; this server makes the next version of it, for
 * those readers who follow it here, and each version is told to all of them as what has changed since the one before:
 * worked out and written once, a few times a second at most, however many follow and however much is submitted.
 *
 * What a page needs to go on is the version that it has. When it comes back after a break it names that, and is told all
 * that came since, or else only which version there is now, whereupon it asks for the whole board; so it does whenever the
 * next event does not begin with the version that it has. With every beat it is told the version again: so a page that
 * hears nothing knows that it is the stream that fails.
 */
import { eventNames } from '#contract/event-names.ts';
import { type BoardEvent, boardEventSchema } from '#contract/events.ts';
import type { BoardReaders } from '#store/changes.ts';
import type { Audience } from '#store/contest-formats/format.ts';
import { boardReaders } from '#store/revisions.ts';
import { makeBoardPatch } from '../contests/board-patch.ts';
import type { Boards, MadeBoard } from '../contests/boards.ts';
import type { Context } from '../context.ts';
import { can, readersFor, scoreboardAudience } from '../policy.ts';
import { findPeople } from './people.ts';
import { type EventStreams, type EventText, type Listener, writeEvent } from './streams.ts';

/** Versions that somebody who comes back is led over: of half a minute at the busiest. */
const stepsMax = 100;

interface FollowedBoard {
  version: string;
  /** How the latest versions became one another, the oldest first. */
  readonly steps: { readonly from: string; readonly event: EventText }[];
  isChanged: boolean;
  isBeingFound: boolean;
}

export interface BoardTeller {
  /** The board of a contest has changed for these. */
  onChange(contestId: number, readers: BoardReaders): void;
  /** What somebody who begins to follow is told, who had this version if any. */
  greet(contestId: number, listener: Listener, version: string | null): Promise<EventText[]>;
  close(): void;
}

export function createBoardTeller(
  { db, now }: Pick<Context, 'db' | 'now'>,
  boards: Boards,
  streams: EventStreams,
  { beatMs, onError }: { beatMs: number; onError: (error: unknown) => void },
): BoardTeller {
  const followed = new Map<string, FollowedBoard>();
  const unsubscribe = boards.onMade((made) => tellMade(made).catch(onError));
  const beating = setInterval(() => beat().catch(onError), beatMs);

  const keyOf = (contestId: number, readers: Audience) => `${contestId} ${readers}`;

  function follow(contestId: number, readers: BoardReaders): FollowedBoard {
    const key = keyOf(contestId, readers);
    const board = followed.get(key) ?? { version: '', steps: [], isChanged: false, isBeingFound: false };
    followed.set(key, board);
    return board;
  }

  const listFollowers = (contestId: number) =>
    streams.listIn(contestId).filter(({ followsBoard }) => followsBoard);

  const isFollowed = (contestId: number, readers: BoardReaders) =>
    listFollowers(contestId).some(({ user }) => readersFor(user) === readers);

  /** One search at a time: what changes meanwhile is found by the next. */
  async function findNext(contestId: number, readers: BoardReaders): Promise<void> {
    const board = follow(contestId, readers);
    board.isChanged = true;
    if (board.isBeingFound) return;
    board.isBeingFound = true;
    try {
      while (board.isChanged) {
        board.isChanged = false;
        await boards.find(contestId, readers);
      }
    } finally {
      board.isBeingFound = false;
    }
  }

  async function tellMade({ contestId, audience, before, board: made }: MadeBoard): Promise<void> {
    const board = followed.get(keyOf(contestId, audience));
    if (!board) return;
    const isFirst = board.version === '';
    board.version = made.version;
    const patch = before && makeBoardPatch(before, made);
    // Those who have come meanwhile are greeted with it.
    if (isFirst && !patch) return;
    const event = writeBoard(contestId, made.version, patch ?? undefined);
    if (patch) board.steps.push({ from: patch.from, event });
    else board.steps.length = 0;
    if (board.steps.length > stepsMax) board.steps.shift();
    await tell(contestId, audience as BoardReaders, () => event);
  }

  /** `write`: what is told, as it is when it is known whom. */
  async function tell(contestId: number, readers: BoardReaders, write: () => EventText): Promise<void> {
    const ids = [...new Set(listFollowers(contestId).map(({ user }) => user.id))];
    if (ids.length === 0) return;
    const people = await findPeople(db, contestId, ids, now());
    await streams.tellIn(contestId, write(), ({ user, followsBoard }) => {
      const person = followsBoard && people.get(user.id);
      return (
        !!person &&
        can(person.user, 'contest.read-scoreboard', person.contest) &&
        scoreboardAudience(person.user, person.contest) === readers
      );
    });
  }

  /** Also for whom a word of the database was lost. */
  async function beat(): Promise<void> {
    for (const contestId of new Set([...followed.keys()].map((key) => Number(key.split(' ')[0]))))
      for (const readers of boardReaders) {
        const key = keyOf(contestId, readers);
        if (!isFollowed(contestId, readers)) {
          followed.delete(key);
          continue;
        }
        await beatOne(contestId, readers).catch(onError);
      }
  }

  async function beatOne(contestId: number, readers: BoardReaders): Promise<void> {
    await boards.find(contestId, readers);
    const board = follow(contestId, readers);
    if (board.version !== '') await tell(contestId, readers, () => writeBoard(contestId, board.version));
  }

  return {
    onChange(contestId, readers) {
      if (followed.has(keyOf(contestId, readers))) findNext(contestId, readers).catch(onError);
    },

    async greet(contestId, { user }, version) {
      // From now on, whether or not there is anything to tell them yet.
      follow(contestId, readersFor(user));
      const people = await findPeople(db, contestId, [user.id], now());
      const person = people.get(user.id);
      const readers = person && scoreboardAudience(person.user, person.contest);
      if (!readers) return [];
      const board = follow(contestId, readers);
      const found = await boards.find(contestId, readers);
      // It may have been made before anybody followed it; or, while it was waited for, another after it.
      if (board.version === '') board.version = found.version;
      const missed = board.steps.findIndex(({ from }) => from === version);
      if (missed >= 0) return board.steps.slice(missed).map(({ event }) => event);
      return [writeBoard(contestId, board.version)];
    },

    close() {
      clearInterval(beating);
      unsubscribe();
    },
  };
}

function writeBoard(contestId: number, version: string, patch?: BoardEvent['patch']): EventText {
  const event: BoardEvent = { contest_id: contestId, version, ...(patch && { patch }) };
  return writeEvent(eventNames.board, boardEventSchema.parse(event), version);
}
