import { TextInput } from '@mantine/core';
import { Icon } from './icons.tsx';
import styles from './search-field.module.css';

interface SearchFieldProps {
  name: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}

/** Finds as one types. The page's shortcut for searching leads here. */
export function SearchField({ name, hint, value, onChange }: SearchFieldProps) {
  return (
    <TextInput
      className={styles.field ?? ''}
      type="search"
      data-search
      leftSection={<Icon name="search" />}
      aria-label={name}
      placeholder={hint}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
