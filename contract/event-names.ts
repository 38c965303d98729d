/** What the events of the one stream are called (contract/events.ts). */
export const eventNames = {
  /** Something about a submission of one's own has changed. */
  submission: 'submission',
  /** Something that the contest tells, or an answer to a question of one's own. */
  news: 'news',
  /** What a contest's scoreboard is now. */
  board: 'board',
  /** For staff: something in the inbox has changed. */
  inbox: 'inbox',
  /** For staff at a contest's pages: something was submitted or judged, there or elsewhere. */
  judging: 'judging',
} as const;
