import { counted } from './en-quantities.ts';

/** The page on which staff see who takes part in a contest. */
export const participantTexts = {
  title: 'Participants',
  pageTitle: (contest: string) => `Participants of ${contest}`,
  open: 'Participants',
  loading: 'Loading participants...',
  fetchFailed: 'Failed to load participants.',
  notFound: 'There is no such contest.',
  empty: 'Nobody has joined yet',
  emptyNext: 'Whoever joins the contest appears here.',
  filter: 'Filter by name',
  noMatch: 'Nobody is called so.',
  count: (count: number) => counted(count, 'participant', 'participants'),
  name: 'Name',
  joined: 'Joined',
  toContests: 'All contests',
};
