/** What can be handed in. */

export const languages = ['cpp'] as const;
export type LanguageId = (typeof languages)[number];

/** Length in UTF-8, here without Node's Buffer: the page tells the limit by the same rule. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
