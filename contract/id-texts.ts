/** What an id looks like as a text. */

/** Plain decimal digits, so that one row has one address. */
export const numberPattern = /^[1-9]\d{0,14}$/;
/** The greatest that PostgreSQL keeps in an integer. */
const greatestInteger = 2_147_483_647;

/** As a page reads its own address: null when it can be nobody's. */
export function readId(text: string | null | undefined): number | null {
  const id = numberPattern.test(text ?? '') ? Number(text) : 0;
  return id > 0 && id <= greatestInteger ? id : null;
}

/** What needs no escaping in an address. */
export const problemIdPattern = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;
