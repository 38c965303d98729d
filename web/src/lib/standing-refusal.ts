import { useState } from 'react';
import { isRefusal, type RequestFailed } from './api.ts';

interface Asked {
  isSuccess: boolean;
  error: Error | null;
}

/**
 * The server's no to a question, as long as it has said nothing else: asking again, or an answer that was lost on the
 * way, takes it as little off the screen as it would an answer. `about` names what the question is about.
 */
export function useStandingRefusal(query: Asked, about: unknown): RequestFailed | null {
  const [kept, setKept] = useState({ about, refusal: null as RequestFailed | null });
  const before = kept.about === about ? kept.refusal : null;
  const refusal = nextRefusal(before, query);
  if (kept.about !== about || kept.refusal !== refusal) setKept({ about, refusal });
  return refusal;
}

export function nextRefusal(before: RequestFailed | null, { isSuccess, error }: Asked): RequestFailed | null {
  if (isSuccess) return null;
  return isRefusal(error) ? error : before;
}
