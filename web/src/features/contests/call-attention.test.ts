import { afterEach, expect, it, vi } from 'vitest';
import { callAttention } from './call-attention.ts';

afterEach(() => vi.unstubAllGlobals());

it('calls once for each of what arrives together, in however many tabs', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  });
  const shown: string[] = [];
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      constructor(title: string) {
        super();
        shown.push(title);
      }
    },
  );
  const hear = (...titles: string[]) => {
    for (const title of titles)
      callAttention({ sound: false, notify: true }, { key: `${title} 1`, title, text: '', onOpen: () => {} });
  };
  hear('lunch', 'coffee');
  // The other tab asks a moment later, and is told of one more.
  hear('lunch', 'coffee', 'bus');
  expect(shown).toEqual(['lunch', 'coffee', 'bus']);
});
