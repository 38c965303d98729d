/** What can be handed in. */

/** In the order in which they are offered. Each is a file of judge/languages/. */
export const languageIds = [
  'cpp',
  'cpp17',
  'c',
  'python',
  'pypy',
  'java',
  'kotlin',
  'rust',
  'go',
  'javascript',
  'pascal',
] as const;
export type LanguageId = (typeof languageIds)[number];

/** Beside a language's own library; programs see one where staff allow it. */
export const packageIds = ['numpy'] as const;
export type PackageId = (typeof packageIds)[number];

const packagesOfLanguages: Readonly<Partial<Record<LanguageId, readonly PackageId[]>>> = {
  python: ['numpy'],
};
export const packagesOf = (id: LanguageId): readonly PackageId[] => packagesOfLanguages[id] ?? [];

/** What every judge machine must judge, whether it is on or off: checkers are written in it. */
export const alwaysJudged = 'cpp' satisfies LanguageId;

/** What an instance judges until its administrators say otherwise. */
export const languagesOnAtFirst: readonly LanguageId[] = ['cpp'];

/** Length in UTF-8, here without Node's Buffer: the page tells the limit by the same rule. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
