/** How English says how many, how large and how long; and how it names what others have named. */

export const quoted = (name: string) => `“${name}”`;

const mebibyte = 1024 * 1024;

/** A limit of so many bytes in MB. */
export const megabytes = (bytes: number) => bytes / mebibyte;

/** `1.5 MB`, `300 bytes`. */
export const sized = (bytes: number) =>
  bytes >= mebibyte ? `${Number(megabytes(bytes).toFixed(1))} MB` : `${bytes} bytes`;

/** `1 person`, `2 people`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `5,000`. As `toLocaleString` does, but the first call of that loads what a browser knows of all languages' numbers. */
export function grouped(count: number): string {
  return String(Math.round(count * 1000) / 1000).replace(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, ',');
}

/** `C++`, `C++ and C`, `C++, C and Java`. */
export function listed(names: readonly string[]): string {
  const [last = '', ...before] = names.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
}

/** Rounded down to the second; nothing is left of what has passed. */
function split(ms: number) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3_600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}

const two = (value: number) => String(value).padStart(2, '0');

export const durationTexts = {
  justNow: 'just now',
  /** `1 minute ago`, `5 days ago`. */
  ago: (count: number, unit: 'minute' | 'hour' | 'day' | 'month' | 'year') =>
    `${counted(count, unit, `${unit}s`)} ago`,
  /** To the minute, and in the last one to the second: `3d 4h 5m`, `4h 5m`, `5m`, `0:42`. */
  short: (ms: number) => {
    const { days, hours, minutes, seconds } = split(ms);
    if (days > 0) return `${days}d ${hours}h ${minutes}m`;
    if (hours > 0) return `${hours}h ${minutes}m`;
    return minutes > 0 ? `${minutes}m` : `0:${two(seconds)}`;
  },
  /** To the second: `3d 04:05:06`, `4:05:06`, `5:06`, `0:42`. */
  clock: (ms: number) => {
    const { days, hours, minutes, seconds } = split(ms);
    if (days > 0) return `${days}d ${two(hours)}:${two(minutes)}:${two(seconds)}`;
    return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  },
  /** In words, without what is nought: `2 days 6 hours`, `45 minutes`. */
  inWords: (ms: number) => {
    const { days, hours, minutes } = split(ms);
    const parts = [
      days > 0 && counted(days, 'day', 'days'),
      hours > 0 && counted(hours, 'hour', 'hours'),
      minutes > 0 && counted(minutes, 'minute', 'minutes'),
    ].filter((part) => part !== false);
    return parts.join(' ') || counted(0, 'minute', 'minutes');
  },
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * In the zone of whoever reads. `Intl.DateTimeFormat` would say the same, but its first use loads what a browser knows of all
 * languages: a slow phone does nothing else meanwhile.
 */
export const momentTexts = {
  /** A start or an end: `Nov 15, 2026, 10:00 AM`. */
  minute: (at: Date) => {
    const hours = at.getHours();
    const time = `${two(hours % 12 || 12)}:${two(at.getMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
    return `${months[at.getMonth()]} ${at.getDate()}, ${at.getFullYear()}, ${time}`;
  },
  /** What happened on a day that is known: `18:04:05`. */
  second: (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`,
};
