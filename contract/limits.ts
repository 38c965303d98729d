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
} as const;

/** Times that the pages keep, in milliseconds. */
export const intervals = {
  quoteFadeMs: 300,
  settingSavedMs: 3_000,
  pageScriptTimeoutMs: 120_000,
} as const;
