/** The time of day, with its date when that is not today. */
export function formatDayTime(ms: number, now: number, locale: string): string {
  const isToday = new Date(ms).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(locale, {
    ...(!isToday && { month: 'short', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(ms);
}
