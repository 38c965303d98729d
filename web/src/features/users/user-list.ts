import type { ListedUser } from '#contract/accounts.ts';

/** More rows than this are drawn on request only: a table of thousands is slow and nobody reads it. */
export const rowsAtOnce = 100;

export function filterUsers(users: readonly ListedUser[], filter: string): ListedUser[] {
  const wanted = filter.trim().toLowerCase();
  return users.filter(({ username }) => username.toLowerCase().includes(wanted));
}

/** One's own account and the protected one have no actions; the server refuses them too. */
export function isEditable(user: ListedUser, ownId: number): boolean {
  return user.id !== ownId && !user.is_protected;
}

/** The accounts of these names on top, in their order; the others as they were. */
export function newOnTop(users: readonly ListedUser[], names: readonly string[]): ListedUser[] {
  if (names.length === 0) return [...users];
  const byName = new Map(users.map((user) => [user.username, user]));
  const created = names.flatMap((name) => byName.get(name) ?? []);
  const isCreated = new Set(created);
  return [...isCreated, ...users.filter((user) => !isCreated.has(user))];
}
