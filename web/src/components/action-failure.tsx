import { errorText, isOfNoNetwork } from '../lib/api.ts';
import { useIsOffline } from '../lib/connection.ts';
import { Notice } from './notice.tsx';

interface ActionFailureProps {
  error: Error | null;
  /** Unless the server has words of its own. */
  children: string;
}

/**
 * The one rule for what somebody asked for and did not get: of a missing network it speaks only while that is missing, and
 * after that says what failed until it is tried again.
 */
export function useFailureText(error: unknown, fallback: string): string {
  const isOffline = useIsOffline();
  return isOfNoNetwork(error) && !isOffline ? fallback : errorText(error, fallback);
}

export function ActionFailure({ error, children }: ActionFailureProps) {
  const text = useFailureText(error, children);
  const isWaiting = useIsOffline() && isOfNoNetwork(error);
  return (
    <Notice tone={isWaiting ? 'info' : 'error'} role="alert">
      {error && text}
    </Notice>
  );
}
