import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
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
  const stopWaiting = useRef(() => {});

  // Before the first paint: a key that is pressed as soon as there is something to see must not be lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      stopWaiting.current();
      // A dialog is not to be covered by another.
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (event.key.toLowerCase() === 'k' && hasModifier(event)) setOpen('palette');
      else if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      else if (event.key === '?') setOpen('list');
      else if (event.key !== '/' || !document.getElementById('content')) return;
      else
        stopWaiting.current = onceSearchIsKnown((search) => {
          search?.focus();
          search?.select();
          if (!search) setOpen('palette');
        });
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      stopWaiting.current();
    };
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

/**
 * A list page marks its search by the input's own type. While the page is still being read it is not known yet whether
 * there is one: that is waited for until somebody does something else. Answers with what ends the waiting.
 */
function onceSearchIsKnown(act: (search: HTMLInputElement | null) => void): () => void {
  const page = document.getElementById('content');
  const observer = new MutationObserver(() => look());
  const stop = () => {
    observer.disconnect();
    window.removeEventListener('pointerdown', stop);
  };
  const look = () => {
    const search = page?.querySelector<HTMLInputElement>('input[type="search"]') ?? null;
    if (!search && page?.querySelector('[data-skeleton]')) return;
    stop();
    act(search);
  };
  if (page) observer.observe(page, { childList: true, subtree: true });
  window.addEventListener('pointerdown', stop);
  look();
  return stop;
}
