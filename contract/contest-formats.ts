/** How participants are scored and ranked. */
export const contestFormats = ['scores', 'ioi', 'icpc'] as const;
export type ContestFormatName = (typeof contestFormats)[number];

export const defaultContestFormat: ContestFormatName = 'scores';
