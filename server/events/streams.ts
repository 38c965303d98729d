/**
 * The open streams of events, and what is sent on them. Each belongs to one person, and to one contest if its page is
 * one of a contest's.
 *
 * Most events say that there is something to ask for. So one that finds another of its kind unread is left out: whoever
 * reads that one asks later than the change, and sees it. What a contest tells to all is sent as it is, as long as little
 * is unread; whoever lags behind with a scoreboard learns from the next event that there was another version before it,
 * and asks for the whole. Either way the memory of a slow reader is bounded, and one who has read nothing from one beat to
 * the next is dropped.
 */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { SessionUser } from '#contract/accounts.ts';
import type { eventNames } from '#contract/event-names.ts';
import type { RequestTimeouts } from '../request-timeouts.ts';

/** Windows that one person watches at a time, on whatever devices. */
export const streamsPerUser = 5;

/** After a restart all pages come back: not in the same moment. */
const comeBackAfterMs = 1_000;
const comeBackSpreadMs = 8_000;
/** For one that ends because it is old: what it follows goes on. */
const comeBackSoonMs = 100;
const lifetimeSpread = 0.2;
/** For one whose place was given to a newer window, or the two would take it from each other for ever. */
const comeBackLaterMs = 60_000;
/** A millisecond's work or two. */
const toldAtOnce = 50;
/** A few announcements of the longest kind. */
const unreadMaxBytes = 64 * 1024;

export interface Listener {
  /** Who they were when they opened it. */
  readonly user: SessionUser;
  readonly contestId: number | null;
  /** It shows the contest's scoreboard. */
  readonly followsBoard: boolean;
}

export interface EventStreams {
  /** The text of a new stream; the oldest of the same person goes when there are too many. */
  open(listener: Listener): Readable;
  /** Those that belong to a contest. */
  listIn(contestId: number): readonly Listener[];
  /** Says that there is something to ask for: to this person's streams, as far as they are to hear it. */
  hint(userId: number, event: EventText, isFor: (listener: Listener) => boolean): void;
  /** The same to everybody whom it is for. */
  hintAll(event: EventText, isFor: (listener: Listener) => boolean): void;
  /** Tells the event itself, in a contest. Done when everybody has been told; what is told next comes after it. */
  tellIn(contestId: number, event: EventText, isFor: (listener: Listener) => boolean): Promise<void>;
  /** The same, where not everybody hears the same; null: nothing. */
  tellEachIn(contestId: number, eventFor: (listener: Listener) => EventText | null): Promise<void>;
  /** Tells one alone, unless it has ended. */
  tell(stream: Readable, listener: Listener, event: EventText): void;
  /** Ends all, and every one that is opened from now on. */
  close(): void;
}

type EventName = (typeof eventNames)[keyof typeof eventNames];

/** As it goes over the line; written once, however many hear it. */
export interface EventText {
  readonly name: EventName;
  readonly bytes: Buffer;
}

/** `id`: what a browser tells when it comes back, so that it is told what it has missed. */
export function writeEvent(name: EventName, data: object, id?: string): EventText {
  const head = id === undefined ? '' : `id: ${id}\n`;
  return { name, bytes: Buffer.from(`${head}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`) };
}

