import type { TextStorage } from './drafts.ts';

/** For tests: a device's storage, and what is in it. */
export function createMemory() {
  const kept = new Map<string, string>();
  const storage: TextStorage = {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
  return { kept, storage };
}

const refuse = () => {
  throw new Error('forbidden');
};

/** As a browser's that is told to store nothing. */
export const refusingStorage: TextStorage = {
  get length(): number {
    return refuse();
  },
  key: refuse,
  getItem: refuse,
  setItem: refuse,
  removeItem: refuse,
};
