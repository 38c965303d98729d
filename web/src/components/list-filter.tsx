import { TextInput } from '@mantine/core';
import styles from './list-filter.module.css';

interface ListFilterProps {
  label: string;
  value: string;
  /** How many there are of it. */
  count: string;
  onChange: (value: string) => void;
}

/** Above a list: what it is narrowed to by what one types. */
export function ListFilter({ label, value, count, onChange }: ListFilterProps) {
  return (
    <div className={styles.toolbar}>
      <TextInput
        className={styles.filter ?? ''}
        type="search"
        label={label}
        autoComplete="off"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <p className={styles.count} role="status">
        {count}
      </p>
    </div>
  );
}
