import { useMessages } from '../../lib/messages.ts';
import { useServerNow } from '../../lib/server-clock.ts';

/** To the second, by the server's clock; at nought it stands still until the page moves on. */
export function Countdown({ until, className }: { until: string; className?: string | undefined }) {
  const { durations } = useMessages();
  const leftMs = Math.max(0, Date.parse(until) - useServerNow(1_000));
  return (
    <span role="timer" className={className}>
      {durations.clock(leftMs)}
    </span>
  );
}
