import { useMessages } from '../../lib/messages.ts';
import { formatContestTime } from './contest-times.ts';

/** A start or an end, in the visitor's zone. */
export function ContestTime({ at }: { at: string }) {
  const { moments } = useMessages();
  return <time dateTime={at}>{formatContestTime(at, moments)}</time>;
}
