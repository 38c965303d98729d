/** What sentences vary by, as judge-words.ts and import-words.ts list it for each code. */

/** Of a sentence that varies by nothing. */
export type None = Record<string, never>;

/** One of these codes with its parameters: what `Words` is of all that there are. */
export type Said<Params> = {
  [Code in keyof Params]: { readonly code: Code; readonly params: Params[Code] };
}[keyof Params];

/** Words of somebody else, shown as they are: a compiler's, a checker's, a system's; or of a release before codes. */
export interface ForeignWords {
  verbatim: { text: string };
}
