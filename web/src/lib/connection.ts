import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** No network at all. A server that is away is another matter: this device is not to blame for it. */
export function isOffline(): boolean {
  return navigator.onLine === false;
}

export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, isOffline);
}

/** What failed is tried again as soon as there may be a network for it. */
export function useOnReturn(tryAgain: () => void): void {
  const onReturn = useEffectEvent(tryAgain);
  useEffect(() => {
    const listen = () => onReturn();
    window.addEventListener('online', listen);
    return () => window.removeEventListener('online', listen);
  }, []);
}
