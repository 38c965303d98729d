import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { useRemembered } from '../../lib/remembered.ts';
import styles from './split-divider.module.css';

/** Percent of the width that the statement has. */
const least = 25;
const most = 70;
const usual = 48;
const step = 2;

const clamp = (share: number) => Math.min(Math.max(Math.round(share), least), most);

export function useSplit() {
  const [share, setShare] = useRemembered<number>('statement-share', usual, (stored) =>
    /^\d+$/.test(stored) ? clamp(Number(stored)) : null,
  );
  return { share, onShare: (next: number) => setShare(clamp(next)) };
}

interface SplitDividerProps {
  share: number;
  onShare: (share: number) => void;
  /** The id of the element whose width it changes. */
  controls: string;
}

/** Between the statement and the open tab: dragged, moved by the arrow keys, and back to the middle by a double click. */
export function SplitDivider({ share, onShare, controls }: SplitDividerProps) {
  const { problem: texts } = useMessages();
  const divider = useRef<HTMLDivElement>(null);
  const isDragged = useRef(false);
  const limit = useLimit(divider);
  const shown = Math.min(share, limit);
  const choose = (next: number) => onShare(Math.min(next, limit));

  const drag = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const room = currentTarget.parentElement?.getBoundingClientRect();
    const left = clientX - currentTarget.offsetWidth / 2;
    if (isDragged.current && room) choose(((left - room.left) / room.width) * 100);
  };

  const press = (event: KeyboardEvent) => {
    const next = {
      ArrowLeft: shown - step,
      ArrowRight: shown + step,
      Home: least,
      End: most,
      Enter: usual,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that moves is no <hr>
    <div
      ref={divider}
      role="separator"
      tabIndex={0}
      className={styles.divider}
      aria-label={texts.statementWidth}
      aria-orientation="vertical"
      aria-controls={controls}
      aria-valuenow={shown}
      aria-valuemin={least}
      aria-valuemax={limit}
      onKeyDown={press}
      onDoubleClick={() => onShare(usual)}
      onPointerDown={(event) => {
        isDragged.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        // No selection of text meanwhile.
        event.preventDefault();
        event.currentTarget.focus();
      }}
      onPointerMove={drag}
      onLostPointerCapture={() => {
        isDragged.current = false;
      }}
    />
  );
}

/** The most that the statement can have here: what stands at the other side has a least width. */
function useLimit(divider: { readonly current: HTMLElement | null }): number {
  const [limit, setLimit] = useState(most);
  useLayoutEffect(() => {
    const [room, beside] = [divider.current?.parentElement, divider.current?.nextElementSibling];
    if (!room || !beside) return;
    const measure = () => {
      const taken = Number.parseFloat(getComputedStyle(beside).minWidth) || 0;
      const left = room.clientWidth - taken - (divider.current?.offsetWidth ?? 0);
      setLimit(Math.max(least, Math.min(most, Math.floor((left / room.clientWidth) * 100))));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(room);
    measure();
    return () => observer.disconnect();
  }, [divider]);
  return limit;
}
