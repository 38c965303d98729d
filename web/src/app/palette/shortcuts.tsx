import { createContext, lazy, type ReactNode, Suspense, useContext, useLayoutEffect, useState } from 'react';
import { loadScript } from '../../lib/load-page.ts';
import { hasModifier } from './keys.ts';

const Palette = lazy(async () => ({
  default: (await loadScript(() => import('./palette.tsx'))).Palette,
}));
const ShortcutList = lazy(async () => ({
  default: (await loadScript(() => import('./shortcut-list.tsx'))).ShortcutList,
}));

const OpenPalette = createContext<() => void>(() => {});

/** For the button that opens the palette without a keyboard. */
export function useOpenPalette(): () => void {
  return useContext(OpenPalette);
}

/** The keys that work on every page. Both dialogs are loaded when somebody first asks for them. */
export function Shortcuts({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<'palette' | 'list' | null>(null);
  const close = () => setOpen(null);

  // Before the first paint: a key that is pressed as soon as there is something to see must not be lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A dialog is not to be covered by another.
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (event.key.toLowerCase() === 'k' && hasModifier(event)) setOpen('palette');
      else if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      else if (event.key === '?') setOpen('list');
      else if (event.key !== '/' || !document.getElementById('content')) return;
      else if (!focusSearch()) setOpen('palette');
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <OpenPalette value={() => setOpen('palette')}>
      {children}
      <Suspense>
        {open === 'palette' && <Palette onClose={close} onShortcuts={() => setOpen('list')} />}
        {open === 'list' && <ShortcutList onClose={close} />}
      </Suspense>
    </OpenPalette>
  );
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('input,textarea,select,[contenteditable]') !== null;
}

/** A list page marks its search by the input's own type. */
function focusSearch(): boolean {
  const page = document.getElementById('content');
  const search = page?.querySelector<HTMLInputElement>('input[type="search"]');
  search?.focus();
  search?.select();
  return Boolean(search);
}
