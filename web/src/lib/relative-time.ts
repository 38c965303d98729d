const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const steps = [
  { unit: 'minute', ms: minute, below: hour },
  { unit: 'hour', ms: hour, below: day },
  { unit: 'day', ms: day, below: 30 * day },
  { unit: 'month', ms: 30 * day, below: 365 * day },
  { unit: 'year', ms: 365 * day, below: Number.POSITIVE_INFINITY },
] as const;

/** Making one takes longer than using it a hundred times, as a list does. */
const formats = new Map<string, Intl.RelativeTimeFormat>();

function formatFor(locale: string): Intl.RelativeTimeFormat {
  const format = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale);
  formats.set(locale, format);
  return format;
}

/** `5 minutes ago`, rounded down. A clock that runs behind the server's must not show the future. */
export function relativeTime(instant: Date, now: number, locale: string, justNow: string): string {
  const age = now - instant.getTime();
  const step = steps.find(({ below }) => age < below);
  if (!step || age < minute) return justNow;
  return formatFor(locale).format(-Math.floor(age / step.ms), step.unit);
}
