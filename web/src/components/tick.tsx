import styles from './tick.module.css';

interface TickProps {
  label: string;
  isTicked: boolean;
  isDisabled?: boolean;
  onChange: () => void;
}

/** A box to choose a row of a table by. */
export function Tick({ label, isTicked, isDisabled, onChange }: TickProps) {
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isTicked}
        disabled={isDisabled}
        onChange={onChange}
      />
    </label>
  );
}
