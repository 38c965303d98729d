/** Who may take part in a contest, and how: for those who join, for boards, and for staff. */
export const contestEntryTexts = {
  unofficial: 'Unofficial',
  /** In the place of a rank. */
  unofficialMark: '–',
  unofficialRows: 'Unofficial participants, not ranked',
};
