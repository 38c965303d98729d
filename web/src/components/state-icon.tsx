import { useMessages } from '../lib/messages.ts';
import type { ProblemState } from './problem-view.ts';
import styles from './state-icon.module.css';

/** How far somebody is with a problem, told by a shape, a name and only then a colour. */
export function StateIcon({ state }: { state: ProblemState }) {
  const { problems: texts } = useMessages();
  return (
    <svg
      role="img"
      aria-label={texts.states[state]}
      className={styles.icon}
      data-state={state}
      width={20}
      height={20}
      viewBox="0 0 20 20"
    >
      <title>{texts.states[state]}</title>
      <circle className={styles.ring} cx={10} cy={10} r={7.25} />
      {state === 'tried' && <path className={styles.part} d="M10 5a5 5 0 0 1 0 10z" />}
      {state === 'solved' && <path className={styles.tick} d="M6.4 10.3 9 12.8l4.8-5.3" />}
    </svg>
  );
}
