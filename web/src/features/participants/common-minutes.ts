/** What those who are chosen have by now, where that is the same. */
export function commonMinutes(people: readonly { readonly extra_minutes: number }[]): string {
  const [first, ...others] = [...new Set(people.map(({ extra_minutes }) => extra_minutes))];
  return first === undefined || others.length > 0 ? '' : String(first);
}
