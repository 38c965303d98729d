import { useState } from 'react';

/**
 * A choice that this device remembers. `read` says what a stored text means, or null when it means nothing any more.
 * Where storage is forbidden the choice lasts as long as the page.
 */
export function useRemembered<Value>(
  key: string,
  fallback: Value,
  read: (stored: string) => Value | null,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => {
    try {
      const stored = localStorage.getItem(key);
      return (stored === null ? null : read(stored)) ?? fallback;
    } catch {
      return fallback;
    }
  });
  const remember = (next: Value) => {
    setValue(next);
    try {
      localStorage.setItem(key, String(next));
    } catch {
      // As above.
    }
  };
  return [value, remember];
}
