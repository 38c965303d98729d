import { useEffect, useRef, useState } from 'react';

const secondMs = 1000;
/** How often a replay that plays moves on: often enough for the eye, and a board is drawn well within it. */
const tickMs = 100;

/** Where a replay is, in milliseconds of contest time, and how it moves. It begins at the end, as the board stands. */
export function useReplayClock(lastsMs: number) {
  const [atMs, setAtMs] = useState(lastsMs);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(60);
  const isOver = atMs >= lastsMs;
  const tickedAt = useRef(0);

  useEffect(() => {
    if (!isPlaying || isOver) return;
    tickedAt.current = performance.now();
    const timer = setInterval(() => {
      // By the clock and not by the ticks, of which a busy page drops some.
      const now = performance.now();
      const passedMs = (now - tickedAt.current) * speed;
      tickedAt.current = now;
      setAtMs((before) => Math.min(lastsMs, before + passedMs));
    }, tickMs);
    return () => clearInterval(timer);
  }, [isPlaying, isOver, speed, lastsMs]);

  return {
    atMs,
    isPlaying: isPlaying && !isOver,
    speed,
    setSpeed,
    /** By hand, and then it stands there. */
    goTo(ms: number) {
      setPlaying(false);
      setAtMs(Math.min(lastsMs, Math.max(0, ms)));
    },
    toggle() {
      // At the end there is nothing left to play but all of it.
      if (isOver) setAtMs(0);
      setPlaying(isOver || !isPlaying);
    },
  };
}

/** The slider has whole seconds; the last one is the end, whatever that is. */
export function toSlider(ms: number, lastsMs: number): number {
  return ms >= lastsMs ? Math.ceil(lastsMs / secondMs) : Math.floor(ms / secondMs);
}

/** All of that second has passed. */
export function fromSlider(second: number, lastsMs: number): number {
  return Math.min(lastsMs, second * secondMs);
}
