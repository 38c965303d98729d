import styles from './fact-list.module.css';

export interface Fact {
  readonly name: string;
  readonly value: string | number;
  /** In small type below the value. */
  readonly note?: string;
}

/** What is known of something, each under its name: beside each other in columns, as many as there is room for. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {note && <span className={styles.note}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