export function createEventStreams({
  streamMs,
  streamBeatMs,
}: Pick<RequestTimeouts, 'streamMs' | 'streamBeatMs'>): EventStreams {
  /** Each person's streams, the oldest first. */
  const opened = new Map<number, Map<Readable, Listener>>();
  const inContests = new Map<number, Map<Readable, Listener>>();
  /** Those that had something unread at the last beat. */
  const late = new WeakSet<Readable>();
  /** The kinds of hints that may be unread. */
  const hinted = new WeakMap<Readable, Set<EventName>>();
  let isClosed = false;
  /** What is being told in each contest: the next comes after it. */
  const telling = new Map<number, Promise<void>>();
  const beating = setInterval(beat, streamBeatMs);

  function beat(): void {
    for (const stream of [...opened.values()].flatMap((own) => [...own.keys()])) {
      if (stream.readableLength === 0) {
        late.delete(stream);
        stream.push(':\n\n');
      } else if (late.has(stream)) stream.destroy();
      else late.add(stream);
    }
  }

  function end(listener: Listener, stream: Readable): void {
    forget(listener, stream);
    stream.push(null);
  }

  function forget({ user, contestId }: Listener, stream: Readable): void {
    removeFrom(opened, user.id, stream);
    if (contestId !== null) removeFrom(inContests, contestId, stream);
  }

  function makeRoom(userId: number): void {
    const own = [...(opened.get(userId) ?? [])];
    const [oldest] = own;
    if (!oldest || own.length < streamsPerUser) return;
    const [stream, listener] = oldest;
    stream.push(writeRetry(comeBackLaterMs));
    end(listener, stream);
  }

  function hintThese(
    streams: Iterable<[Readable, Listener]>,
    event: EventText,
    isFor: (listener: Listener) => boolean,
  ): void {
    for (const [stream, listener] of streams) {
      if (!isFor(listener)) continue;
      const unread = stream.readableLength === 0 ? new Set<EventName>() : (hinted.get(stream) ?? new Set());
      if (unread.has(event.name)) continue;
      hinted.set(stream, unread.add(event.name));
      stream.push(event.bytes);
    }
  }

  /** A few at a time: writing to thousands takes a tenth of a second, for which nobody else is to wait. */
  function tellEachIn(contestId: number, eventFor: (listener: Listener) => EventText | null): Promise<void> {
    const told = (telling.get(contestId) ?? Promise.resolve()).then(async () => {
      const open = inContests.get(contestId) ?? new Map<Readable, Listener>();
      for (const [at, [stream, listener]] of [...open].entries()) {
        if (at % toldAtOnce === toldAtOnce - 1) await setImmediate();
        if (!open.has(stream)) continue;
        const event = stream.readableLength <= unreadMaxBytes ? eventFor(listener) : null;
        if (event !== null) stream.push(event.bytes);
      }
    });
    const settled = told
      .catch(() => {})
      .then(() => {
        if (telling.get(contestId) === settled) telling.delete(contestId);
      });
    telling.set(contestId, settled);
    return told;
  }

  return {
    open(listener) {
      const userId = listener.user.id;
      const stream = new Readable({ read() {} });
      stream.push(writeRetry(comeBackAfterMs + Math.random() * comeBackSpreadMs));
      makeRoom(userId);
      addTo(opened, userId, stream, listener);
      if (listener.contestId !== null) addTo(inContests, listener.contestId, stream, listener);
      // Not all that were opened in the same moment end in the same one.
      const lifetimeMs = isClosed ? 0 : streamMs * (1 - Math.random() * lifetimeSpread);
      const lifetime = setTimeout(() => {
        stream.push(writeRetry(comeBackSoonMs));
        end(listener, stream);
      }, lifetimeMs);
      stream.once('close', () => {
        clearTimeout(lifetime);
        forget(listener, stream);
      });
      return stream;
    },

    listIn: (contestId) => [...(inContests.get(contestId)?.values() ?? [])],

    hint(userId, event, isFor) {
      hintThese(opened.get(userId) ?? [], event, isFor);
    },

    hintAll(event, isFor) {
      for (const own of opened.values()) hintThese(own, event, isFor);
    },

    tellIn(contestId, event, isFor) {
      return tellEachIn(contestId, (listener) => (isFor(listener) ? event : null));
    },

    tellEachIn,

    tell(stream, { user }, { bytes }) {
      if (opened.get(user.id)?.has(stream)) stream.push(bytes);
    },

    close() {
      isClosed = true;
      clearInterval(beating);
      for (const own of [...opened.values()]) {
        for (const [stream, listener] of [...own]) {
          if (stream.readableLength > 0) stream.destroy();
          else end(listener, stream);
        }
      }
    },
  };
}

type Places = Map<number, Map<Readable, Listener>>;

function addTo(places: Places, key: number, stream: Readable, listener: Listener): void {
  places.set(key, (places.get(key) ?? new Map()).set(stream, listener));
}

function removeFrom(places: Places, key: number, stream: Readable): void {
  const those = places.get(key);
  those?.delete(stream);
  if (those?.size === 0) places.delete(key);
}

function writeRetry(ms: number): string {
  return `retry: ${Math.round(ms)}\n\n`;
}
