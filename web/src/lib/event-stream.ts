/**
 * The stream of events (contract/events.ts): one for the page, however many parts of it listen. It is open only as long
 * as one of them wants it: over HTTP/1.1 a browser has six connections to a server for all its tabs together. Polling
 * goes on beside it and needs nothing of it.
 */
import { useSyncExternalStore } from 'react';
import { callUrl } from '#contract/call.ts';
import { eventNames } from '#contract/event-names.ts';
import { followEvents } from '#contract/page-calls.ts';

const firstPauseMs = 10_000;
const longestPauseMs = 160_000;

type EventName = (typeof eventNames)[keyof typeof eventNames];

interface Listener {
  /** Whose news it wants as well. */
  contestId?: number;
  /** And its scoreboard. */
  board?: true;
  on: Partial<Record<EventName, (data: string) => void>>;
  /** What happened between the last answer and the beginning of the stream, nobody has told. */
  onOpen: () => void;
}

const listeners = new Set<Listener>();
let address: string | null = null;
let closeStream = () => {};

let isOpen = false;
const watchers = new Set<() => void>();

function setOpen(next: boolean): void {
  if (isOpen === next) return;
  isOpen = next;
  for (const tell of watchers) tell();
}

/** Gives back what ends the listening. */
export function listenToEvents(listener: Listener): () => void {
  listeners.add(listener);
  queueMicrotask(adapt);
  // Whoever comes later than the others will not see it open.
  if (isOpen) listener.onOpen();
  return () => {
    listeners.delete(listener);
    queueMicrotask(adapt);
  };
}

/** After all that begin and end in the same moment have done so. */
function adapt(): void {
  const wanted = findAddress();
  if (wanted === address) return;
  closeStream();
  setOpen(false);
  address = wanted;
  closeStream = wanted === null ? () => {} : openStream(wanted);
}

function findAddress(): string | null {
  if (listeners.size === 0) return null;
  const contestId = [...listeners].find((listener) => listener.contestId !== undefined)?.contestId;
  const board = [...listeners].some((listener) => listener.board) || undefined;
  return callUrl(followEvents.path, {}, { contestId, board });
}

/** A lost connection is made again by the browser itself, a refusal is final to it: then we try, ever less often. */
function openStream(url: string): () => void {
  let source: EventSource;
  let pauseMs = firstPauseMs;
  let pause: ReturnType<typeof setTimeout>;

  function connect(): void {
    source = new EventSource(url);
    for (const name of Object.values(eventNames)) {
      source.addEventListener(name, ({ data }) => {
        for (const { on } of [...listeners]) on[name]?.(data);
      });
    }
    source.addEventListener('open', () => {
      pauseMs = firstPauseMs;
      setOpen(true);
      for (const { onOpen } of [...listeners]) onOpen();
    });
    source.addEventListener('error', () => {
      setOpen(false);
      if (source.readyState !== EventSource.CLOSED) return;
      pause = setTimeout(connect, pauseMs);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    });
  }

  connect();
  return () => {
    clearTimeout(pause);
    source.close();
  };
}

function subscribe(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

const readIsOpen = () => isOpen;

/** Whether events arrive at this moment, as far as the browser knows. */
export function useIsStreaming(): boolean {
  return useSyncExternalStore(subscribe, readIsOpen, readIsOpen);
}
