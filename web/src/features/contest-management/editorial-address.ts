import { readId } from '#contract/id-texts.ts';

const name = 'editorial';

/** On the page of contests: where the editorial of one is written. */
export const editorialAddress = (contestId: number): string => `?${name}=${contestId}`;

/** Whose editorial the address asks for, if any. */
export const readEditorialAddress = (address: URLSearchParams): number | null => readId(address.get(name));

export function withoutEditorial(address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete(name);
  return next;
}
