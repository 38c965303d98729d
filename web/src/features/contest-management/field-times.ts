/** Times as the browser's own picker holds them: `2026-11-15T10:00` in the visitor's zone. */

export function toFieldTime(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const year = String(date.getFullYear()).padStart(4, '0');
  const day = `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** As it is sent; empty where it is none, such as a year of five digits, which some browsers let people type. */
export function fromFieldTime(value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
