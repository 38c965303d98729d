import { UnstyledButton } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { intervals } from '#contract/limits.ts';
import { useAnnouncedHeading } from '../../components/page-heading.tsx';
import { useMessages } from '../../lib/messages.ts';
import { pickOther } from './quotes.ts';
import styles from './welcome-text.module.css';

/** The welcome; each click fades it out, changes it to another quote and fades that in. */
export function WelcomeText() {
  const { home } = useMessages();
  const [text, setText] = useState(home.welcome);
  const [isFading, setIsFading] = useState(false);
  const reducedMotion = useReducedMotion(false, { getInitialValueInEffect: false });
  const heading = useAnnouncedHeading();

  useEffect(() => {
    if (!isFading) return;
    const timer = setTimeout(
      () => {
        setText((current) => pickOther(home.quotes, current));
        setIsFading(false);
      },
      reducedMotion ? 0 : intervals.quoteFadeMs,
    );
    return () => clearTimeout(timer);
  }, [isFading, reducedMotion, home.quotes]);

  return (
    <div className={styles.welcome}>
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        <UnstyledButton
          className={styles.text ?? ''}
          data-fading={isFading}
          style={{ transitionDuration: `${intervals.quoteFadeMs}ms` }}
          onClick={() => setIsFading(true)}
        >
          <span aria-live="polite">{text}</span>
        </UnstyledButton>
      </h1>
      <p className={styles.hint}>{home.quoteHint}</p>
    </div>
  );
}
