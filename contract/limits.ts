/** Business constants, in one place for server and page. */
export const limits = {
  usernameMin: 3,
  usernameMax: 32,
  passwordMin: 6,
  passwordMax: 256,
  batchCountMin: 1,
  batchCountMax: 100,
  /** Leaves room for the number behind it within usernameMax. */
  batchPrefixMax: 26,

  problemIdMax: 64,
  problemTitleMax: 255,
  timeLimitMinMs: 1,
  timeLimitMaxMs: 60_000,
  memoryLimitMinMb: 4,
  memoryLimitMaxMb: 4096,
  /** What a language may get over them, by the settings or by a problem. */
  timeFactorMin: 0.1,
  timeFactorMax: 20,
  timeAllowanceMaxMs: 60_000,
  memoryAllowanceMaxMb: 1024,
  /** No program is given more, whatever its language gets. */
  givenTimeLimitMaxMs: 300_000,
  /** What the form starts with, and what editing falls back to. */
  timeLimitDefaultMs: 1000,
  timeLimitFallbackMs: 3000,
  memoryLimitDefaultMb: 256,

  pdfMaxBytes: 64 * 1024 * 1024,
  archiveMaxBytes: 512 * 1024 * 1024,
  /** An archive is refused before it is unpacked when it promises more than this, in all or by ratio. */
  archiveMaxEntries: 20_000,
  archiveMaxUnpackedBytes: 4 * 1024 * 1024 * 1024,
  archiveMaxFileBytes: 1024 * 1024 * 1024,
  archiveMaxRatio: 1100,
  /** In one archive: what is found in each, and what becomes of it, is kept with the import. */
  archiveMaxProblems: 1000,

  sourceMaxBytes: 64 * 1024,
  /** Characters: all of them are read with the list of languages. */
  startingTextMax: 4096,
  /** Programs written and not submitted that a device keeps, of all its people together; the oldest give way. */
  unsentTextsMax: 20,
  submissionPageMax: 100,
  /** Unjudged submissions one user may have; and new ones within the window. Staff are exempt. */
  pendingMax: 5,
  submitRateMax: 20,
  submitRateWindowMs: 60_000,
  /** Of one person in a contest or a virtual run: more than anybody needs, and what a history of all of them can hold. */
  contestTriesMax: 1_000,

  contestTitleMax: 255,
  contestDescriptionMax: 1000,
  movedProblemsMax: 1000,
  /** People whom staff enter in a contest with one list. */
  enteredAtOnceMax: 1000,
  /** Longer than any name: an unknown one is named in the refusal. */
  enteredNameMax: 64,
  /** Characters of what a contest calls a problem: a letter, or a short name. */
  contestLabelMax: 8,
  contestPointsMax: 100_000,
  editorialMax: 50_000,
  /** Of one participant, in the report on them: more than anybody sends in a contest. */
  reportSubmissionsMax: 2_000,
  penaltyMinutesMax: 1000,
  freezeMinutesMax: 100_000,
  medalsMax: 1000,
  /** Four weeks. */
  windowMinutesMax: 40_320,
  /** What one participant may have over the others, or all get at once: a day. */
  extraMinutesMax: 1440,
  /** In one request. */
  participantsChosenMax: 10_000,
  /** How many of the first are told with how they came there. */
  contestLeaders: 10,
  questionMax: 1000,
  answerMax: 2000,
  announcementMax: 2000,
  answerTemplatesMax: 30,
  /** Unanswered questions that one person may have in a contest; and new ones within the window. */
  openQuestionsMax: 5,
  askRateMax: 10,
  askRateWindowMs: 10 * 60_000,
  /** Of each kind, the latest: what a page shows, and what is marked as read at once. */
  toldItemsMax: 300,
  readItemsMax: 600,
  /** Questions on a page of the inbox; announcements beside it. */
  inboxPage: 50,
  visibilityChangesMax: 10_000,
  /** A contest is not finished sooner after its end: what was received in time may still be on its way in. */
  contestSettleMs: 5_000,
} as const;

/** Times that the pages keep, in milliseconds. */
export const intervals = {
  quoteFadeMs: 300,
  settingSavedMs: 3_000,
  submissionsRefreshMs: 2_500,
  contestScoreboardRefreshMs: 30_000,
  uploadPollMs: 1_500,
  /** News of a contest: where the stream of events is open, and where it is not. */
  newsRefreshMs: 60_000,
  newsRefreshWithoutStreamMs: 10_000,
  inboxRefreshMs: 15_000,
  /** How long a member of the staff counts as answering, and how often an open form says so again. */
  claimMs: 90_000,
  claimAgainMs: 30_000,
  judgeMachinesRefreshMs: 10_000,
  contestDayRefreshMs: 10_000,
  contestDayRefreshWithoutStreamMs: 4_000,
  rejudgeRefreshMs: 2_500,
  draftLifeMs: 1_800_000,
  copyTickMs: 2_000,
  pageScriptTimeoutMs: 120_000,
} as const;
