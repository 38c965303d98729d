/** The one format in which contest pages tell a time, in the visitor's zone: `Sun, Nov 15, 2026, 10:00`. */
export function formatContestTime(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(iso));
}

/** The time of day with seconds, for what was fetched a moment ago. */
export function formatClock(ms: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'medium', hourCycle: 'h23' }).format(ms);
}

export function visitorZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
