import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Shares of the width there is. */
export const zoomSteps: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
export const fitWidth = 1;
/** What a double tap enlarges to. */
const tapZoom = 2;
const doubleTap = { withinMs: 350, withinPx: 32 };

export function zoomIn(zoom: number): number {
  return zoomSteps.find((step) => step > zoom) ?? zoom;
}

export function zoomOut(zoom: number): number {
  return zoomSteps.findLast((step) => step < zoom) ?? zoom;
}

/** Two fingers reach every zoom between the smallest and the largest, and catch at the width of the page. */
export function pinchZoom(begun: number, spread: number): number {
  const zoom = Math.min(Math.max(begun * spread, zoomSteps[0] ?? begun), zoomSteps.at(-1) ?? begun);
  return Math.abs(zoom - fitWidth) < 0.06 ? fitWidth : zoom;
}

interface Point {
  x: number;
  y: number;
}

export interface Zoom {
  zoom: number;
  /** The point of the window that stays where it is; without one, the middle of what is in sight. */
  zoomTo: (zoom: number, still?: Point) => void;
}

/** The zoom of what is in a frame, by buttons, by two fingers and by a double tap. */
export function useZoom(frame: RefObject<HTMLElement | null>): Zoom {
  const [zoom, setZoom] = useState(fitWidth);
  const anchor = useRef<{ still: Point; inside: Point; before: number } | null>(null);

  const zoomTo = (next: number, still?: Point) => {
    const box = frame.current?.getBoundingClientRect();
    if (!box || next === zoom) return;
    const point = still ?? { x: box.left + box.width / 2, y: Math.max(box.top, 0) };
    anchor.current = {
      still: point,
      inside: { x: point.x - box.left + (frame.current?.scrollLeft ?? 0), y: point.y - box.top },
      before: zoom,
    };
    setZoom(next);
  };

  useLayoutEffect(() => {
    const kept = anchor.current;
    anchor.current = null;
    if (!kept || !frame.current) return;
    const { still, inside, before } = kept;
    const { left, top } = frame.current.getBoundingClientRect();
    frame.current.scrollLeft = (inside.x * zoom) / before - (still.x - left);
    scrollerOf(frame.current).scrollBy({ top: top + (inside.y * zoom) / before - still.y });
  }, [zoom, frame]);

  useTouchZoom(frame, { zoom, zoomTo });
  return { zoom, zoomTo };
}

function scrollerOf(element: HTMLElement): Element {
  const page = document.scrollingElement ?? document.documentElement;
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (parent.scrollHeight > parent.clientHeight && getComputedStyle(parent).overflowY === 'auto')
      return parent;
  }
  return page;
}

function useTouchZoom(frame: RefObject<HTMLElement | null>, state: Zoom) {
  const latest = useRef(state);
  latest.current = state;
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let pinch: { spread: number; zoom: number } | null = null;
    let tap: (Point & { at: number }) | null = null;

    const start = ({ touches }: TouchEvent) => {
      pinch = touches.length === 2 ? { spread: spreadOf(touches), zoom: latest.current.zoom } : null;
      if (touches.length > 1) tap = null;
    };
    const move = (event: TouchEvent) => {
      if (!pinch || event.touches.length !== 2) return;
      // Else the browser would enlarge the whole page.
      event.preventDefault();
      latest.current.zoomTo(
        pinchZoom(pinch.zoom, spreadOf(event.touches) / pinch.spread),
        middleOf(event.touches),
      );
    };
    const end = ({ changedTouches, touches, timeStamp: at }: TouchEvent) => {
      const [touch] = changedTouches;
      if (pinch || !touch || touches.length > 0) {
        pinch = null;
        return;
      }
      const point = { x: touch.clientX, y: touch.clientY };
      const isSecond =
        tap !== null &&
        at - tap.at < doubleTap.withinMs &&
        Math.hypot(point.x - tap.x, point.y - tap.y) < doubleTap.withinPx;
      tap = isSecond ? null : { ...point, at };
      if (isSecond) latest.current.zoomTo(latest.current.zoom === fitWidth ? tapZoom : fitWidth, point);
    };

    element.addEventListener('touchstart', start, { passive: true });
    element.addEventListener('touchmove', move, { passive: false });
    element.addEventListener('touchend', end, { passive: true });
    return () => {
      element.removeEventListener('touchstart', start);
      element.removeEventListener('touchmove', move);
      element.removeEventListener('touchend', end);
    };
  }, [frame]);
}

function spreadOf([a, b]: Iterable<Touch> & ArrayLike<Touch>): number {
  return a && b ? Math.max(Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), 1) : 1;
}

function middleOf([a, b]: Iterable<Touch> & ArrayLike<Touch>): Point {
  return {
    x: ((a?.clientX ?? 0) + (b?.clientX ?? 0)) / 2,
    y: ((a?.clientY ?? 0) + (b?.clientY ?? 0)) / 2,
  };
}
