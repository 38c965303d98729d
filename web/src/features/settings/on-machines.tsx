import type { OnMachine } from '#contract/languages.ts';
import { sayOr, useMessages } from '../../lib/messages.ts';
import styles from './settings-page.module.css';

/** What each judge machine has of a language or a package. `isWanted`: one that lacks it takes no work. */
export function OnMachines({ machines, isWanted }: { machines: readonly OnMachine[]; isWanted: boolean }) {
  const { settings: texts } = useMessages();
  if (machines.length === 0) return <p className={styles.machine}>{texts.noMachine}</p>;
  return (
    <ul className={styles.machines}>
      {machines.map(({ name, version, missing, missing_words }) => (
        <li key={name} className={styles.machine} data-lacks={(isWanted && missing !== null) || undefined}>
          <span className={styles.machineName}>{name}</span>{' '}
          {version ?? (missing === null ? texts.notLooked : sayOr(missing_words, missing))}
        </li>
      ))}
    </ul>
  );
}
