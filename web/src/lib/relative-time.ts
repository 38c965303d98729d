import type { Messages } from '#contract/messages/en.ts';

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

/**
 * `5 minutes ago`, rounded down. A clock that runs behind the server's must not show the future. In our own words, since
 * the browser takes long to find its own (`Intl.RelativeTimeFormat`) when it is first asked, which is before a page's first list.
 */
export function relativeTime(
  instant: Date,
  now: number,
  texts: Pick<Messages['durations'], 'justNow' | 'ago'>,
): string {
  const age = now - instant.getTime();
  const step = steps.find(({ below }) => age < below);
  if (!step || age < minute) return texts.justNow;
  return texts.ago(Math.floor(age / step.ms), step.unit);
}
