import { useMessages } from '../../lib/messages.ts';
import { formatContestTime } from './contest-times.ts';

/** A start or an end, in the visitor's zone. */
export function ContestTime({ at }: { at: string }) {
  const { app } = useMessages();
  return <time dateTime={at}>{formatContestTime(at, app.locale)}</time>;
}
