import { counted } from './en-quantities.ts';

/** Who may take part in a contest, and how: for those who join, for boards, and for staff. */
export const contestEntryTexts = {
  unofficial: 'Unofficial',
  /** In the place of a rank. */
  unofficialMark: '–',
  unofficialRows: 'Unofficial participants, not ranked',

  byList: 'The organisers enter the participants',
  passwordTitle: (contest: string) => `Join ${contest}`,
  passwordLine: 'The organisers have told its password to those who are to take part.',
  password: 'Password of the contest',

  section: 'Who may join',
  entry: 'Joining',
  names: { open: 'Open to everybody', password: 'By password', list: 'By list' },
  hints: {
    open: 'Everybody who is signed in can join.',
    password: 'Whoever knows the password can join. Nobody is taken out when it changes.',
    list: 'Nobody joins by themselves: enter people under Participants.',
  },
  newPassword: 'Password of the contest',
  newPasswordHint: 'It is not shown again: write it down.',
  keptPasswordHint: 'Leave it empty to keep the present one.',
  summaries: { open: null, password: 'by password', list: 'by list' },
  /** To what else is not as it comes. */
  summary: (others: string, entry: string | null) =>
    [others, entry].filter((part) => part !== null && part !== '').join(', '),

  rehearsalTitle: 'Try it before the start',
  rehearsalLine:
    'Contestants see these problems from the start on. What you submit to them until then is judged as theirs will be; only staff see it, it counts nowhere, and it is gone at the start.',
  rehearsalNote:
    'The contest has not started. What you submit now only staff see; it counts nowhere and is gone at the start.',
  rehearsalList: 'What staff have tried the contest with. It counts nowhere, and is gone at the start.',

  add: 'Add participants',
  find: 'Find accounts',
  findHint: 'A part of the name',
  found: 'Accounts with this in their names',
  foundCount: (count: number, hasMore: boolean) => {
    if (count === 0) return 'No account has this in its name.';
    return hasMore
      ? `The first ${count}. Type more of the name to see others.`
      : `${counted(count, 'account', 'accounts')}.`;
  },
  findFailed: 'Failed to find accounts.',
  choose: (username: string) => `Add ${username}`,
  chooseAll: (count: number) => `Add these ${count}`,
  takesPart: 'takes part',
  addNames: 'Usernames',
  addHint: (count: number) =>
    count === 0
      ? 'One a line, or with commas between them. They take part at once and need not join.'
      : `${counted(count, 'name', 'names')}. They take part at once and need not join.`,
  adding: 'Adding...',
  addFailed: 'Failed to add participants.',
  added: (entered: number, already: number) =>
    `${counted(entered, 'participant', 'participants')} added${already > 0 ? `, ${already} took part already` : ''}.`,

  select: (username: string) => `Select ${username}`,
  selectAll: 'Select all that are shown',
  selected: (count: number) => `${counted(count, 'participant', 'participants')} selected`,
  makeUnofficial: 'Show as unofficial',
  makeOfficial: 'Rank again',
  markFailed: 'Failed to change the participants.',
  alsoIn: (titles: readonly string[]) => `also in ${titles.join(', ')}`,
  actions: 'Actions',
  remove: 'Remove',
  removeWhom: (username: string) => `Remove ${username}`,
  removeSubmitted: 'Who has submitted stays; show them as unofficial instead.',
  removeBegun: 'Who has started their time stays; show them as unofficial instead.',
  removeFailed: 'Failed to remove the participant.',
};
