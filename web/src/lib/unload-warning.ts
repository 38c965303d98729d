import { useEffect } from 'react';

/** The browser asks before it throws away what this page alone has. */
export function useUnloadWarning(isActive: boolean) {
  useEffect(() => {
    if (!isActive) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isActive]);
}
