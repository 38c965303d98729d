/** Any of the quotes but the one on the screen, so that a click always changes it. */
export function pickOther(
  quotes: readonly string[],
  current: string,
  random: () => number = Math.random,
): string {
  const others = quotes.filter((quote) => quote !== current);
  return others[Math.floor(random() * others.length)] ?? current;
}
