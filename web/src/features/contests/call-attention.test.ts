import { afterEach, expect, it, vi } from 'vitest';
import { callAttention } from './call-attention.ts';

afterEach(() => vi.unstubAllGlobals());

/** Gives back what is shown, and what calls for some news with these titles, as a tab that hears of them does. */
function makeDevice({ stored, locks }: { stored: Map<string, string>; locks?: object }) {
  vi.stubGlobal('navigator', { locks });
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
  return { shown, hear };
}

it('calls once for each of what arrives together, in however many tabs', () => {
  const { shown, hear } = makeDevice({ stored: new Map() });
  hear('lunch', 'coffee');
  // The other tab asks a moment later, and is told of one more.
  hear('lunch', 'coffee', 'bus');
  expect(shown).toEqual(['lunch', 'coffee', 'bus']);
});

it('calls once also in tabs that do not see yet what another has stored', () => {
  const held = new Set<string>();
  const request = async (name: string, _: object, work: (lock: object | null) => Promise<void>) => {
    if (held.has(name)) return work(null);
    held.add(name);
    await work({ name });
  };
  const seesNothing = Object.assign(new Map<string, string>(), { get: () => undefined });
  const { shown, hear } = makeDevice({ stored: seesNothing, locks: { request } });
  hear('lunch', 'coffee');
  hear('lunch', 'coffee', 'bus');
  expect(shown).toEqual(['lunch', 'coffee', 'bus']);
});

it('calls also where locks are refused', async () => {
  const request = () => Promise.reject(new Error('Storage is forbidden'));
  const { shown, hear } = makeDevice({ stored: new Map(), locks: { request } });
  hear('lunch');
  await vi.waitFor(() => expect(shown).toEqual(['lunch']));
});
