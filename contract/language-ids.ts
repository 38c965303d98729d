/** In the order in which they are offered. Each is a file of judge/languages/. */
export const languageIds = ['cpp', 'cpp17', 'c'] as const;
export type LanguageId = (typeof languageIds)[number];

/** What an instance judges until its administrators say otherwise. */
export const languagesOnAtFirst: readonly LanguageId[] = ['cpp'];
