import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
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
  const isDragged = useRef(false);

  const drag = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const room = currentTarget.parentElement?.getBoundingClientRect();
    if (isDragged.current && room) onShare(((clientX - room.left) / room.width) * 100);
  };

  const press = (event: KeyboardEvent) => {
    const next = {
      ArrowLeft: share - step,
      ArrowRight: share + step,
      Home: least,
      End: most,
      Enter: usual,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onShare(next);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that moves is no <hr>
    <div
      role="separator"
      tabIndex={0}
      className={styles.divider}
      aria-label={texts.statementWidth}
      aria-orientation="vertical"
      aria-controls={controls}
      aria-valuenow={share}
      aria-valuemin={least}
      aria-valuemax={most}
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
