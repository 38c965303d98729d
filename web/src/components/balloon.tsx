import { VisuallyHidden } from '@mantine/core';
import type { BalloonColour } from '#contract/balloon-colours.ts';
import { useMessages } from '../lib/messages.ts';
import styles from './balloon.module.css';

/** The colour of a problem's balloons, never by itself: named for whoever cannot see it, and for all where it is `isNamed`. */
export function Balloon({ colour, isNamed = false }: { colour: BalloonColour; isNamed?: boolean }) {
  const { contests: texts } = useMessages();
  const name = texts.balloon(texts.colours[colour]);
  return (
    <span className={styles.balloon} title={name}>
      <svg
        className={styles.shape}
        data-colour={colour}
        aria-hidden="true"
        viewBox="0 0 12 16"
        width="12"
        height="16"
      >
        <path d="M6 1a4.6 4.8 0 0 1 0 10a4.6 4.8 0 0 1 0-10M6 11v4.5" />
      </svg>
      {isNamed ? texts.colours[colour] : <VisuallyHidden component="span">{name}</VisuallyHidden>}
    </span>
  );
}
