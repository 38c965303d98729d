import { useMessages } from '../../lib/messages.ts';
import { timeLeftMs, useServerNow } from '../../lib/server-clock.ts';

interface CountdownProps {
  until: string;
  /** Since when clocks stand still, if they do. */
  standsAt?: string | null;
  className?: string | undefined;
}

/** To the second, by the server's clock; at nought it stands still until the page moves on. */
export function Countdown({ until, standsAt = null, className }: CountdownProps) {
  const { durations } = useMessages();
  const leftMs = timeLeftMs(until, standsAt, useServerNow(1_000));
  return (
    <span role="timer" className={className}>
      {durations.clock(leftMs)}
    </span>
  );
}
