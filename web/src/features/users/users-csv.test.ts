import { expect, test } from 'vitest';
import { usersCsv } from './users-csv.ts';

test('the columns are username and password, one user a line', () => {
  expect(
    usersCsv([
      { username: 'room1-01', password: 'kq7n-3vxd' },
      { username: 'room1-02', password: 'p8rt-mm2c' },
    ]),
  ).toBe('username,password\r\nroom1-01,kq7n-3vxd\r\nroom1-02,p8rt-mm2c\r\n');
});

test('a comma, a quote or a line break in a password does not break the table', () => {
  expect(usersCsv([{ username: 'a', password: 'x,"y"\nz' }])).toBe('username,password\r\na,"x,""y""\nz"\r\n');
});
