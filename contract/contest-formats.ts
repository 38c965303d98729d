/**
 * How participants are scored and ranked. A format is a name here, its rules in store/contest-formats/ and its look in
 * web/src/features/contests/formats/.
 */
export const contestFormats = ['scores', 'ioi', 'icpc'] as const;
export type ContestFormatName = (typeof contestFormats)[number];

export const defaultContestFormat: ContestFormatName = 'scores';
