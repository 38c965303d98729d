import { writeCsv } from '#contract/csv.ts';

interface CreatedUser {
  username: string;
  password: string;
}

/** To the letter: a password that begins like a formula is still that password. */
export function usersCsv(users: readonly CreatedUser[]): string {
  return writeCsv([['username', 'password'], ...users.map(({ username, password }) => [username, password])]);
}
