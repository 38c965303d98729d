import { expect, test } from 'vitest';
import type { ListedUser } from '#contract/accounts.ts';
import { filterUsers, isEditable, newOnTop } from './user-list.ts';

const users: ListedUser[] = [
  { id: 1, username: 'admin', role: 'admin', is_protected: true },
  { id: 2, username: 'Ada', role: 'staff', is_protected: false },
  { id: 3, username: 'room1-01', role: 'user', is_protected: false },
];

test('the filter finds a part of the name, whatever its case', () => {
  expect(filterUsers(users, ' AD ').map(({ username }) => username)).toEqual(['admin', 'Ada']);
  expect(filterUsers(users, '')).toEqual(users);
  expect(filterUsers(users, 'nobody')).toEqual([]);
});

test('neither the protected account nor one’s own can be edited', () => {
  expect(users.map((user) => isEditable(user, 2))).toEqual([false, false, true]);
});

test('who was just created stands on top, once, and who is gone nowhere', () => {
  const names = (created: string[]) => newOnTop(users, created).map(({ username }) => username);
  expect(names([])).toEqual(['admin', 'Ada', 'room1-01']);
  expect(names(['room1-01', 'deleted', 'Ada', 'room1-01'])).toEqual(['room1-01', 'Ada', 'admin']);
});
