import styles from './row-choice.module.css';

interface RowChoiceProps {
  label: string;
  isChosen: boolean;
  isDisabled?: boolean;
  onChange: () => void;
}

/** A box to choose a row of a table by. */
export function RowChoice({ label, isChosen, isDisabled, onChange }: RowChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChosen}
        disabled={isDisabled}
        onChange={onChange}
      />
    </label>
  );
}
