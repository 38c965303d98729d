import { useSyncExternalStore } from 'react';

export interface CreatedBatch {
  readonly prefix: string;
  readonly users: readonly { username: string; password: string }[];
  /** The account that created it. */
  readonly creatorId: number | undefined;
  readonly isDownloaded: boolean;
}

/**
 * Batches of new accounts, newest first. Their passwords exist nowhere else, so they are kept above the pages: neither
 * a session that ends nor a look at another page takes them away, and the browser asks before it closes the tab that
 * has some nobody has downloaded. Whoever signs in next in this tab sees only what the same account created.
 */
let batches: readonly CreatedBatch[] = [];
/** Names of all accounts that this tab has created, the latest batch first: they stand on top of the table. */
let createdNames: readonly string[] = [];
const listeners = new Set<() => void>();

function change(next: readonly CreatedBatch[]) {
  batches = next;
  const isNeeded = batches.some(({ isDownloaded }) => !isDownloaded);
  if (isNeeded) window.addEventListener('beforeunload', askFirst);
  else window.removeEventListener('beforeunload', askFirst);
  for (const listener of listeners) listener();
}

const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

export const createdBatches = {
  add: (batch: Omit<CreatedBatch, 'isDownloaded'>) => {
    noteCreated(batch.users.map(({ username }) => username));
    change([{ ...batch, isDownloaded: false }, ...batches]);
  },
  noteDownload: (batch: CreatedBatch) =>
    change(batches.map((other) => (other === batch ? { ...batch, isDownloaded: true } : other))),
  remove: (batch: CreatedBatch) => change(batches.filter((other) => other !== batch)),
};

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useCreatedBatches(creatorId: number | undefined): readonly CreatedBatch[] {
  const all = useSyncExternalStore(listen, () => batches);
  return all.filter((batch) => batch.creatorId === creatorId);
}

export function noteCreated(usernames: readonly string[]): void {
  createdNames = [...usernames, ...createdNames];
  for (const listener of listeners) listener();
}

export function useCreatedNames(): readonly string[] {
  return useSyncExternalStore(listen, () => createdNames);
}
