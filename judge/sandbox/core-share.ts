/** Persons are told apart by their keys. */
export type Owner = string | symbol;

/** For whom something is run, and how urgently. */
export interface CoreShare {
  /** Whose share of the cores' time it takes. */
  readonly owner: Owner;
  /** Whether somebody waits for it: only such runs may go before others. */
  readonly isAwaited: boolean;
  /** Aborts when it is no longer wanted. */
  readonly signal: AbortSignal;
}
