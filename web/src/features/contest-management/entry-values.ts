import { contestEntries } from '#contract/contest-settings.ts';
import type { Contest, ContestFormErrors, ContestInput } from '#contract/contests.ts';
import { words } from '#contract/words.ts';

type Entry = Contest['entry'];

/** As the fields hold it. */
export interface EntryValues {
  entry: Entry;
  /** Empty: the one that it has stays. */
  entryPassword: string;
}

export function initialEntryValues(contest: Contest | null): EntryValues {
  return { entry: contest?.entry ?? 'open', entryPassword: '' };
}

export function toEntryInput({
  entry,
  entryPassword,
}: EntryValues): Pick<ContestInput, 'entry' | 'entry_password'> {
  return entry === 'password' && entryPassword !== '' ? { entry, entry_password: entryPassword } : { entry };
}

/** It has one that need not be written again. A copy has not: it is another's. */
export function keepsPassword(contest: Contest | null): boolean {
  return contest?.entry === 'password';
}

export function findEntryErrors(
  { entry, entryPassword }: EntryValues,
  contest: Contest | null,
): ContestFormErrors {
  const isMissing = entry === 'password' && entryPassword === '' && !keepsPassword(contest);
  return isMissing ? { entry_password: words('contest_password_unset') } : {};
}

export function isEntry(name: string): name is Entry {
  return (contestEntries as readonly string[]).includes(name);
}
