/** A submission's time as the lists show it: dd/mm/yy hh:mm in the visitor's zone, the year of the Buddhist era. */
export function formatBuddhistDate(instant: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const year = two((instant.getFullYear() + 543) % 100);
  const day = `${two(instant.getDate())}/${two(instant.getMonth() + 1)}/${year}`;
  return `${day} ${two(instant.getHours())}:${two(instant.getMinutes())}`;
}
