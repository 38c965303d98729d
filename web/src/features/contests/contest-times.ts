import { ofVisitor } from '../../lib/of-visitor.ts';

/** The one format in which starts and ends are told, in the visitor's zone: `Nov 15, 2026, 10:00 AM`. */
export function formatContestTime(iso: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return ofVisitor(format.format(new Date(iso)));
}

/** The time of day with seconds, for what was fetched a moment ago. */
export function formatClock(ms: number, locale: string): string {
  return ofVisitor(new Intl.DateTimeFormat(locale, { timeStyle: 'medium', hourCycle: 'h23' }).format(ms));
}

export function visitorZone(): string {
  return ofVisitor(new Intl.DateTimeFormat().resolvedOptions().timeZone);
}
