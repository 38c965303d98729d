/** What a field holds as a number. What is none is refused by the rules of the contract. */
export function toNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
